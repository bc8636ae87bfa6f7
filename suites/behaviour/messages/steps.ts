import { asObject, type JsonObject } from "../../../spec/json.ts";
import { comesToBe, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { quietChannel } from "./channels.ts";
import { creationOf, rowBefore, sendRow } from "./chronology.ts";
import { type Page, readPage, WIDE } from "./pages.ts";
import type { SentMessage } from "./requests.ts";

// Of the messages on one side of a given one a page may hold those next to it, or those farthest from it: that is open.

const learnt = onceARun(() => ({ before: once(learnBefore), after: once(learnAfter) }));

/** Which page a target gives after a message: the next one, or another; unknown where it cannot be told. */
export function stepAfter(check: CaseContext): Promise<"next" | "unknown"> {
  return learnt(check.context).after(check);
}

/** Which page a target gives before a message: the next one, or the oldest of the channel. Found out once a run. */
export function stepBefore(check: CaseContext): Promise<"next" | "oldest"> {
  return learnt(check.context).before(check);
}

/**
 * Whether a channel is read from its newer end back, as most targets allow. Where a page before a message is the oldest
 * one of the channel, and the page after a message the next one, it is read forward.
 */
export async function goesBack(check: CaseContext): Promise<boolean> {
  const step = await tryOrNull(() => stepBefore(check));
  return step !== "oldest" || (await stepAfter(check)) !== "next";
}

/** A second look, for a page that lags behind or another's message in between. */
const TRIES = 2;

/** Of a row of messages the page of one after the first holds the second, however many others write. */
async function learnAfter(check: CaseContext): Promise<"next" | "unknown"> {
  const channel = quietChannel(check.context);
  for (let turn = 0; turn < TRIES; turn += 1) {
    const [first, second, third] = await sendRow(check, `step ${turn}`, channel, 3);
    const { ids, messages } = await readPage(check, { channel, limit: 1, after: first?.id ?? "" });
    if (second !== undefined && ids.includes(second.id)) return "next";
    // Another's message in between is the next one as well: it is older than the newest of the row.
    if (third !== undefined && messages.some((message) => creationOf(message) > 0 && isOlder(message, third)))
      return "next";
  }
  return "unknown";
}

/** A page that is merely wrong is not the oldest one: that is the same before each message, and nothing precedes it. */
async function learnBefore(check: CaseContext): Promise<"next" | "oldest"> {
  const row = await rowBefore(check);
  const channel = quietChannel(check.context);
  const pageBefore = (id: string | undefined, limit: number) => readPage(check, { channel, limit, before: id ?? "" });
  const look = async () => expectNext(await pageBefore(row[2]?.id, 1), row);
  // A page that lags behind shows older messages as well, for a while.
  if (await comesToBe(check, look)) return "next";
  const [oldest] = (await pageBefore(row[2]?.id, 1)).ids;
  if (oldest === undefined) return "next";
  const same = (await pageBefore(row[1]?.id, 1)).ids[0] === oldest;
  const beyond = await pageBefore(oldest, WIDE);
  return same && beyond.ids.length === 0 ? "oldest" : "next";
}

/** The page of one before the third of a row holds the second, or what others wrote after the first. */
function expectNext({ ids, messages }: Page, [first, second]: readonly SentMessage[]): void {
  const isNext =
    (second !== undefined && ids.includes(second.id)) ||
    (first !== undefined && messages.some((message) => creationOf(message) > createdAt(first)));
  expectThat(isNext, {
    message: "before a message the page that is next to it is looked for",
    expected: `the message ${second?.id}`,
    actual: "another one",
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
