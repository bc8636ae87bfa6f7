import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { quietChannel } from "./channels.ts";
import { directionOf, endOf, sendRow } from "./chronology.ts";
import { type Page, type PageInput, readPage, URGENT, WIDE } from "./pages.ts";
import type { SentMessage } from "./requests.ts";

/** At the newest end of a channel hasMore is false, as far as others let it be reached. */
export function atTheNewestEnd(): Check {
  return defineCheck(
    {
      fixtures: ["memberChannel"],
      requirement: "messages.get.has-more-false",
      name: "hasMore is false on the last page, also when it is exactly full",
      operations: ["get-messages", "send-message"],
    },
    async (check) => {
      // Determining the direction sends messages into the same channel, so it is done before this check needs to be the
      // last to write there.
      await tryOrNull(() => directionOf(check, "after"));
      if (!(await judgeNewestEnd(check))) throw new NotApplicable("others have written after each message of the run");
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
  return pages;
}

/** Returns the first page that has all of these messages, since a page may lag. */
function requireAll(check: CheckContext, messages: readonly SentMessage[], read: () => Promise<Page>): Promise<Page> {
  return requireEventually(check, "messages.send.readable", async () => {
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
