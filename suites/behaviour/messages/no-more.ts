import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { hasHistoryCutoff } from "../../verifiers/history-cutoff.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { requireSoon } from "../preconditions.ts";
import { oldestFirst } from "./beginning.ts";
import { quietChannel } from "./channels.ts";
import { directionOf, endOf, sendRow } from "./chronology.ts";
import type { Conversation } from "./conversation.ts";
import { type Page, type PageInput, readPage, URGENT, WIDE } from "./pages.ts";
import type { SentMessage } from "./requests.ts";

/** At either end of a channel hasMore is false, as far as the ends can be reached. */
export function atTheEnds(conversation: (check: CheckContext) => Promise<Conversation>): Check {
  return defineCheck(
    {
      fixtures: ["memberChannel"],
      requirement: "messages.get.has-more-false",
      name: "hasMore is false on the last page at either end, also when it is exactly full",
      operations: ["get-messages", "send-message"],
    },
    async (check) => {
      const held = await conversation(check);
      // Determining the direction sends messages into the same channel, so it is done before this check needs to be the
      // last to write there.
      await tryOrNull(() => directionOf(check, "after"));
      const atTheNewest = await judgeNewestEnd(check);
      const atTheOldest = await judgeOldestEnd(check, held);
      // Others may write all the time, and a history may be long, so one end is enough.
      if (!atTheNewest && !atTheOldest) throw new Inconclusive("neither end of the channel could be reached");
    },
  );
}

/** The number of tries to be the last to write; each needs a few messages. */
const TRIES = 4;

/** Returns false if others wrote in every try. A page may lag once, so a failure must repeat. */
async function judgeNewestEnd(check: CheckContext): Promise<boolean> {
  const channel = quietChannel(check.context);
  let failed: Failure | null = null;
  for (let turn = 0; turn < TRIES; turn += 1) {
    const count = FULL[turn % FULL.length] ?? 1;
    const sent = await sendRow(check, `the newest end ${turn}`, channel, count + 1);
    const pages = await lastPages(check, channel, sent);
    if (pages.length === 0) continue;
    try {
      for (const { page, end } of pages) {
        expectNoMore(page, "when nothing is beyond the page, hasMore must be false");
        expectNoMore(end, "where nothing comes, hasMore must be false");
      }
      check.asserted();
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Earlier messages of others may become visible only now; then hasMore was correct.
      await check.pause(check.context.target.consistency.timeoutMs);
      for (const { beyond } of pages) if ((await readPage(check, beyond)).ids.length === 0 && failed) throw error;
      failed = error;
    }
  }
  return false;
}

function expectNoMore({ exchange }: Page, why: string): void {
  judging([exchange], () => expectEqual(exchange, "/data/hasMore", false, why));
}

/** The number of messages for a page, by turn. The fewer there are, the less likely others write in between. */
const FULL = [2, 1, 3, 1] as const;

/** A page with nothing beyond it, and the parameters for the page beyond. */
interface LastPage {
  readonly page: Page;
  readonly beyond: PageInput;
  /** The page beyond, which was empty. */
  readonly end: Page;
}

/**
 * Returns pages after the first message, one exactly full and one with room left, that had everything: the other
 * messages, those of others, and nothing newer a moment later. Empty if one page cannot have all of them.
 */
async function lastPages(
  check: CheckContext,
  channel: string,
  sent: readonly SentMessage[],
): Promise<readonly LastPage[]> {
  const [first, ...others] = sent;
  const ask = (limit: number) => readPage(check, { channel, limit, after: first?.id ?? "" }, URGENT);
  const pages: LastPage[] = [];
  let whole = await tryOrNull(() => requireAll(check, others, () => ask(WIDE)));
  if (whole === null) return pages;
  // Two pages, and a third read in case others have written, which needs fewer requests than sending again.
  for (const more of [0, WIDE, 0]) {
    if (pages.length === 2) break;
    const page = await ask(Math.min(whole.ids.length + more, WIDE));
    // If others have written in between, their messages count for the next page.
    if (others.every(({ id }) => page.ids.includes(id)) && page.ids.length >= whole.ids.length) {
      const beyond = { channel, limit: WIDE, after: String((await endOf(check, page, "newest", "after"))?.id) };
      const end = await readPage(check, beyond, URGENT);
      if (end.ids.length === 0 && page.ids.length === whole.ids.length) pages.push({ page, beyond, end });
      whole = page;
    }
  }
  if (pages.length > 0 && whole.ids.length > 1) {
    const page = await ask(whole.ids.length - 1);
    if (page.ids.includes(others[0]?.id ?? "") && page.ids.length < whole.ids.length)
      keptPages(check.context).push(page);
  }
  return pages;
}

/** Pages read right after complete ones that leave out one message. */
export const keptPages = oncePerRun((): Page[] => []);

/** Returns the first page that has all of these messages, since a page may lag. */
function requireAll(check: CheckContext, messages: readonly SentMessage[], read: () => Promise<Page>): Promise<Page> {
  return requireSoon(check, "messages.send.readable", async () => {
    const page = await read();
    const lost = messages.find(({ id }) => !page.ids.includes(id));
    const others = page.ids.some((id) => messages.every((message) => message.id !== id));
    if (lost && others) throw new Inconclusive("others have written more than a page holds");
    expectThat(lost === undefined, {
      message: "messages that were sent must be read after an earlier one",
      expected: `the message ${lost?.id}`,
      actual: "not there",
      keyword: "missing",
    });
    return page;
  });
}

/** Returns false if the history is too long to be read to its beginning. */
async function judgeOldestEnd(check: CheckContext, held: Conversation): Promise<boolean> {
  const oldest = await oldestFirst(check, held);
  if (oldest === null) return false;
  const counts = [1, 2, 0].filter((count) => count < oldest.length);
  // One page that is exactly full, one with room left, and one that is empty.
  const inputs = counts.map((count) => ({ count, limit: count === 1 ? count : WIDE }));
  let judged = 0;
  const judge = async ({ count, limit }: (typeof inputs)[number], one: CaseContext) => {
    const page = await readPage(one, { channel: held.channel, limit, before: oldest[count] ?? "" });
    if (page.ids.length !== count || hasHistoryCutoff(page)) return;
    one.asserted();
    judged += 1;
    expectNoMore(page, `before the ${count} oldest messages there is nothing, so hasMore must be false`);
  };
  await check.forEach(inputs, judge, { first: inputs.length });
  return judged > 0;
}
