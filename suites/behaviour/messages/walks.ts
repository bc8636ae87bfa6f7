import { asObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck, further } from "../define-check.ts";
import { quietChannel } from "./channels.ts";
import { type Cursor, creationOf, endOf } from "./chronology.ts";
import type { Conversation } from "./conversation.ts";
import { isGivenUp, pagesOf } from "./listed.ts";
import { type Page, readPage, URGENT, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";
import { goesBack, stepBefore } from "./steps.ts";

/** A walk through the conversation from one end to the other, in pages of one size. */
interface Walk {
  readonly cursor: Cursor;
  readonly size: number;
  /** True if messages are sent between the pages. */
  readonly busy: boolean;
}

/** A walk must meet every message exactly once, with any page size. */
export function walkChecks(conversation: (check: CheckContext) => Promise<Conversation>): Check[] {
  return [
    walking(conversation, "before", "messages.get.walk-back", "back"),
    walking(conversation, "after", "messages.get.walk-forward", "forward"),
    nextBefore(),
    fewForward(conversation),
    ...further([sameKinds()]),
  ];
}

function walking(
  conversation: (check: CheckContext) => Promise<Conversation>,
  asked: Cursor,
  requirement: string,
  way: string,
): Check {
  return defineCheck(
    {
      requirement,
      name: `a walk ${way} meets every message once, in pages of any size`,
      costly: true,
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const held = await conversation(check);
      // A channel can be walked in one direction at least: forwards if the page before a message is the oldest one.
      const cursor = (await goesBack(check)) ? asked : "after";
      const listsReplies = await showsReply(check, held);
      const sizes = SIZES.slice(0, Math.max(2, check.cases(SIZES.length)));
      const walks = sizes.map((size) => ({ cursor, size, busy: size === BUSY }));
      // The walk during which messages are sent runs first, on its own: concurrent walks would be disturbed by its
      // messages.
      for (const some of [walks.filter(({ busy }) => busy), walks.filter(({ busy }) => !busy)]) {
        await check.forEach(
          some,
          async (walk, one) => {
            // The index may lag, so a later walk may meet what this one missed.
            const done = await one.eventually(() => goAndJudge(one, stretchOf(held, walk), walk, listsReplies));
            if (done) one.asserted();
          },
          { describe: ({ cursor, size, busy }) => ({ cursor, pageSize: size, othersWrite: busy }) },
        );
      }
      if (cursor === "before" && listsReplies) await check.eventually(() => expectNextToReply(check, held));
    },
  );
}

/** The number of messages of a short walk, and a page size that needs two pages if nobody else has written. */
const FEW_ROOTS = 5;
const FEW_SIZE = 2;

/** A check with few requests: a target that gives the newest messages after another omits those in between. */
function fewForward(conversation: (check: CheckContext) => Promise<Conversation>): Check {
  return defineCheck(
    {
      requirement: "messages.get.walk-forward",
      name: "a short walk forward meets every message once",
      early: true,
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const held = await conversation(check);
      const few = { ...held, roots: held.roots.slice(0, FEW_ROOTS) };
      const walk: Walk = { cursor: "after", size: FEW_SIZE, busy: false };
      const done = await check.eventually(() => goAndJudge(check, few, walk, false));
      if (!done) throw new NotApplicable("others write so much that a walk does not get to its end");
      check.asserted();
    },
  );
}

/** A walk that reaches a reply continues with the message sent right before it, wherever its thread began. */
async function expectNextToReply(
  check: CaseContext,
  { channel, reply, beforeReply, roots }: Conversation,
): Promise<void> {
  if (!(await goesBack(check))) return;
  const { ids } = await readPage(check, { channel, limit: WIDE, before: reply.id });
  // Others may have written more than a page in between.
  const earlier = roots.slice(0, roots.indexOf(beforeReply)).map(({ id }) => id);
  expectThat(ids.includes(beforeReply.id) || !ids.some((id) => earlier.includes(id)), {
    message: "the page before a reply must hold the message that was sent right before it",
    expected: `the message ${beforeReply.id}`,
    actual: "not there",
    pointer: "/data/messages",
    keyword: "lost",
  });
}

/** Page sizes: two divisors of the total, single messages, primes, and the largest. */
const SIZES = [7, 2, 1, 3, 5, 10, 11, 13, 19, WIDE];
const BUSY = 7;

/**
 * The number of pages of the run's messages in a walk: with those of others in between a long walk needs too many
 * pages.
 */
const STEPS = 3;

/** Returns the newest part of the conversation, as much as a walk with this page size covers. */
function stretchOf(conversation: Conversation, { size }: Walk): Conversation {
  return { ...conversation, roots: conversation.roots.slice(-(STEPS * size + 1)) };
}

/** Returns true if the channel lists replies, which the contract leaves open. If it does, a walk meets them too. */
async function showsReply(check: CaseContext, { channel, reply, closing, roots }: Conversation): Promise<boolean> {
  const shows = ({ ids }: Page) => ids.includes(reply.id);
  const pages = await pagesOf(check, { channel, later: closing, earlier: roots[0] }, shows);
  return pages.some(shows);
}

async function goAndJudge(
  check: CaseContext,
  conversation: Conversation,
  walk: Walk,
  listsReplies: boolean,
): Promise<boolean> {
  const met = await go(check, conversation, walk);
  if (met === null) return false;
  const twice = met.find((id, index) => met.indexOf(id) !== index);
  const { roots, reply, beforeReply } = conversation;
  const between = walk.cursor === "before" ? roots.slice(0, -1) : roots.slice(1);
  const start = walk.cursor === "before" ? roots.at(-1) : roots[0];
  const expected = [...between, ...(listsReplies && roots.includes(beforeReply) ? [reply] : [])].filter(
    (sent) => start === undefined || !isStampedBehind(sent, start, walk.cursor),
  );
  const lost = expected.filter(({ id }) => !met.includes(id));
  const way = walk.cursor === "before" ? "back by before" : "forward by after";
  expectThat(twice === undefined, {
    message: `a walk ${way} in pages of ${walk.size} must meet no message twice`,
    expected: "each message once",
    actual: `${twice} twice`,
    pointer: "/data/messages",
    keyword: "repeated",
  });
  expectThat(lost.length === 0, {
    message: `a walk ${way} in pages of ${walk.size} must meet every message of the channel`,
    expected: `${expected.length} messages of this run`,
    actual: `${lost.length} of them missing, the first of them ${lost[0]?.id}`,
    pointer: "/data/messages",
    keyword: "lost",
  });
  return true;
}

/**
 * Returns true if the time of a message puts it behind the start of a walk, whenever it was sent, since several clocks
 * may stamp messages.
 */
function isStampedBehind(sent: SentMessage, start: SentMessage, cursor: Cursor): boolean {
  const [own, first] = [sent, start].map(({ response }) => creationOf(asObject(valueAt(response, "/data"))));
  return cursor === "before" ? Number(own) > Number(first) : Number(own) < Number(first);
}

/**
 * Returns every id that the walk meets, in order. It ends after the last message of the run, or at an empty page; null
 * if others have written too much to get there.
 */
async function go(
  check: CaseContext,
  { channel, roots }: Conversation,
  { cursor, size, busy }: Walk,
): Promise<string[] | null> {
  const inOrder = (cursor === "before" ? [...roots].reverse() : roots).map(({ id }) => id);
  const goal = inOrder.at(-1) ?? "";
  const met: string[] = [];
  let here = inOrder[0] ?? "";
  const most = Math.ceil(roots.length / size) + DETOUR;
  for (let pages = 0; pages < most; pages += 1) {
    const page = await readPage(check, { channel, limit: size, [cursor]: here });
    // While messages are sent, a page that includes its cursor repeats a message, which the caller judges.
    if (!busy) requireBeyond(page, here, inOrder, cursor);
    met.push(...page.ids);
    if (page.ids.length === 0 || page.ids.includes(goal)) return met;
    if (busy && pages < SENT_BETWEEN) await sendMessage(check, `busy ${cursor} ${pages}`, { channelId: channel });
    const next = (await endOf(check, page, cursor === "before" ? "oldest" : "newest", cursor))?.id;
    if (typeof next !== "string") throw new Inconclusive("a message has no id", "messages.list-form.identity");
    here = next;
  }
  return null;
}

/** The number of pages in addition to those that the run's messages fill, for messages of others in between. */
const DETOUR = 40;
const SENT_BETWEEN = 2;

/**
 * Throws `Inconclusive` if a page has its own cursor or messages behind it, so cannot lead on; another requirement
 * judges that.
 */
function requireBeyond({ ids }: Page, here: string, inOrder: readonly string[], cursor: Cursor): void {
  if (ids.includes(here)) {
    throw new Inconclusive(`the page ${cursor} a message holds that message`, `messages.get.${cursor}-exclusive`);
  }
  const passed = inOrder.slice(0, Math.max(0, inOrder.indexOf(here)));
  if (ids.some((id) => passed.includes(id))) {
    throw new Inconclusive(`the page ${cursor} a message lies on its other side`, `messages.get.${cursor}`);
  }
}

/** A walk back meets all messages only if each page before a message is the one next to it. */
function nextBefore(): Check {
  return defineCheck(
    {
      requirement: "messages.get.before-next",
      name: "the page before a message has the messages closest to it",
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const step = await stepBefore(check);
      check.asserted();
      expectThat(step === "next", {
        message: "of the messages before another, those next to it should come first",
        expected: "the messages that were sent right before it",
        actual: "the oldest messages of the channel",
        pointer: "/data/messages",
        keyword: "next",
      });
    },
  );
}

/** The contract leaves open whether channels list replies, but all pages must do the same. */
function sameKinds(): Check {
  return defineCheck(
    {
      requirement: "messages.get.walk-back",
      name: "a walk back meets what a page without a cursor shows, or one that goes forward",
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = quietChannel(check.context);
      // If a channel is read forwards, that starts before the messages of interest.
      if (!(await goesBack(check))) await sendMessage(check, "before what is shown", { channelId: channel }, URGENT);
      const earlier = await sendMessage(check, "shown without a cursor", { channelId: channel }, URGENT);
      const replies: SentMessage[] = [];
      for (const key of ["a reply shown too", "a second reply", "a third reply"]) {
        replies.push(await sendMessage(check, key, { channelId: channel, threadId: earlier.id }, URGENT));
      }
      const newest = await readPage(check, { channel, limit: WIDE }, URGENT);
      // If others have written more than a page meanwhile, the newest page has none of these messages.
      const following = await readPage(check, { channel, limit: WIDE, after: earlier.id }, URGENT);
      const later = await sendMessage(check, "after what was shown", { channelId: channel }, URGENT);
      const shown = [earlier, ...replies].filter(({ id }) => newest.ids.includes(id) || following.ids.includes(id));
      await check.eventually(async () => {
        const pages = await pagesOf(check, { channel, later, earlier });
        if (isGivenUp(pages)) {
          throw new NotApplicable("others write so much that a walk back does not reach its start");
        }
        const isMet = ({ id }: SentMessage) => pages.some(({ ids }) => ids.includes(id));
        // If one reply is listed in the channel, all must be.
        const expected = replies.some(isMet) ? [earlier, ...replies] : shown;
        const lost = expected.find((one) => !isMet(one));
        check.asserted();
        expectThat(lost === undefined, {
          message: "a walk back must meet every message that another page shows, and every reply or none",
          expected: `the message ${lost?.id}`,
          actual: "not there",
          pointer: "/data/messages",
          keyword: "lost",
        });
      });
    },
  );
}
