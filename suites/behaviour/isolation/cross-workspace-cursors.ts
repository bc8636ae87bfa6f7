import { isObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import type { HistoryEntry } from "../../knowledge/history.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { listAt, requireResponse, valueAt } from "../../verifiers/read.ts";
import type { CrossWorkspaceAccess } from "./workspaces.ts";

/** Sends a cursor of the caller, which the caller has used before, with a key of another workspace. */
export async function sendCursorToOtherWorkspace(
  check: CheckContext,
  { intruder }: CrossWorkspaceAccess,
): Promise<void> {
  const continued = requestWithUsedCursor(check.history("search-memories"));
  if (continued === undefined) throw new NotApplicable("no search of the run was continued by its cursor");
  const exchange = await check.call("search-memories", continued.input, intruder.options);
  check.asserted();
  expectNoMemoryOf(exchange, continued.exchange);
}

/** Returns a request of the caller with a cursor of a response to the caller that led to memories. */
function requestWithUsedCursor(searches: readonly HistoryEntry[]): HistoryEntry | undefined {
  const own = searches.filter(({ isOwn, isComplete, exchange }) => isOwn && isComplete && statusOf(exchange) === 200);
  const cursors = new Set(own.map(({ exchange }) => valueAt(exchange, "/data/nextCursor")));
  return own.find(
    ({ input, exchange }) => cursors.has(input.parameters.cursor) && listAt(exchange, "/data/hits").length > 0,
  );
}

/** Fails if a cursor shows memories of the workspace that it comes from, when used in another. */
export function expectNoMemoryOf(exchange: Exchange, own: Exchange): void {
  if (requireResponse(exchange).status !== 200) return;
  // Compared by content too, since sequential ids may recur in each workspace.
  const ownHits = listAt(own, "/data/hits").flatMap((hit) => (isObject(hit) ? [idAndContent(hit)] : []));
  const hits = listAt(exchange, "/data/hits");
  const index = hits.findIndex((hit) => isObject(hit) && ownHits.includes(idAndContent(hit)));
  expectThat(index < 0, {
    message: "a cursor of another workspace must show no memory of that workspace",
    expected: "a rejection, or no memory of it",
    actual: `found at /data/hits/${index}`,
    pointer: `/data/hits/${index}`,
    keyword: "leak",
  });
}

function idAndContent({ id, content }: JsonObject): string {
  return JSON.stringify([id, content]);
}
