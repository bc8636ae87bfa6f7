import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
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

/** At the beginning of the channel: nothing precedes it, and what is there is read however pages are cut. */
export function beginningChecks(conversation: ConversationSource): Check[] {
  return [
    wholeAtEveryCount(conversation),
    defineCheck(
      { ...READS, requirement: "messages.get.before", name: "a page before the oldest message is empty" },
      async (check) => {
        const held = await conversation(check);
        const oldest = await oldestFirst(check, held);
        // Of a long history so many pages were read, and none of them led back to what had been read: that is what is asked.
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
          // With room for one more and for many more: the same messages.
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
 * A page that says that nothing lies beyond it holds all that came before an earlier message, however many there are:
 * one that is lost at some counts only is lost at some of these.
 */
function wholeAtEveryCount(conversation: ConversationSource): Check {
  return defineCheck(
    { ...READS, requirement: "messages.get.walk-back", name: "a last page back of any size misses no message" },
    async (check) => {
      const held = await conversation(check);
      const oldest = await oldestFirst(check, held);
      if (oldest === null) throw new NotApplicable("the channel has too long a history to be read to its beginning");
      // Where the pages of an index lag behind, all of them are read again.
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

/** Messages at the beginning of a channel of which a page has to show all. */
const FIRST_ONES = 3;

/** The same at one count, which costs one request. */
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

const beginnings = onceARun(() => once(findOldest));

/** The oldest messages of the channel of the conversation, the oldest first, found once a run; null when its history is too long. */
export function oldestFirst(check: CheckContext, held: Conversation): Promise<string[] | null> {
  return beginnings(check.context)(check, held);
}

/** Messages that are read in search of the beginning of a channel, and pages where they are small. */
const MOST_MESSAGES = 15 * WIDE;
const MOST_PAGES = 60;

async function findOldest(check: CheckContext, held: Conversation): Promise<string[] | null> {
  const direction = await directionOf(check, "before");
  const inTime = ({ ids }: Page) => (direction === "oldest-first" ? [...ids] : [...ids].reverse());
  const found: string[] = [];
  const start = held.roots.at(-1)?.id ?? "";
  const limit = await readingSize(check);
  // Where the page before any message is the oldest one, there is no way to go.
  if (!(await goesBack(check))) {
    return inTime(await readPage(check, { channel: held.channel, limit: WIDE, before: start }));
  }
  let before = start;
  for (let pages = 0; pages < MOST_PAGES && found.length < MOST_MESSAGES; pages += 1) {
    const page = await readPage(check, { channel: held.channel, limit, before });
    // A page that leads back to what was read already stands beyond the beginning.
    if (page.ids.some((id) => id === start || found.includes(id))) return [...found.reverse(), start];
    found.push(...inTime(page).reverse());
    const next = (await endOf(check, page, "oldest", "before"))?.id;
    if (typeof next !== "string" || next === before) return [...found.reverse(), start];
    before = next;
  }
  return null;
}
