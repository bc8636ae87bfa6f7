import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { hasHistoryCutoff } from "../../verifiers/history-cutoff.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck, further } from "../define-check.ts";
import { marginOf } from "./apart.ts";
import { beginningChecks, oldestFirst, wholeAtTheBeginning } from "./beginning.ts";
import { quietChannel } from "./channels.ts";
import { creationOf, endOf, sendRow } from "./chronology.ts";
import type { Conversation } from "./conversation.ts";
import { atTheEnds, keptPages } from "./no-more.ts";
import { askForPage, type Page, type PageInput, pageOf, readPage, URGENT, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage, sentAt } from "./requests.ts";
import { goesBack } from "./steps.ts";

type ConversationSource = (check: CheckContext) => Promise<Conversation>;

const READS = { operations: ["get-messages"], fixtures: ["memberChannel"] };

/** Checks that hasMore is correct: in the middle of a channel, and at its newest and oldest ends. */
export function hasMoreChecks(conversation: ConversationSource): Check[] {
  return [
    inTheMidst(conversation),
    atTheEnds(conversation),
    oneBeyond(conversation),
    wholeAtTheBeginning(conversation),
    ...further([nothingLeftOut(), ...beginningChecks(conversation), withoutCount(conversation)]),
  ];
}

function inTheMidst(conversation: ConversationSource): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.has-more-true",
      name: "hasMore is true while messages of the run remain beyond a page",
    },
    async (check) => {
      const held = await conversation(check);
      const { channel, roots } = held;
      const at = (index: number) => roots[index]?.id ?? "";
      const last = roots.length - 1;
      const back = await goesBack(check);
      // If the page before any message is the oldest of the channel, the contract does not state what is beyond it.
      const backwards = back ? [{ before: at(last) }] : [];
      const inputs = [
        ...[{}, ...backwards].map((cursor) => ({ channel, ...cursor })),
        ...[...backwards, { after: at(0) }].map((cursor) => ({ channel, limit: 3, ...cursor })),
      ];
      const judge = async (input: PageInput, one: CaseContext) => {
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
        one.asserted();
      };
      await check.forEach(inputs as (PageInput & JsonObject)[], judge, { first: inputs.length });
      // The same page repeatedly: hasMore must be true each time.
      for (let turn = 0; turn < check.cases(AGAIN); turn += 1) {
        const page = await readPage(check, { channel, limit: 2, ...(back ? { before: at(last) } : { after: at(0) }) });
        const why = "while messages remain beyond the page, hasMore must be true each time that it is read";
        expectEqual(page.exchange, "/data/hasMore", true, why);
      }
    },
  );
}

/** A page of the default size, once the channel has more messages than that. The contract leaves the default open. */
function withoutCount(conversation: ConversationSource): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.has-more-true",
      name: "hasMore is true while messages of the run remain beyond a page without a count",
      operations: ["get-messages", "send-message"],
      late: true,
    },
    async (check) => {
      const held = await conversation(check);
      const { channel } = held;
      let isJudged = false;
      for (let sent = 0; sent <= MOST_SENT; sent += SENT_AT_ONCE) {
        // A page may lag and omit messages that were just sent.
        const isEnough = await check.eventually(async () => {
          const page = await readPage(check, { channel });
          const isTelling = !hasHistoryCutoff(page) && leavesOurs(page, held, { channel });
          if (!isTelling) return false;
          expectMore(check, page);
          isJudged = true;
          await judgeBefore(check, held, page);
          return judgeLargest(check, held);
        });
        if (isEnough) return;
        const numbers = Array.from({ length: SENT_AT_ONCE }, (_, index) => sent + index);
        await Promise.all(
          numbers.map((number) => sendMessage(check, `fills a page ${number}`, { channelId: channel })),
        );
      }
      if (!isJudged) throw new NotApplicable("a page without a count shows all that the run has sent");
    },
  );
}

/**
 * A page before the newest message of another page has the default size too. Messages of the run that it omits are
 * older.
 */
async function judgeBefore(check: CheckContext, { channel, roots }: Conversation, newest: Page): Promise<void> {
  const before = await endOf(check, newest, "newest", "before");
  if (typeof before?.id !== "string" || !(await goesBack(check))) return;
  const room = Math.min(SURELY_MS, await marginOf(check));
  const isOlder = (sent: number) =>
    sent < creationOf(before) - (tellsParts(sent) && tellsParts(creationOf(before)) ? room : SURELY_MS);
  const older = roots.filter(({ id }) => isOlder(sentAt(check.context, id) ?? Number.NaN));
  const page = await readPage(check, { channel, before: before.id });
  const isWhole = older.every(({ id }) => page.ids.includes(id));
  if (!isWhole && !hasHistoryCutoff(page)) expectMore(check, page);
}

/**
 * Checks pages at or above the maximum size, which the contract leaves open: a count that is capped must not make
 * hasMore false. Returns false if the channel has too few messages to judge.
 */
async function judgeLargest(check: CheckContext, held: Conversation): Promise<boolean> {
  let isEnough = true;
  for (const limit of LARGE_LIMITS) {
    const input = { channel: held.channel, limit };
    const exchange = await askForPage(check, input);
    if (statusOf(exchange) !== 200) continue;
    const page = pageOf(exchange);
    const isTelling = !hasHistoryCutoff(page) && leavesOurs(page, held, input);
    if (isTelling) expectMore(check, page);
    isEnough &&= isTelling || limit === FAR_TOO_MANY;
  }
  return isEnough;
}

/** More messages than a page of any target is likely to have. */
const FAR_TOO_MANY = 1_000;
/** Common maximum page sizes, and one beyond them. */
const LARGE_LIMITS = [50, 100, FAR_TOO_MANY];

/**
 * More milliseconds than truncated times of one instant differ. The page without a cursor may be the oldest one, so its
 * newest message may be older than those of the run.
 */
const SURELY_MS = 2_000;

/** Returns true if the time has fractions of a second. */
function tellsParts(time: number): boolean {
  return time % 1000 !== 0;
}

/** The maximum number of messages that are sent to fill a page of the default size. */
const MOST_SENT = 120;

const SENT_AT_ONCE = 40;

/** The number of reads of one page. */
const AGAIN = 10;

/** A page that is not full and reports no more messages must have all: any that it omits is beyond it. */
function nothingLeftOut(): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.has-more-true",
      name: "hasMore is true while a page after a message leaves out later ones",
      operations: ["get-messages", "send-message"],
    },
    async (check) => {
      const channel = quietChannel(check.context);
      const [first, ...others] = await sendRow(check, "left out of no page", channel, 3);
      await check.eventually(async () => {
        const { exchange, ids, hasMore } = await readPage(check, { channel, limit: WIDE, after: first?.id ?? "" });
        const left = others.find(({ id }) => !ids.includes(id));
        check.asserted();
        // A target may show the newest page after a message, with nothing beyond it. Then others have filled it.
        if (left === undefined || hasMore !== false || ids.length > others.length) return;
        const why = `while the message ${left.id}, which was sent later, is not on the page, hasMore must be true`;
        judging([exchange], () => expectEqual(exchange, "/data/hasMore", true, why));
      });
    },
  );
}

/** A page that is one smaller than the number of messages leaves exactly one, the smallest possible rest. */
function oneBeyond(conversation: ConversationSource): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.has-more-true",
      name: "hasMore is true while a single message remains beyond a page",
      operations: ["get-messages", "send-message"],
      early: true,
    },
    async (check) => {
      const older = await judgeOneOlder(check, await conversation(check));
      const newer = await judgeKept(check);
      if (!older && !newer) throw new NotApplicable("no page has a single message beyond it");
    },
  );
}

/** Judges pages that were already read. If one seems wrong, it may have lagged, so a new one is read. */
async function judgeKept(check: CheckContext): Promise<boolean> {
  const kept = keptPages(check.context);
  if (!kept.every(({ hasMore }) => hasMore === true)) return judgeOneNewer(check);
  check.asserted(kept.length);
  return kept.length > 0;
}

/** The number of tries to read a page with one message beyond it before others write more. */
const TRIES_FOR_ONE = 6;

/**
 * Returns false if no such page was read: others write too much, or the page after a message is the newest one. An
 * index may lag, so a failure must repeat after the consistency timeout, with no message of others in between.
 */
async function judgeOneNewer(check: CheckContext): Promise<boolean> {
  let suspect: Failure | null = null;
  for (let turn = 0; turn < TRIES_FOR_ONE; turn += 1) {
    const sent = await sendRow(check, `one newer ${turn}`, quietChannel(check.context), 3);
    if (suspect) await check.pause(check.context.target.consistency.timeoutMs);
    const page = await pageBeforeLast(check, sent, suspect !== null);
    if (page === null) continue;
    try {
      expectMore(check, page);
      return true;
    } catch (error) {
      if (!(error instanceof Failure) || suspect) throw error;
      suspect = error;
    }
  }
  if (suspect) throw new Inconclusive(`others write too often to see it again: ${suspect.message}`);
  return false;
}

/**
 * Returns a page after the first message with exactly one message beyond it; null if others wrote meanwhile or, with
 * `alone`, before.
 */
async function pageBeforeLast(
  check: CheckContext,
  [first, ...others]: readonly SentMessage[],
  alone: boolean,
): Promise<Page | null> {
  const channel = quietChannel(check.context);
  const read = (limit: number) => readPage(check, { channel, limit, after: first?.id ?? "" }, URGENT);
  const all = await read(WIDE);
  const isWhole = others.every(({ id }) => all.ids.includes(id)) && all.hasMore !== true;
  if (!isWhole || (alone && all.ids.length > others.length)) return null;
  const page = await read(all.ids.length - 1);
  if ((await read(WIDE)).ids.length !== all.ids.length) return null;
  // A target may show the newest page after a message, so the page is judged only if it is the next one.
  return page.ids.length < all.ids.length && page.ids.includes(others[0]?.id ?? "") ? page : null;
}

/**
 * Returns false if the beginning of the channel is too far, or the page before a message is not the one that ends
 * there.
 */
async function judgeOneOlder(check: CheckContext, held: Conversation): Promise<boolean> {
  const oldest = (await oldestFirst(check, held)) ?? [];
  let judged = false;
  for (const count of firstPartOf(check, [1, 4], 1).filter((one) => one + 1 < oldest.length)) {
    const page = await readPage(check, { channel: held.channel, limit: count, before: oldest[count + 1] ?? "" });
    const isNext = page.ids.length === count && page.ids.includes(oldest[count] ?? "");
    if (!isNext) continue;
    judged = true;
    expectMore(check, page);
  }
  return judged;
}

function expectMore(check: CheckContext, { exchange }: Page): void {
  check.asserted();
  expectEqual(exchange, "/data/hasMore", true, "while a message remains beyond the page, hasMore must be true");
}

/**
 * Returns true if a page omits messages of the run further on in its direction. A target may show the newest page after
 * a message, with nothing beyond it, so such a page counts only if it is the next one.
 */
function leavesOurs({ ids }: Page, { roots }: Conversation, { before, after }: PageInput): boolean {
  const cursor = roots.findIndex(({ id }) => id === (before ?? after));
  const shown = (root: SentMessage) => ids.includes(root.id);
  if (before !== undefined) return !roots.slice(0, cursor).every(shown);
  if (after === undefined) return !roots.every(shown);
  const [next, ...others] = roots.slice(cursor + 1);
  return next !== undefined && shown(next) && !others.every(shown);
}
