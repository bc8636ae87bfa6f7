import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { comesToBe, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { type Anchor, dropAnchor, type Feed, readSince } from "../events/channel-feed.ts";
import { ask, isLimit } from "./plan-requests.ts";

/** A creation that was rejected for the plan in a channel, and from where on the channel is read. */
interface Bound {
  readonly anchor: Anchor;
  readonly word: string;
  readonly exchange: Exchange;
}

/** Asks for a task in the channel that the fixture names, where that key may read and write there. */
export async function boundBeyondThePlan(check: CheckContext, time = 0): Promise<Bound | null> {
  const { apiKey = "", channel } = check.context.target.fixtures.exhaustedPlan ?? {};
  if (channel === undefined) return null;
  return tryOrNull(async () => {
    const anchor = await dropAnchor(check, channel, { apiKey });
    const word = wordOf(check.context, `beyond the plan in a channel${time === 0 ? "" : ` ${time}`}`);
    const exchange = await ask(check, apiKey, word, { channelId: channel });
    return isLimit(exchange) ? { anchor, word, exchange } : null;
  });
}

export async function expectNoCard(check: CheckContext, { anchor, word }: Bound): Promise<void> {
  const { messages, exchanges } = await readSince(check, anchor);
  judging(exchanges.slice(-1), () =>
    expectThat(!messages.some((message) => JSON.stringify(message).includes(word)), {
      ...POSTED,
      expected: `no message with ${word}`,
      actual: "one is there",
    }),
  );
}

const POSTED = {
  message: "a creation that fails for the plan's limit must post no card",
  pointer: "/data/messages",
  keyword: "card",
} as const;

/** So many rejections are to be followed by a message each, and so many times without one by none. */
const ROUNDS = 2;
/** A time that others of the run disturb is followed by another. */
const QUIET_TRIES = 3;

/**
 * A card need not name its task. What comes into the channel that the run has not sent may come from anybody; what comes
 * whenever a creation is rejected there, and never when none is asked for, comes of the rejection.
 */
export async function expectNothingPosted(check: CheckContext, first: Bound): Promise<void> {
  let [rejected, feed] = [first, await readSince(check, first.anchor)];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (cardsIn(check, feed).length === 0 || !(await isQuiet(check, first.anchor))) return;
    const next = await boundBeyondThePlan(check, round + 1);
    if (next === null) return;
    rejected = next;
    feed = await comingSince(check, next.anchor);
  }
  const [card] = cardsIn(check, feed);
  judging([rejected.exchange, ...feed.exchanges.slice(-1)], () =>
    expectThat(card === undefined, {
      ...POSTED,
      expected: "no message but those that the run sends",
      actual: `the message ${String(card?.id)} ${JSON.stringify(card?.content ?? null)}, as after each such creation`,
    }),
  );
}

/** True if in one of the tries no possible card follows a message of the run: some channels have agents that reply to everything. */
async function isQuiet(check: CheckContext, { channel, key }: Anchor): Promise<boolean> {
  for (let time = 0; time < QUIET_TRIES; time += 1) {
    const anchor = await tryOrNull(() => dropAnchor(check, channel, key));
    if (anchor !== null && cardsIn(check, await comingSince(check, anchor)).length === 0) return true;
  }
  return false;
}

/** What has come since an anchor: as soon as something has that may be a card, or when the target's patience is over. */
async function comingSince(check: CheckContext, anchor: Anchor): Promise<Feed> {
  let feed: Feed = { messages: [], exchanges: [], whole: true };
  await comesToBe(check, async () => {
    feed = await readSince(check, anchor);
    const { length } = cardsIn(check, feed);
    expectThat(length > 0, { message: "no card yet", expected: "a card", actual: "none", keyword: "lag" });
  });
  return feed;
}

/** A notice of the rejection is not a card of a task. */
const NOTICE = /limit|plan|allowance|quota|upgrade|billing/i;

/** The messages that may be cards: the run has not sent them, and they do not speak of the plan. */
function cardsIn({ context }: CheckContext, { messages }: Feed): readonly JsonObject[] {
  return messages.filter((message) => {
    const said = JSON.stringify([message.content ?? null, message.metadata ?? null]);
    return !said.includes(context.mark) && !NOTICE.test(said);
  });
}
