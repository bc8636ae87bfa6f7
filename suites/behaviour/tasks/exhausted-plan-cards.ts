import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { succeedsEventually, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { type Anchor, type Feed, readSince, sendAnchor } from "../events/channel-feed.ts";
import { isPlanLimit, requestPlainTask } from "./plan-requests.ts";

/** A creation in a channel that was rejected because of the plan, and the anchor after which the channel is read. */
interface RejectedBoundCreation {
  readonly anchor: Anchor;
  readonly word: string;
  readonly exchange: Exchange;
}

/** Requests a task in the channel of the fixture; null if its key may not read and write there. */
export async function requestBoundTaskBeyondPlan(
  check: CheckContext,
  attempt = 0,
): Promise<RejectedBoundCreation | null> {
  const { apiKey = "", channel } = check.context.target.fixtures.exhaustedPlan ?? {};
  if (channel === undefined) return null;
  return tryOrNull(async () => {
    const anchor = await sendAnchor(check, channel, { apiKey });
    const word = wordOf(check.context, `beyond the plan in a channel${attempt === 0 ? "" : ` ${attempt}`}`);
    const exchange = await requestPlainTask(check, apiKey, word, { channelId: channel });
    return isPlanLimit(exchange) ? { anchor, word, exchange } : null;
  });
}

export async function expectNoCard(check: CheckContext, { anchor, word }: RejectedBoundCreation): Promise<void> {
  const { messages, exchanges } = await readSince(check, anchor);
  withEvidence(exchanges.slice(-1), () =>
    expectThat(!messages.some((message) => JSON.stringify(message).includes(word)), {
      ...CARD_POSTED,
      expected: `no message with ${word}`,
      actual: "a card is listed",
    }),
  );
}

const CARD_POSTED = {
  message: "a creation that fails for the plan's limit must post no card",
  pointer: "/data/messages",
  keyword: "card",
} as const;

/**
 * The number of further rejections that must each be followed by a message. Before each, a plain message of the run
 * must be followed by none.
 */
const ROUNDS = 2;
/** The number of tries, in case other checks interfere. */
const QUIET_TRIES = 3;

/**
 * Fails if rejected creations post messages. A card need not name its task, and any agent may post into the channel. A
 * message counts as caused by the rejection only if one follows every rejected creation, and none follows a plain
 * message of the run.
 */
export async function expectNothingPosted(check: CheckContext, first: RejectedBoundCreation): Promise<void> {
  let [rejected, feed] = [first, await readSince(check, first.anchor)];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (possibleCardsIn(check, feed).length === 0 || !(await isQuiet(check, first.anchor))) return;
    const next = await requestBoundTaskBeyondPlan(check, round + 1);
    if (next === null) return;
    rejected = next;
    feed = await readUntilCard(check, next.anchor);
  }
  const [card] = possibleCardsIn(check, feed);
  withEvidence([rejected.exchange, ...feed.exchanges.slice(-1)], () =>
    expectThat(card === undefined, {
      ...CARD_POSTED,
      expected: "no message but those that the run sends",
      actual: `the message ${String(card?.id)} ${JSON.stringify(card?.content ?? null)}, as after each such creation`,
    }),
  );
}

/**
 * Returns true if in one of the tries no possible card follows a message of the run. Some channels have agents that
 * reply to everything.
 */
async function isQuiet(check: CheckContext, { channel, key }: Anchor): Promise<boolean> {
  for (let attempt = 0; attempt < QUIET_TRIES; attempt += 1) {
    const anchor = await tryOrNull(() => sendAnchor(check, channel, key));
    if (anchor !== null && possibleCardsIn(check, await readUntilCard(check, anchor)).length === 0) return true;
  }
  return false;
}

/** Returns the messages after an anchor, as soon as one may be a card or after the consistency timeout. */
async function readUntilCard(check: CheckContext, anchor: Anchor): Promise<Feed> {
  let feed: Feed = { messages: [], exchanges: [], isComplete: true };
  await succeedsEventually(check, async () => {
    feed = await readSince(check, anchor);
    const { length } = possibleCardsIn(check, feed);
    expectThat(length > 0, { message: "no card yet", expected: "a card", actual: "no card", keyword: "lag" });
  });
  return feed;
}

/** A notice of the rejection is not a card of a task. */
const PLAN_NOTICE = /limit|plan|allowance|quota|upgrade|billing/i;

/** Returns the messages that may be cards: not sent by the run, and not about the plan. */
function possibleCardsIn({ context }: CheckContext, { messages }: Feed): readonly JsonObject[] {
  return messages.filter((message) => {
    const text = JSON.stringify([message.content ?? null, message.metadata ?? null]);
    return !text.includes(context.mark) && !PLAN_NOTICE.test(text);
  });
}
