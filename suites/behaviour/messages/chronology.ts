import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { CaseContext } from "../../engine/check.ts";
import { onceARun } from "../../engine/once-a-run.ts";
import { fail } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { instantOf } from "../instant.ts";
import { once } from "../once.ts";
import { needSoon } from "../soon.ts";
import { apart } from "./apart.ts";
import { quietChannel } from "./channels.ts";
import { type Page, readPage, URGENT, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** In which direction the pages of a target list their messages: that is open. */
export type Direction = "newest-first" | "oldest-first";

type Cursor = "before" | "after";

/** What is learnt about the target of a run: each when somebody first asks. */
const learnt = onceARun(() => ({
  before: once((check: CaseContext) => learn(check, "before")),
  after: once((check: CaseContext) => learn(check, "after")),
  step: once(learnStep),
}));

/** The direction of pages before, or after, a message: found out once a run. */
export function directionOf(check: CaseContext, cursor: Cursor): Promise<Direction> {
  return learnt(check.world)[cursor](check);
}

/** Which page a target gives after a message: the next one, or another; that is open. */
export type Step = "next" | "unknown";

/** Found out once a run; unknown where it cannot be told. */
export function stepAfter(check: CaseContext): Promise<Step> {
  return learnt(check.world).step(check);
}

/** Of a row of messages the page of one after the first holds the second, however many others write. */
async function learnStep(check: CaseContext): Promise<Step> {
  const channel = quietChannel(check.world);
  for (let turn = 0; turn < STEP_TRIES; turn += 1) {
    const [first, second, third] = await sendRow(check, `step ${turn}`, channel, 3);
    const { ids, messages } = await readPage(check, { channel, limit: 1, after: first?.id ?? "" });
    if (second !== undefined && ids.includes(second.id)) return "next";
    // Another's message in between is the next one as well: it is older than the newest of the row.
    if (third !== undefined && messages.some((message) => isOlder(message, third))) return "next";
  }
  return "unknown";
}

function isOlder(message: JsonObject, { answer }: SentMessage): boolean {
  const data = valueAt(answer, "/data");
  const [instant, bound] = [creationOf(message), creationOf(isObject(data) ? data : {})];
  return instant > 0 && instant < bound;
}

/** A second look, for a page that lags behind or another's message in between. */
const STEP_TRIES = 2;

/** Sends messages one after the other, before all else that waits: others of the run do not come in between. */
export async function sendRow(
  check: CaseContext,
  key: string,
  channelId: string,
  count: number,
): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  for (let index = 0; index < count; index += 1) {
    sent.push(await sendMessage(check, `${key} ${index}`, { channelId }, URGENT));
    await apart(check);
  }
  return sent;
}

/** Others may write between the messages that are to show it. */
const TRIES = 5;

async function learn(check: CaseContext, cursor: Cursor): Promise<Direction> {
  const channel = quietChannel(check.world);
  let sent: SentMessage[] = [];
  const look = async () => {
    const named = cursor === "before" ? sent[2] : sent[0];
    const page = await readPage(check, { channel, limit: WIDE, [cursor]: named?.id ?? "" });
    return shownBy(page, sent) ?? toldBy(page) ?? (isLonely(page) ? "newest-first" : null);
  };
  for (let turn = 0; turn < TRIES; turn += 1) {
    sent = await sendRow(check, `order ${cursor} ${turn}`, channel, 3);
    const direction = await look();
    if (direction) return direction;
  }
  // What a channel lists may lag behind: then the last row is read until it shows.
  return needSoon(check, "messages.send.readable", async () => {
    const direction = await look();
    if (direction) return direction;
    return fail({
      message: "the order of messages in a page cannot be told",
      expected: "two of three messages that were sent one after the other",
      actual: "fewer of them",
      verifier: "direction",
      pointer: "/data/messages",
      keyword: "order",
    });
  });
}

/** As two messages show it of which one is known to be the earlier. */
function shownBy({ ids }: Page, sent: readonly SentMessage[]): Direction | null {
  const [first, second] = sent.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0);
  if (first === undefined || second === undefined) return null;
  return first > second ? "newest-first" : "oldest-first";
}

/** One message where more would follow: in pages of one there is no order, and each is the end of its page. */
function isLonely({ ids, hasMore }: Page): boolean {
  return ids.length === 1 && hasMore === true;
}

/** As the times of the messages tell it. */
function toldBy({ messages }: Page): Direction | null {
  const [first, last] = [messages[0], messages.at(-1)].map((message) => creationOf(message ?? {}));
  if (first === undefined || last === undefined || first === last) return null;
  return first > last ? "newest-first" : "oldest-first";
}

/** The message at one end of a page in time; where two share an instant, the direction of the page decides. */
export function endOf({ messages }: Page, end: "oldest" | "newest", direction: Direction): JsonObject | undefined {
  const inTime = direction === "oldest-first" ? [...messages] : [...messages].reverse();
  const sorted = inTime.sort((left, right) => creationOf(left) - creationOf(right));
  return end === "oldest" ? sorted[0] : sorted.at(-1);
}

/** Creation in milliseconds; equal for messages that do not tell it, so that their order stays. */
export function creationOf({ createdAt }: JsonObject): number {
  return instantOf(createdAt) || 0;
}
