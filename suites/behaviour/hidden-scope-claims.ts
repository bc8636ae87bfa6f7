import type { JsonObject } from "../../spec/json.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { orNotApplicable } from "../engine/cases/attempt.ts";
import type { CallOptions, CheckContext } from "../engine/check/check.ts";
import { NotApplicable } from "../outcome/skipped.ts";
import { requestContext, scopesIn } from "./bootstrap/requests.ts";
import { type CreatedMemory, requestUniqueMemory, withListedStatus } from "./memories/claims.ts";
import { type SentMessage, sendMessage } from "./messages/requests.ts";

/** A claim of another agent in a scope hidden from the caller, and the message that it was derived from. */
export interface HiddenScopeClaim extends CreatedMemory {
  readonly source: SentMessage;
  readonly options: CallOptions;
}

/** Fixtures for a claim of another agent in a scope that the caller may not read. */
export const HIDDEN_CLAIM_FIXTURES = ["otherAgent.apiKey", "otherAgent.channel"];

/**
 * Creates a claim of another agent in a scope that the caller cannot read: one that only that agent belongs to, or the
 * one that the target file names. Not applicable if that agent may write to none of them.
 */
export async function rememberInHiddenScope(
  check: CheckContext,
  key: string,
  members: JsonObject,
): Promise<HiddenScopeClaim> {
  const { apiKey = "", channel: channelId = "" } = check.context.target.fixtures.otherAgent ?? {};
  const options = { apiKey };
  const source = await orNotApplicable(() => sendMessage(check, `source of ${key}`, { channelId }, options));
  for (const scope_id of await scopesHiddenFromCaller(check, options)) {
    const claimMembers = { ...members, scope_id, derived_from: [{ id: source.id }] };
    const claimed = await requestUniqueMemory(check, key, claimMembers, options);
    if (statusOf(claimed.response) !== 200) continue;
    return { ...(await withListedStatus(check, claimed, options)), source, options };
  }
  throw new NotApplicable("another agent may write into no scope that is hidden from the caller");
}

/**
 * Returns the scopes that the other agent belongs to and the caller does not, followed by the unreadable scope of the
 * target file.
 */
async function scopesHiddenFromCaller(check: CheckContext, options: CallOptions): Promise<readonly string[]> {
  const { id } = check.context.target.fixtures.otherAgent ?? {};
  const ownScopes = scopeIdsIn(await requestContext(check));
  // First without `agent_identity_id`, which the target may resolve from the key; then with it, in case the target
  // requires it.
  const bodies: JsonObject[] = [{}, ...(id === undefined ? [] : [{ agent_identity_id: id }])];
  let otherScopes: readonly string[] = [];
  for (const body of bodies) {
    if (otherScopes.length === 0)
      otherScopes = scopeIdsIn(await check.call("bootstrap-context", { body }, { ...options, asIs: true }));
  }
  const { unreadableScope } = check.context.target.fixtures;
  return [
    ...new Set([
      ...otherScopes.filter((one) => !ownScopes.includes(one)),
      ...(unreadableScope === undefined ? [] : [unreadableScope]),
    ]),
  ];
}

function scopeIdsIn(exchange: Exchange): readonly string[] {
  const ids = statusOf(exchange) === 200 ? scopesIn(exchange).map(({ id }) => id) : [];
  return ids.filter((id) => typeof id === "string");
}
