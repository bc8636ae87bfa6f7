import { isObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import type { Past } from "../../knowledge/history.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { listAt, requireResponse, valueAt } from "../../verifiers/read.ts";
import type { Reach } from "./sides.ts";

/** Sends a cursor that the caller was given and has used already with a key of another workspace. */
export async function carriedOver(check: CheckContext, { intruder }: Reach): Promise<void> {
  const next = followed(check.history("search-memories"));
  if (next === undefined) throw new NotApplicable("no search of the run was continued by its cursor");
  const exchange = await check.call("search-memories", next.input, intruder.options);
  check.asserted();
  expectNoneOf(exchange, next.exchange);
}

/** Returns a request of the caller with a cursor of a response to the caller that led to memories. */
function followed(searches: readonly Past[]): Past | undefined {
  const own = searches.filter(({ isOwn, isWhole, exchange }) => isOwn && isWhole && statusOf(exchange) === 200);
  const given = new Set(own.map(({ exchange }) => valueAt(exchange, "/data/nextCursor")));
  return own.find(
    ({ input, exchange }) => given.has(input.parameters.cursor) && listAt(exchange, "/data/hits").length > 0,
  );
}

/** Fails if a cursor shows memories of the workspace that it was given in, when used in another. */
export function expectNoneOf(exchange: Exchange, own: Exchange): void {
  if (requireResponse(exchange).status !== 200) return;
  // Compared by content too, since sequential ids may recur in each workspace.
  const theirs = listAt(own, "/data/hits").flatMap((hit) => (isObject(hit) ? [nameOf(hit)] : []));
  const hits = listAt(exchange, "/data/hits");
  const place = hits.findIndex((hit) => isObject(hit) && theirs.includes(nameOf(hit)));
  expectThat(place < 0, {
    message: "a cursor of another workspace must show no memory of that workspace",
    expected: "a rejection, or no memory of it",
    actual: `one at /data/hits/${place}`,
    pointer: `/data/hits/${place}`,
    keyword: "leak",
  });
}

function nameOf({ id, content }: JsonObject): string {
  return JSON.stringify([id, content]);
}
