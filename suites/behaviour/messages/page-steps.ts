import { asObject, type JsonObject } from "../../../spec/json.ts";
import { succeedsEventually, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { quietChannel } from "./channels.ts";
import { creationOf, rowBefore, sendConsecutively } from "./page-order.ts";
import { type Page, PORTABLE_LIMIT, readPage } from "./pages.ts";
import type { SentMessage } from "./requests.ts";

// A page on one side of a message may have those next to it, or those farthest from it: the contract leaves that open.

const cachedResults = oncePerRun(() => ({ before: once(determineStepBefore), after: once(determineStepAfter) }));

/** Returns which page a target gives after a message: the next one, or "unknown" if that cannot be determined. */
export function stepAfter(check: CaseContext): Promise<"next" | "unknown"> {
  return cachedResults(check.context).after(check);
}

/**
 * Returns which page a target gives before a message: the next one, or the oldest of the channel. Determined once per
 * run.
 */
export function stepBefore(check: CaseContext): Promise<"next" | "oldest"> {
  return cachedResults(check.context).before(check);
}

/**
 * Returns true if a channel is walked backwards from its newer end, as most targets allow. If the page before a message
 * is the oldest of the channel, and the page after one is the next, it is walked forwards.
 */
export async function isWalkedBackwards(check: CaseContext): Promise<boolean> {
  const step = await tryOrNull(() => stepBefore(check));
  return step !== "oldest" || (await stepAfter(check)) !== "next";
}

/** The number of tries, since a page may lag or others may write in between. */
const MAX_ATTEMPTS = 2;

/**
 * Sends a row of messages. If the page of one after the first has the second, the target gives the next page, however
 * many messages others write.
 */
async function determineStepAfter(check: CaseContext): Promise<"next" | "unknown"> {
  const channel = quietChannel(check.context);
  for (let turn = 0; turn < MAX_ATTEMPTS; turn += 1) {
    const [first, second, third] = await sendConsecutively(check, `step ${turn}`, channel, 3);
    const { ids, messages } = await readPage(check, { channel, limit: 1, after: first?.id ?? "" });
    if (second !== undefined && ids.includes(second.id)) return "next";
    // A message of others in between is the next one too: it is older than the last of the row.
    if (third !== undefined && messages.some((message) => creationOf(message) > 0 && isOlder(message, third)))
      return "next";
  }
  return "unknown";
}

/**
 * The page counts as the oldest one only if it is the same before each message and nothing precedes it; otherwise it is
 * merely wrong.
 */
async function determineStepBefore(check: CaseContext): Promise<"next" | "oldest"> {
  const row = await rowBefore(check);
  const channel = quietChannel(check.context);
  const pageBefore = (id: string | undefined, limit: number) => readPage(check, { channel, limit, before: id ?? "" });
  const attempt = async () => expectNext(await pageBefore(row[2]?.id, 1), row);
  // A page that lags also shows older messages for a while.
  if (await succeedsEventually(check, attempt)) return "next";
  const [oldest] = (await pageBefore(row[2]?.id, 1)).ids;
  if (oldest === undefined) return "next";
  const same = (await pageBefore(row[1]?.id, 1)).ids[0] === oldest;
  const beyond = await pageBefore(oldest, PORTABLE_LIMIT);
  return same && beyond.ids.length === 0 ? "oldest" : "next";
}

/**
 * Fails unless the page of one before the third of a row has the second, or a message of others written after the
 * first.
 */
function expectNext({ ids, messages }: Page, [first, second]: readonly SentMessage[]): void {
  const isNext =
    (second !== undefined && ids.includes(second.id)) ||
    (first !== undefined && messages.some((message) => creationOf(message) > createdAt(first)));
  expectThat(isNext, {
    message: "the page before a message should be the one next to it",
    expected: `the message ${second?.id}`,
    actual: "another message",
    keyword: "step",
  });
}

function isOlder(message: JsonObject, sent: SentMessage): boolean {
  return creationOf(message) < createdAt(sent);
}

function createdAt({ response }: SentMessage): number {
  const data = valueAt(response, "/data");
  return creationOf(asObject(data));
}
