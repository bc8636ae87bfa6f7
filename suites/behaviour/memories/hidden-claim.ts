import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CallOptions, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { stringAt } from "../../verifiers/read.ts";
import { sendMessage } from "../messages/requests.ts";
import { requireSoon } from "../preconditions.ts";
import { recall } from "../recall/recalling.ts";
import { askToRemember, contentOf } from "./claims.ts";
import { expectFound } from "./listing.ts";

/** What another agent has written where the caller may not read, with all that is known of it. */
export interface HiddenClaim {
  readonly id: string;
  readonly content: string;
  /** A value in its metadata, and a tag of it. */
  readonly topic: string;
  /** The metadata that was asked for, and the response. */
  readonly metadata: JsonObject;
  readonly response: Exchange;
}

/**
 * Written once in a run, for all who look for it.
 *
 * @throws NotApplicable where the other agent may not write there, or not read.
 */
export function hiddenClaim(check: CheckContext): Promise<HiddenClaim> {
  return claimOf(check.context)(check);
}

/** What comes back for the caller need not for another. */
const LOST_EASILY = { Plan: { Inner: { Last: { first: [1, 2], isKept: true } } }, note: "Größe, dann Ende" };
/** How sure it is: of whole hundredths, and no coarser. */
export const SURE = 0.83;

const claimOf = onceARun(() => once(write));

async function write(check: CheckContext): Promise<HiddenClaim> {
  const { unreadableScope: scope_id = "", otherAgent } = check.context.target.fixtures;
  const options = { apiKey: otherAgent?.apiKey ?? "" };
  const topic = wordOf(check.context, "topic of what is hidden");
  const content = `${wordOf(check.context, "hidden from recall")} ${contentOf(check, "hidden from recall")}`;
  // A preference, where there are any: a bootstrap shows those apart from decisions, which are known to be hidden anyway.
  const kind = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "kind").find(
    (one) => one === "preference",
  );
  const metadata = { topic, tags: [topic], ...LOST_EASILY };
  const more = { ...(kind === undefined ? {} : { kind }), confidence: SURE };
  const members = { content, scope_id, metadata, ...more };
  const response = await asAnother(check, members, options);
  if (statusOf(response) !== 200) throw new NotApplicable("another agent may not write into the scope that is hidden");
  const id = stringAt(response, "/data/id");
  // Who may write there need not be able to read there.
  await orNotApplicable(() =>
    requireSoon(check, "recall.finds", async () =>
      expectFound((await recall(check, { query: content }, options)).hits, id, "it is not recalled there"),
    ),
  );
  return { id, content, topic, metadata, response };
}

/** What the caller's own claims come from need not be for another to name: where it is rejected, that one derives from its own. */
async function asAnother(check: CheckContext, members: JsonObject, options: CallOptions): Promise<Exchange> {
  const response = await askToRemember(check, members, options);
  const channelId = check.context.target.fixtures.otherAgent?.channel;
  if (statusOf(response) === 200 || channelId === undefined) return response;
  const source = await tryOrNull(() => sendMessage(check, "the source of what is hidden", { channelId }, options));
  if (source === null) return response;
  return askToRemember(check, { ...members, derived_from: [{ id: source.id }] }, options);
}
