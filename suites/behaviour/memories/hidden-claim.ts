import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CallOptions, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { stringAt } from "../../verifiers/read.ts";
import { sendMessage } from "../messages/requests.ts";
import { requireEventually } from "../preconditions.ts";
import { recall } from "../recall/requests.ts";
import { contentOf, requestMemory } from "./claims.ts";
import { expectFound } from "./listing.ts";

/** A claim of another agent that the caller may not read, with everything known about it. */
export interface HiddenClaim {
  readonly id: string;
  readonly content: string;
  /** A value in its metadata, which is also its tag. */
  readonly topic: string;
  /** The metadata of the request, and the response. */
  readonly metadata: JsonObject;
  readonly response: Exchange;
}

/**
 * Returns the claim, which is created once per run for all checks. @throws NotApplicable if the other agent may not
 * write or not read there.
 */
export function hiddenClaim(check: CheckContext): Promise<HiddenClaim> {
  return cachedClaim(check.context)(check);
}

/** Metadata that a target may return to the caller correctly, but not to another agent. */
const FRAGILE_METADATA = { Plan: { Inner: { Last: { first: [1, 2], isKept: true } } }, note: "Größe, dann Ende" };
/** Its confidence, in hundredths, which must not be rounded further. */
export const HIDDEN_CONFIDENCE = 0.83;

const cachedClaim = oncePerRun(() => once(createHiddenClaim));

async function createHiddenClaim(check: CheckContext): Promise<HiddenClaim> {
  const { unreadableScope: scope_id = "", otherAgent } = check.context.target.fixtures;
  const options = { apiKey: otherAgent?.apiKey ?? "" };
  const topic = wordOf(check.context, "topic of what is hidden");
  const content = `${wordOf(check.context, "hidden from recall")} ${contentOf(check, "hidden from recall")}`;
  // A preference if there is such a kind: a bootstrap lists those separately from decisions, which other checks show to
  // be hidden.
  const kind = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "kind").find(
    (one) => one === "preference",
  );
  const metadata = { topic, tags: [topic], ...FRAGILE_METADATA };
  const otherMembers = { ...(kind === undefined ? {} : { kind }), confidence: HIDDEN_CONFIDENCE };
  const members = { content, scope_id, metadata, ...otherMembers };
  const response = await requestByOtherAgent(check, members, options);
  if (statusOf(response) !== 200) throw new NotApplicable("another agent may not write into the unreadable scope");
  const id = stringAt(response, "/data/id");
  // An agent may be allowed to write there without being allowed to read.
  await orNotApplicable(() =>
    requireEventually(check, "recall.finds", async () =>
      expectFound((await recall(check, { query: content }, options)).hits, id, "it is not recalled there"),
    ),
  );
  return { id, content, topic, metadata, response };
}

/**
 * Requests a claim of another agent. It may not be allowed to name the caller's sources: if that is rejected, the claim
 * derives from a message of its own.
 */
async function requestByOtherAgent(check: CheckContext, members: JsonObject, options: CallOptions): Promise<Exchange> {
  const response = await requestMemory(check, members, options);
  const channelId = check.context.target.fixtures.otherAgent?.channel;
  if (statusOf(response) === 200 || channelId === undefined) return response;
  const source = await tryOrNull(() => sendMessage(check, "the source of what is hidden", { channelId }, options));
  if (source === null) return response;
  return requestMemory(check, { ...members, derived_from: [{ id: source.id }] }, options);
}
