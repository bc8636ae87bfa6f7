import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { instantOf } from "../../models/instant.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { requireSoon } from "../preconditions.ts";
import { quietChannel } from "./channels.ts";
import { readPage, URGENT, WIDE } from "./pages.ts";
import { clocksApart, type SentMessage, sendMessage } from "./requests.ts";

// Which of two messages was created before the other is a question of their times: of one instant either may come first.
// Most targets keep fractions of a second, or let what came first stand first. A few keep whole seconds and sort what
// shares one by something else: there, messages that are to have an order are sent a second apart.

/** Further apart than the clocks of most targets tick. */
const USUAL_MS = 3;
/** More than the whole second to which a few targets cut their times. */
const SECOND_MS = 1050;

const learnt = onceARun(() => once(learn));

/** Waits until a message that is sent from now on is sure to stand after all that were sent before. */
export async function apart(check: CaseContext): Promise<void> {
  await check.pause(await marginOf(check));
}

/** By how many milliseconds one message has to be created after another to be sure to stand after it. */
export async function marginOf(check: CaseContext): Promise<number> {
  const usual = (await isMixedWithinASecond(check)) ? SECOND_MS : USUAL_MS;
  // Where several clocks stamp what a target sorts by its time, what was seen of them is not the most that they are apart.
  return Math.max(usual, Math.min(SECOND_MS, 3 * clocksApart(check.context)));
}

/** Do messages of one second stand in another order than they were sent? Found out once a run. */
export function isMixedWithinASecond(check: CaseContext): Promise<boolean> {
  return learnt(check.context)(check);
}

/** A second look, for a row that two seconds share. */
const TRIES = 3;
const ROW = 8;
/** Fewer than so many within one second are not worth a look. */
const TELLING = 4;
/** What drawn ids are sorted by is the order of their sending once in so many runs, which is not to decide a run. */
const CHANCES = 10_000;

async function learn(check: CaseContext): Promise<boolean> {
  const channelId = quietChannel(check.context);
  let orders = 1;
  for (let turn = 0; turn < TRIES; turn += 1) {
    const row: SentMessage[] = [];
    for (let index = 0; index < ROW; index += 1) {
      row.push(await sendMessage(check, `a second's ${turn} ${index}`, { channelId }, URGENT));
      if (row.some((sent) => isWithinASecond(sent))) return false;
    }
    // Where no time is told, all of them may be of one second.
    const sameSecond = row.filter((sent) => Object.is(createdAt(sent), createdAt(row[Math.floor(ROW / 2)])));
    // Sorted as texts, ids that are counted keep their order until they grow longer: the row need not show it.
    if (mayGrowLonger(row)) return true;
    if (sameSecond.length < TELLING) continue;
    if ((await tryOrNull(() => isMixed(check, channelId, sameSecond))) ?? true) return true;
    orders *= ordersOf(sameSecond.length);
    if (orders >= CHANCES) return false;
  }
  // A target that takes so few in a second may mix them all the same.
  return true;
}

/** In how many orders so many messages can stand. */
function ordersOf(count: number): number {
  return count <= 1 ? 1 : count * ordersOf(count - 1);
}

/** More messages than a run sends. */
const MORE_THAN_A_RUN = 10_000;

/** Are these ids numbers that are counted up, and will some of the run have more digits? */
function mayGrowLonger(row: readonly SentMessage[]): boolean {
  const parts = row.map(({ id }) => /^(.*?)(\d{1,15})$/s.exec(id));
  const heads = new Set(parts.map((part) => part?.[1]));
  const numbers = parts.map((part) => Number(part?.[2]));
  const counted = heads.size === 1 && numbers.slice(1).every((number, index) => number > (numbers[index] ?? Infinity));
  const digits = (number: number) => String(number).length;
  return counted && numbers.some((number) => digits(number + MORE_THAN_A_RUN) > digits(number));
}

/** Pages before some of them show a later one, or pages after some an earlier one. */
async function isMixed(check: CaseContext, channel: string, row: readonly SentMessage[]): Promise<boolean> {
  const ids = row.map(({ id }) => id);
  await requireShown(check, channel, ids);
  for (const [index, id] of ids.entries()) {
    const before = await readPage(check, { channel, limit: WIDE, before: id }, URGENT);
    const after = await readPage(check, { channel, limit: WIDE, after: id }, URGENT);
    if (ids.slice(index + 1).some((later) => before.ids.includes(later))) return true;
    if (ids.slice(0, index).some((earlier) => after.ids.includes(earlier))) return true;
  }
  return false;
}

/** Reads may lag: the order of messages that are not visible yet is unknown. */
async function requireShown(
  check: CaseContext,
  channel: string,
  [named = "", ...others]: readonly string[],
): Promise<void> {
  await requireSoon(check, "messages.send.readable", async () => {
    const before = await readPage(check, { channel, limit: WIDE, before: named }, URGENT);
    const after = await readPage(check, { channel, limit: WIDE, after: named }, URGENT);
    const missing = others.find((id) => ![...before.ids, ...after.ids].includes(id));
    expectThat(missing === undefined, {
      message: "messages that were sent one after the other must be read on either side of one of them",
      expected: `the message ${missing}`,
      actual: "not there",
      pointer: "/data/messages",
      keyword: "lag",
    });
  });
}

function createdAt(sent: SentMessage | undefined): number {
  return instantOf(sent && valueAt(sent.response, "/data/createdAt"));
}

function isWithinASecond(sent: SentMessage): boolean {
  return createdAt(sent) % 1000 > 0;
}
