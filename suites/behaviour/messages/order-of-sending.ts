import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { instantOf } from "../../models/instant.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { requireEventually } from "../preconditions.ts";
import { quietChannel } from "./channels.ts";
import { PORTABLE_LIMIT, readPage, URGENT } from "./pages.ts";
import { clockSkewOf, type SentMessage, sendMessage } from "./requests.ts";

// Messages are ordered by their creation times; two with the same time may be in either order. Most targets keep
// fractions of a second, or keep the order of sending for equal times. A few keep whole seconds and sort equal times by
// something else. For those, the run waits a second between messages that need an order.

/** More milliseconds than the clock resolution of most targets. */
const MILLISECOND_CLOCK_MS = 3;
/** More milliseconds than the whole second to which a few targets truncate times. */
const SECOND_CLOCK_MS = 1050;

const cachedResult = oncePerRun(() => once(determineUnordered));

/** Waits until a message that is sent from now on is sure to be ordered after all earlier ones. */
export async function waitForNextOrder(check: CaseContext): Promise<void> {
  await check.pause(await orderingIntervalOf(check));
}

/** Returns the milliseconds between two messages that ensure their order. */
export async function orderingIntervalOf(check: CaseContext): Promise<number> {
  const resolutionMs = (await isUnorderedWithinSecond(check)) ? SECOND_CLOCK_MS : MILLISECOND_CLOCK_MS;
  // A target may stamp messages by several clocks and sort by time. The skew seen is not the largest possible, so it is
  // tripled.
  return Math.max(resolutionMs, Math.min(SECOND_CLOCK_MS, 3 * clockSkewOf(check.context)));
}

/** Returns true if messages of one second may be in another order than they were sent. Determined once per run. */
export function isUnorderedWithinSecond(check: CaseContext): Promise<boolean> {
  return cachedResult(check.context)(check);
}

/** The number of rows to send, since one may span two seconds. */
const MAX_ROWS = 3;
const ROW_LENGTH = 8;
/** The minimum number of messages in one second that is worth examining. */
const MIN_IN_SAME_SECOND = 4;
/**
 * Random ids sort in the order of sending by chance. The rows are accepted as sorted only if that chance is below one
 * in this many.
 */
const MIN_PERMUTATIONS = 10_000;

async function determineUnordered(check: CaseContext): Promise<boolean> {
  const channelId = quietChannel(check.context);
  let permutations = 1;
  for (let turn = 0; turn < MAX_ROWS; turn += 1) {
    const row: SentMessage[] = [];
    for (let index = 0; index < ROW_LENGTH; index += 1) {
      row.push(await sendMessage(check, `a second's ${turn} ${index}`, { channelId }, URGENT));
      if (row.some((sent) => hasFractionOfSecond(sent))) return false;
    }
    // Without times, all of them may be of one second.
    const sameSecond = row.filter((sent) => Object.is(createdAt(sent), createdAt(row[Math.floor(ROW_LENGTH / 2)])));
    // Sequential ids that are sorted as text keep their order until they have more digits, so the row need not show the
    // problem.
    if (mayGainDigits(row)) return true;
    if (sameSecond.length < MIN_IN_SAME_SECOND) continue;
    if ((await tryOrNull(() => isUnordered(check, channelId, sameSecond))) ?? true) return true;
    permutations *= permutationsOf(sameSecond.length);
    if (permutations >= MIN_PERMUTATIONS) return false;
  }
  // There were too few messages per second for a verdict, so they may be mixed.
  return true;
}

/** Returns the number of permutations of this many messages. */
function permutationsOf(count: number): number {
  return count <= 1 ? 1 : count * permutationsOf(count - 1);
}

/** More messages than a run sends. */
const MAX_MESSAGES_OF_RUN = 10_000;

/** Returns true if these ids are sequential numbers of which some in this run will have more digits. */
function mayGainDigits(row: readonly SentMessage[]): boolean {
  const parts = row.map(({ id }) => /^(.*?)(\d{1,15})$/s.exec(id));
  const prefixes = new Set(parts.map((part) => part?.[1]));
  const numbers = parts.map((part) => Number(part?.[2]));
  const isSequential =
    prefixes.size === 1 && numbers.slice(1).every((number, index) => number > (numbers[index] ?? Infinity));
  const digits = (number: number) => String(number).length;
  return isSequential && numbers.some((number) => digits(number + MAX_MESSAGES_OF_RUN) > digits(number));
}

/** Returns true if a page before one of the messages has a later one, or a page after one has an earlier one. */
async function isUnordered(check: CaseContext, channel: string, row: readonly SentMessage[]): Promise<boolean> {
  const ids = row.map(({ id }) => id);
  await requireRowRead(check, channel, ids);
  for (const [index, id] of ids.entries()) {
    const before = await readPage(check, { channel, limit: PORTABLE_LIMIT, before: id }, URGENT);
    const after = await readPage(check, { channel, limit: PORTABLE_LIMIT, after: id }, URGENT);
    if (ids.slice(index + 1).some((later) => before.ids.includes(later))) return true;
    if (ids.slice(0, index).some((earlier) => after.ids.includes(earlier))) return true;
  }
  return false;
}

/** Waits until all messages of the row are read, since the order of messages that are not visible yet is unknown. */
async function requireRowRead(
  check: CaseContext,
  channel: string,
  [cursor = "", ...others]: readonly string[],
): Promise<void> {
  await requireEventually(check, "messages.send.readable", async () => {
    const before = await readPage(check, { channel, limit: PORTABLE_LIMIT, before: cursor }, URGENT);
    const after = await readPage(check, { channel, limit: PORTABLE_LIMIT, after: cursor }, URGENT);
    const missing = others.find((id) => ![...before.ids, ...after.ids].includes(id));
    expectThat(missing === undefined, {
      message: "messages sent one after the other must be on the pages before and after one of them",
      expected: `the message ${missing}`,
      actual: "on neither page",
      pointer: "/data/messages",
      keyword: "lag",
    });
  });
}

function createdAt(sent: SentMessage | undefined): number {
  return instantOf(sent && valueAt(sent.response, "/data/createdAt"));
}

function hasFractionOfSecond(sent: SentMessage): boolean {
  return createdAt(sent) % 1000 > 0;
}
