import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { directionOf, endOf } from "./chronology.ts";
import type { Conversation } from "./conversation.ts";
import { type Page, readingSize, readPage, WIDE } from "./pages.ts";
import { goesBack } from "./steps.ts";

type ConversationSource = (check: CheckContext) => Promise<Conversation>;

const READS = { operations: ["get-messages"], fixtures: ["memberChannel"] };

/** Checks of the beginning of a channel: nothing precedes it, and its messages are read with any page size. */
export function beginningChecks(conversation: ConversationSource): Check[] {
  return [
    wholeAtEveryCount(conversation),
    defineCheck(
      { ...READS, requirement: "messages.get.before", name: "a page before the oldest message is empty" },
      async (check) => {
        const held = await conversation(check);
        const oldest = await oldestFirst(check, held);
        // The history is too long to reach its beginning. None of its many pages led back to messages already read,
        // which is enough to pass.
        if (oldest === null) return check.asserted();
        for (const limit of [WIDE, 1]) {
          const page = await readPage(check, { channel: held.channel, limit, before: oldest[0] ?? "" });
          const known = page.ids.findIndex((id) => oldest.includes(id));
          check.asserted();
          expectThat(known < 0, {
            message: "before the oldest message of a channel no later one must be returned",
            expected: "no message",
            actual: `a later one at /data/messages/${known}`,
            pointer: `/data/messages/${known}`,
            keyword: "side",
          });
        }
      },
    ),
    defineCheck(
      { ...READS, requirement: "messages.get.walk-back", name: "pages of any size return the oldest messages" },
      async (check) => {
        const held = await conversation(check);
        const oldest = await oldestFirst(check, held);
        if (oldest === null) throw new NotApplicable("the channel has too long a history to be read to its beginning");
        const counts = [2, 5, 11].filter((count) => count < oldest.length);
        await check.forEach(counts, async (count, one) => {
          const before = oldest[count] ?? "";
          // The same messages with a full page, with room for one more and with room for many more.
          const pages = [];
          for (const limit of [count, count + 1, WIDE]) {
            pages.push(await readPage(one, { channel: held.channel, limit, before }));
          }
          const met = new Set(pages.flatMap(({ ids }) => ids));
          if (met.size > WIDE) return;
          one.asserted();
          for (const { ids } of pages.slice(1).filter((_, index) => index > 0 || met.size <= count + 1)) {
            const lost = [...met].find((id) => !ids.includes(id));
            expectThat(lost === undefined, {
              message: "a page with room for all messages before another must hold all of them",
              expected: `the message ${lost}, which another page shows`,
              actual: `${ids.length} messages without it`,
              pointer: "/data/messages",
              keyword: "lost",
            });
          }
        });
      },
    ),
  ];
}

/**
 * A page that reports no more messages must have all that precede the cursor, however many they are. Tries several
 * counts, since a bug may lose a message at some counts only.
 */
function wholeAtEveryCount(conversation: ConversationSource): Check {
  return defineCheck(
    { ...READS, requirement: "messages.get.walk-back", name: "a last page back of any size misses no message" },
    async (check) => {
      const held = await conversation(check);
      const oldest = await oldestFirst(check, held);
      if (oldest === null) throw new NotApplicable("the channel has too long a history to be read to its beginning");
      // All pages are read again, since an index may lag.
      await check.eventually(async () => {
        const cursors = oldest.slice(1, WIDE);
        const pages = await Promise.all(
          cursors.map((before) => readPage(check, { channel: held.channel, limit: WIDE, before })),
        );
        const met = new Set<string>();
        for (const page of pages) {
          if (page.hasMore !== true) expectComplete(page, met);
          for (const id of page.ids) met.add(id);
        }
      });
      check.asserted();
    },
  );
}

function expectComplete({ ids, exchange }: Page, met: ReadonlySet<string>): void {
  const lost = [...met].find((id) => !ids.includes(id));
  judging([exchange], () =>
    expectThat(lost === undefined, {
      message: "a page with nothing beyond it must hold all messages that come before an earlier one",
      expected: `the message ${lost}, which a page before an earlier message shows`,
      actual: `${ids.length} messages without it`,
      pointer: "/data/messages",
      keyword: "lost",
    }),
  );
}

/** The number of messages at the beginning of a channel that a page must show completely. */
const FIRST_ONES = 3;

/** The same check at one count, with one request. */
export function wholeAtTheBeginning(conversation: ConversationSource): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.walk-back",
      name: `the last page back misses none of ${FIRST_ONES} messages`,
      early: true,
    },
    async (check) => {
      const held = await conversation(check);
      const oldest = await oldestFirst(check, held);
      const before = oldest?.[FIRST_ONES];
      if (!oldest || before === undefined) throw new NotApplicable("the beginning of the channel is not known");
      await check.eventually(async () => {
        const page = await readPage(check, { channel: held.channel, limit: WIDE, before });
        if (page.hasMore === true) throw new NotApplicable("hasMore is true before the oldest messages");
        check.asserted();
        expectComplete(page, new Set(oldest.slice(0, FIRST_ONES)));
      });
    },
  );
}

const beginnings = oncePerRun(() => once(findOldest));

/**
 * Returns the oldest messages of the conversation's channel, oldest first, determined once per run; null if its history
 * is too long.
 */
export function oldestFirst(check: CheckContext, held: Conversation): Promise<string[] | null> {
  return beginnings(check.context)(check, held);
}

/** The bounds on messages, and on pages if they are small, that are read to find the beginning of a channel. */
const MOST_MESSAGES = 15 * WIDE;
const MOST_PAGES = 60;

async function findOldest(check: CheckContext, held: Conversation): Promise<string[] | null> {
  const direction = await directionOf(check, "before");
  const inTime = ({ ids }: Page) => (direction === "oldest-first" ? [...ids] : [...ids].reverse());
  const found: string[] = [];
  const start = held.roots.at(-1)?.id ?? "";
  const limit = await readingSize(check);
  // If the page before any message is the oldest one, it is the beginning.
  if (!(await goesBack(check))) {
    return inTime(await readPage(check, { channel: held.channel, limit: WIDE, before: start }));
  }
  let before = start;
  for (let pages = 0; pages < MOST_PAGES && found.length < MOST_MESSAGES; pages += 1) {
    const page = await readPage(check, { channel: held.channel, limit, before });
    // A page with messages already read means that the beginning was passed.
    if (page.ids.some((id) => id === start || found.includes(id))) return [...found.reverse(), start];
    found.push(...inTime(page).reverse());
    const next = (await endOf(check, page, "oldest", "before"))?.id;
    if (typeof next !== "string" || next === before) return [...found.reverse(), start];
    before = next;
  }
  return null;
}
