import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { cachedPerRun } from "../../engine/cases/cached-results.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import type { LISTS } from "../../models/bootstrap-lists.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { listAt } from "../../verifiers/read.ts";
import { type Hit, hitsAt } from "../memories/listing.ts";

/** Requests the bootstrap context with these members, and those that the target requires. */
export async function requestContext(
  check: CaseContext,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<Exchange> {
  const { input } = await check.baseline("bootstrap-context");
  return check.call("bootstrap-context", withBody(input, members), options);
}

/** Requests it without any member. The contract leaves open whether that is rejected. */
export function requestContextWithoutMembers(check: CaseContext): Promise<Exchange> {
  return check.call("bootstrap-context", { body: {} }, { asIs: true });
}

/** Returns the bootstrap context. Throws `Inconclusive` if it is rejected. */
export async function bootstrap(check: CaseContext, members: JsonObject = {}): Promise<Exchange> {
  const exchange = await requestContext(check, members);
  requireAccepted(exchange, "bootstrap.succeeds");
  return exchange;
}

/** Returns the bootstrap context of any time of the run, requested once. */
export const bootstrapOnce = cachedPerRun((members: JsonObject = {}) => JSON.stringify(members), bootstrap);

/** Returns the memories of one of the lists. */
export function memoriesIn(exchange: Exchange, list: (typeof LISTS)[number]): readonly Hit[] {
  return hitsAt(exchange, `/data/${list}`);
}

/** Returns the scopes of the membership. */
export function scopesIn(exchange: Exchange): readonly JsonObject[] {
  return listAt(exchange, "/data/scope_membership").filter(isObject);
}
