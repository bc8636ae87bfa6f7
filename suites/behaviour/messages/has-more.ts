import { sleep } from "../../client/sleep.ts";
import { ifPossible } from "../../engine/attempt.ts";
import type { CaseContext, Check, CheckContext, World } from "../../engine/check.ts";
import { firstPartOf } from "../../engine/fewer.ts";
import { Failure, Inconclusive, StoodAside } from "../../engine/outcome.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { judging } from "../evidence.ts";
import { needSoon } from "../soon.ts";
import { quietChannel } from "./channels.ts";
import { directionOf, endOf } from "./chronology.ts";
import type { Conversation } from "./conversation.ts";
import { type Page, type PageInput, readPage, URGENT, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

type Held = (check: CheckContext) => Promise<Conversation>;

const READS = { operations: ["get-messages"], fixtures: ["memberChannel"] };

/** hasMore tells the truth: in the midst of a channel, at its newest end and at its oldest. */
export function hasMoreChecks(world: World, conversation: Held): Check[] {
  const more = [oneBeyond(conversation), ...beginningChecks(conversation)];
  return [inTheMidst(conversation), atTheEnds(conversation), ...unlessSmoke(world, more)];
}

/** At the beginning of the channel: nothing stands before it, and what stands there is read however pages are cut. */
function beginningChecks(conversation: Held): Check[] {
  return [
    wholeAtEveryCount(conversation),
    defineCheck(
      { ...READS, requirement: "messages.get.before", name: "before the oldest message nothing comes" },
      async (check) => {
        const held = await conversation(check);
        const oldest = await oldestFirst(check, held);
        // Of a long history so many pages were read, and none of them led back to what had been read: that is what is asked.
        if (oldest === null) return check.witnessed();
        for (const limit of [WIDE, 1]) {
          const page = await readPage(check, { channel: held.channel, limit, before: oldest[0] ?? "" });
          const known = page.ids.findIndex((id) => oldest.includes(id));
          check.witnessed();
          expectThat(known < 0, {
            message: "before the oldest message of a channel no later one must come",
            expected: "no message",
            actual: `a later one at /data/messages/${known}`,
            pointer: `/data/messages/${known}`,
            keyword: "side",
          });
        }
      },
    ),
    defineCheck(
      { ...READS, requirement: "messages.get.walk-back", name: "the oldest messages come in pages of any size" },
      async (check) => {
        const held = await conversation(check);
        const oldest = await oldestFirst(check, held);
        if (oldest === null) throw new StoodAside("the channel has too long a history to be read to its beginning");
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
          one.witnessed();
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
function wholeAtEveryCount(conversation: Held): Check {
  return defineCheck(
    { ...READS, requirement: "messages.get.walk-back", name: "a last page back misses nothing, however many come" },
    async (check) => {
      const held = await conversation(check);
      const oldest = await oldestFirst(check, held);
      if (oldest === null) throw new StoodAside("the channel has too long a history to be read to its beginning");
      // Where the pages of an index lag behind, all of them are read again.
      await check.eventually(async () => {
        const cursors = oldest.slice(1, WIDE);
        const pages = await Promise.all(
          cursors.map((before) => readPage(check, { channel: held.channel, limit: WIDE, before })),
        );
        const met = new Set<string>();
        for (const page of pages) {
          if (page.hasMore !== true) expectWhole(page, met);
          for (const id of page.ids) met.add(id);
        }
      });
      check.witnessed();
    },
  );
}

function expectWhole({ ids, exchange }: Page, met: ReadonlySet<string>): void {
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

function inTheMidst(conversation: Held): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.has-more-true",
      name: "while messages of ours remain beyond a page there is more",
    },
    async (check) => {
      const held = await conversation(check);
      const { channel, roots } = held;
      const at = (index: number) => roots[index]?.id ?? "";
      const last = roots.length - 1;
      const cursors = [{}, { before: at(last) }, { before: at(4) }, { after: at(0) }, { after: at(last - 4) }];
      const inputs = [1, 3].flatMap((limit) => cursors.map((cursor) => ({ channel, limit, ...cursor })));
      await check.forEach(inputs, async (input: PageInput, one) => {
        await one.eventually(async () => {
          const page = await readPage(one, input);
          if (!leavesOurs(page, held, input)) return;
          expectEqual(
            page.exchange,
            "/data/hasMore",
            true,
            "while messages remain beyond the page, hasMore must be true",
          );
        });
        one.witnessed();
      });
      // The same page again and again: what is true of it once is true of it each time.
      for (let turn = 0; turn < Math.max(2, check.cases(AGAIN)); turn += 1) {
        const page = await readPage(check, { channel, limit: 2, before: at(last) });
        const why = "while messages remain beyond the page, hasMore must be true each time that it is read";
        expectEqual(page.exchange, "/data/hasMore", true, why);
      }
    },
  );
}

/** Readings of one page. */
const AGAIN = 10;

/** Of so many messages beside another a page of one less leaves one: the least that more can be. */
function oneBeyond(conversation: Held): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.has-more-true",
      name: "while a single message remains beyond a page there is more",
    },
    async (check) => {
      const { channel, roots } = await conversation(check);
      let judged = false;
      for (const index of [-2, -3, -5]) {
        const cursor = { channel, after: roots.at(index)?.id ?? "" };
        const next = roots.at(index + 1)?.id ?? "";
        await check.eventually(async () => {
          const all = await readPage(check, { ...cursor, limit: WIDE });
          if (all.ids.length < 2 || all.hasMore === true) return;
          const page = await readPage(check, { ...cursor, limit: all.ids.length - 1 });
          // After a message a target may show the newest page: it is judged only where it shows the next one.
          if (page.ids.length >= all.ids.length || !page.ids.includes(next)) return;
          judged = true;
          expectEqual(page.exchange, "/data/hasMore", true, "while one message remains, hasMore must be true");
        });
      }
      if (!judged) throw new StoodAside("no page after a message has a single one beyond it");
      check.witnessed();
    },
  );
}

/**
 * True when a page leaves out messages of ours that lie further on in its direction. After a message a target may
 * show the newest page, beyond which nothing is: it is judged only where it shows the next one.
 */
function leavesOurs({ ids }: Page, { roots }: Conversation, { before, after }: PageInput): boolean {
  const cursor = roots.findIndex(({ id }) => id === (before ?? after));
  const shown = (root: SentMessage) => ids.includes(root.id);
  if (before !== undefined) return !roots.slice(0, cursor).every(shown);
  if (after === undefined) return !roots.every(shown);
  const [next, ...others] = roots.slice(cursor + 1);
  return next !== undefined && shown(next) && !others.every(shown);
}

function atTheEnds(conversation: Held): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.has-more-false",
      name: "the last page at either end says that there is no more, also when it is exactly full",
      operations: ["get-messages", "send-message"],
    },
    async (check) => {
      const held = await conversation(check);
      const atTheNewest = await judgeNewestEnd(check);
      const atTheOldest = await judgeOldestEnd(check, held);
      // Others may write all the time, and a history may be long: then one end has to do.
      if (!atTheNewest && !atTheOldest) throw new Inconclusive("neither end of the channel could be reached");
    },
  );
}

/** Tries to be the last to write; each costs a few messages. */
const TRIES = { smoke: 4, standard: 8, thorough: 8 } as const;

/** False when others wrote in every try. A page may lag behind for once: what fails has to fail again. */
async function judgeNewestEnd(check: CheckContext): Promise<boolean> {
  const channel = quietChannel(check.world);
  let failed: Failure | null = null;
  for (let turn = 0; turn < TRIES[check.world.budget]; turn += 1) {
    const pages = await lastPages(check, channel, await sendSome(check, channel, turn));
    if (pages.length === 0) continue;
    try {
      for (const { page } of pages) expectNoMore(page, "when nothing is beyond the page, hasMore must be false");
      check.witnessed();
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // What others wrote before may show only now: then there was more.
      await sleep(check.world.target.consistency.timeoutMs);
      for (const { beyond } of pages) if ((await readPage(check, beyond)).ids.length === 0 && failed) throw error;
      failed = error;
    }
  }
  return false;
}

function expectNoMore({ exchange }: Page, why: string): void {
  judging([exchange], () => expectEqual(exchange, "/data/hasMore", false, why));
}

/** Messages that a page is to hold, by turn, beside one before them: the fewer, the less others come in between. */
const FULL = [3, 1, 2, 1];

async function sendSome(check: CaseContext, channel: string, key: number): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  for (let index = 0; index <= (FULL[key % FULL.length] ?? 1); index += 1) {
    sent.push(await sendMessage(check, `the newest end ${key} ${index}`, { channelId: channel }, URGENT));
    await sleep(APART_MS);
  }
  return sent;
}

/** Sent further apart than the clocks of most targets tick. */
const APART_MS = 3;

/** A page that nothing was beyond, and how to ask for what is. */
interface LastPage {
  readonly page: Page;
  readonly beyond: PageInput;
}

/**
 * Pages after the first of the messages, exactly full and with room left, that held everything there was: the others, what
 * strangers wrote meanwhile, and nothing newer was there a moment later either. None where they cannot be had in one page.
 */
async function lastPages(
  check: CheckContext,
  channel: string,
  sent: readonly SentMessage[],
): Promise<readonly LastPage[]> {
  const [first, ...others] = sent;
  const ask = (limit: number) => readPage(check, { channel, limit, after: first?.id ?? "" }, URGENT);
  const direction = await directionOf(check, "after");
  const pages: LastPage[] = [];
  let whole = await ifPossible(() => needAll(check, others, () => ask(WIDE)));
  if (whole === null) return pages;
  for (const more of [0, 1, WIDE]) {
    const page = await ask(Math.min(whole.ids.length + more, WIDE));
    // Where others have written in between, the next page is asked for with them in mind.
    if (others.every(({ id }) => page.ids.includes(id)) && page.ids.length >= whole.ids.length) {
      const beyond = { channel, limit: WIDE, after: String(endOf(page, "newest", direction)?.id) };
      const nothing = (await readPage(check, beyond, URGENT)).ids.length === 0;
      if (nothing && page.ids.length === whole.ids.length) pages.push({ page, beyond });
      whole = page;
    }
  }
  return pages;
}

/** The first page that holds all of these: a page may lag behind. */
function needAll(check: CheckContext, messages: readonly SentMessage[], read: () => Promise<Page>): Promise<Page> {
  return needSoon(check, "messages.send.readable", async () => {
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

/** False when the history is too long to be read to its beginning. */
async function judgeOldestEnd(check: CheckContext, held: Conversation): Promise<boolean> {
  const oldest = await oldestFirst(check, held);
  if (oldest === null) return false;
  const counts = [1, 2, 5, WIDE].filter((count) => count < oldest.length);
  const inputs = firstPartOf(check, counts, 2).flatMap((count) => [count, WIDE].map((limit) => ({ count, limit })));
  await check.forEach(inputs, async ({ count, limit }, one) => {
    const page = await readPage(one, { channel: held.channel, limit, before: oldest[count] ?? "" });
    if (page.ids.length !== count) return;
    one.witnessed();
    expectNoMore(page, `before the ${count} oldest messages there is nothing, so hasMore must be false`);
  });
  return counts.length > 0;
}

/** Pages that are read in search of the beginning of a channel. */
const HISTORY = 15;

/** The oldest messages of the channel, the oldest first; null when its history is too long. */
async function oldestFirst(check: CheckContext, held: Conversation): Promise<string[] | null> {
  const direction = await directionOf(check, "before");
  const found: string[] = [];
  const start = held.roots.at(-1)?.id ?? "";
  let before = start;
  for (let pages = 0; pages < HISTORY; pages += 1) {
    const page = await readPage(check, { channel: held.channel, limit: WIDE, before });
    // A page that leads back to what was read already stands beyond the beginning.
    if (page.ids.some((id) => id === start || found.includes(id))) return [...found.reverse(), start];
    found.push(...(direction === "oldest-first" ? [...page.ids].reverse() : page.ids));
    const next = endOf(page, "oldest", direction)?.id;
    if (typeof next !== "string" || next === before) return [...found.reverse(), start];
    before = next;
  }
  return null;
}
