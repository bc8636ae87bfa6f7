import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { quietChannel } from "./channels.ts";
import { directionOf, endOf, sendConsecutively } from "./page-order.ts";
import { type Page, type PageInput, PORTABLE_LIMIT, readPage, URGENT } from "./pages.ts";
import type { SentMessage } from "./requests.ts";

/** At the newest end of a channel hasMore is false, as far as others let it be reached. */
export function hasMoreFalseOnLastPage(): Check {
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
const MAX_ATTEMPTS = 4;

/** Returns false if others wrote in every try. A page may lag once, so a failure must repeat. */
async function judgeNewestEnd(check: CheckContext): Promise<boolean> {
  const channel = quietChannel(check.context);
  let earlierFailure: Failure | null = null;
  for (let turn = 0; turn < MAX_ATTEMPTS; turn += 1) {
    const count = MESSAGES_PER_PAGE[turn % MESSAGES_PER_PAGE.length] ?? 1;
    const sent = await sendConsecutively(check, `the newest end ${turn}`, channel, count + 1);
    const pages = await lastPages(check, channel, sent);
    if (pages.length === 0) continue;
    try {
      for (const { page, emptyPage } of pages) {
        expectNoMore(page, "hasMore must be false on the last page");
        expectNoMore(emptyPage, "hasMore must be false on an empty page");
      }
      check.asserted();
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Earlier messages of others may become visible only now; then hasMore was correct.
      await check.pause(check.context.target.consistency.timeoutMs);
      for (const { beyond } of pages)
        if ((await readPage(check, beyond)).ids.length === 0 && earlierFailure) throw error;
      earlierFailure = error;
    }
  }
  return false;
}

function expectNoMore({ exchange }: Page, why: string): void {
  withEvidence([exchange], () => expectEqual(exchange, "/data/hasMore", false, why));
}

/** The number of messages for a page, by turn. The fewer there are, the less likely others write in between. */
const MESSAGES_PER_PAGE = [2, 1, 3, 1] as const;

/** A page with nothing beyond it, and the parameters for the page beyond. */
interface LastPage {
  readonly page: Page;
  readonly beyond: PageInput;
  /** The page beyond, which was empty. */
  readonly emptyPage: Page;
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
  const [first, ...laterMessages] = sent;
  const readUpTo = (limit: number) => readPage(check, { channel, limit, after: first?.id ?? "" }, URGENT);
  const pages: LastPage[] = [];
  let pageOfAll = await tryOrNull(() => requireAllOnPage(check, laterMessages, () => readUpTo(PORTABLE_LIMIT)));
  if (pageOfAll === null) return pages;
  // Two pages, and a third read in case others have written, which needs fewer requests than sending again.
  for (const extra of [0, PORTABLE_LIMIT, 0]) {
    if (pages.length === 2) break;
    const page = await readUpTo(Math.min(pageOfAll.ids.length + extra, PORTABLE_LIMIT));
    // If others have written in between, their messages count for the next page.
    if (laterMessages.every(({ id }) => page.ids.includes(id)) && page.ids.length >= pageOfAll.ids.length) {
      const beyond = {
        channel,
        limit: PORTABLE_LIMIT,
        after: String((await endOf(check, page, "newest", "after"))?.id),
      };
      const emptyPage = await readPage(check, beyond, URGENT);
      if (emptyPage.ids.length === 0 && page.ids.length === pageOfAll.ids.length)
        pages.push({ page, beyond, emptyPage });
      pageOfAll = page;
    }
  }
  return pages;
}

/** Returns the first page that has all of these messages, since a page may lag. */
function requireAllOnPage(
  check: CheckContext,
  messages: readonly SentMessage[],
  read: () => Promise<Page>,
): Promise<Page> {
  return requireEventually(check, "messages.send.readable", async () => {
    const page = await read();
    const missing = messages.find(({ id }) => !page.ids.includes(id));
    const hasOthers = page.ids.some((id) => messages.every((message) => message.id !== id));
    if (missing && hasOthers) throw new Inconclusive("others have written more than a page holds");
    expectThat(missing === undefined, {
      message: "messages that were sent must be on the page after an earlier message",
      expected: `the message ${missing?.id}`,
      actual: "not on the page",
      keyword: "missing",
    });
    return page;
  });
}
