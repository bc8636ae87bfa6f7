import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { cachedPerRun } from "../../engine/cases/cached-results.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { instantOf, instantTolerance } from "../../models/instant.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat, fail } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { defineCheck, further } from "../define-check.ts";
import { foundAtLast } from "../preconditions.ts";
import { apart } from "./apart.ts";
import { quietChannel } from "./channels.ts";
import type { Cursor } from "./chronology.ts";
import type { Conversation } from "./conversation.ts";
import { flaggingOf } from "./flagging.ts";
import { askForPage, type Page, type PageInput, pageOf, readPage, URGENT, WIDE } from "./pages.ts";
import { flagMessage, sendMessage } from "./requests.ts";

type ConversationSource = (check: CheckContext) => Promise<Conversation>;

/** A cursor at the root of this index, and a count; without a count a service may use another code path. */
interface Place {
  readonly index: number;
  readonly limit: number | null;
}

const COUNTS = [1, 4, 9, null, WIDE];

/** Checks of the content of a page, with each cursor and count. */
export function cursorChecks(conversation: ConversationSource): Check[] {
  return [
    side(conversation, "before"),
    side(conversation, "after"),
    besideSpecialMessages(conversation),
    ...further([nothingLater(), nothingMovedLater()]),
    counted(conversation),
    ...further([countedByTens()]),
  ];
}

const READS = { operations: ["get-messages"], fixtures: ["memberChannel"] };

function side(conversation: ConversationSource, cursor: Cursor): Check {
  const when = cursor === "before" ? "earlier" : "later";
  return defineCheck(
    { ...READS, requirement: `messages.get.${cursor}`, name: `with ${cursor} all messages are ${when}` },
    async (check) => {
      const held = await conversation(check);
      await check.forEach(places(check, held, cursor), async ({ index, limit }, one) => {
        const page = await pageFor(one, held, cursor, { index, limit });
        one.asserted();
        judging([page.exchange], () => expectOnItsSide(page, held, cursor, index));
      });
    },
  );
}

/**
 * Returns cursors in the middle of the conversation, with messages on either side. The first has so few messages on the
 * requested side that a wide page shows whether the cursor was applied.
 */
function places(check: CheckContext, { roots }: Conversation, cursor: Cursor): Place[] {
  const count = Math.max(3, check.cases(8));
  const telling = { index: cursor === "before" ? 1 : roots.length - 2, limit: WIDE };
  const others = Array.from({ length: count - 1 }, (_, turn) => ({
    index: 1 + (((turn + 1) * 5) % (roots.length - 2)),
    limit: COUNTS[turn % COUNTS.length] ?? null,
  }));
  return [telling, ...others];
}

/** Returns the page next to a message of the run; requested once for all checks. */
const pageFor = cachedPerRun(
  (_held: Conversation, cursor: Cursor, { index, limit }: Place) => `${cursor} ${index} ${limit}`,
  pageAt,
);

/**
 * Returns the page next to a message of the run. It must not be empty, since the run's messages are on either side: if
 * other pages show them, the cursor is broken.
 */
async function pageAt(check: CaseContext, held: Conversation, cursor: Cursor, { index, limit }: Place): Promise<Page> {
  const { channel, roots } = held;
  const count = limit === null ? {} : { limit };
  const input: PageInput = { channel, ...count, [cursor]: roots[index]?.id ?? "" };
  const filled = async (): Promise<Page | null> => {
    const page = await readPage(check, input);
    // The contract leaves open whether a page that reports more messages may be empty.
    if (page.ids.length === 0 && page.hasMore === true)
      throw new NotApplicable("pages are empty that are not the last");
    return page.ids.length > 0 ? page : null;
  };
  const page = await foundAtLast(check, filled);
  if (page !== null) return page;
  if (!(await isSomethingShown(check, held, cursor, index))) {
    throw new Inconclusive("no page shows what is there", "messages.send.readable");
  }
  const again = await filled();
  return (
    again ??
    fail({
      message: `with ${cursor} a page must not be empty while other pages show messages ${cursor} the one named`,
      expected: `messages created ${cursor} ${roots[index]?.id}`,
      actual: "none",
      verifier: "page",
      pointer: "/data/messages",
      keyword: "empty",
    })
  );
}

/**
 * Returns true if the newest page, or one from the other end of the conversation, has a message of the run on that side
 * of the named one, by their times. Two messages with the same time prove nothing.
 */
async function isSomethingShown(
  check: CaseContext,
  { channel, roots }: Conversation,
  cursor: Cursor,
  index: number,
): Promise<boolean> {
  const fromTheEnd = cursor === "before" ? { after: roots[0]?.id ?? "" } : { before: roots.at(-1)?.id ?? "" };
  const ours = new Set(roots.map(({ id }) => id));
  const sign = cursor === "before" ? -1 : 1;
  for (const from of [{}, fromTheEnd]) {
    const { messages } = await readPage(check, { channel, limit: WIDE, ...from });
    const named = instantOf(messages.find(({ id }) => id === roots[index]?.id)?.createdAt);
    const isBeyond = ({ id, createdAt }: JsonObject) =>
      ours.has(String(id)) && (instantOf(createdAt) - named) * sign > 0;
    if (messages.some(isBeyond)) return true;
  }
  return false;
}

function expectOnItsSide(page: Page, { roots }: Conversation, cursor: Cursor, index: number): void {
  const wrong = (cursor === "before" ? roots.slice(index + 1) : roots.slice(0, index)).map(({ id }) => id);
  const message = `with ${cursor} no message of the other side must come`;
  const stray = page.ids.findIndex((id) => wrong.includes(id));
  const expected = `messages created ${cursor} ${roots[index]?.id}`;
  const pointer = `/data/messages/${stray}`;
  expectThat(stray < 0, { message, expected, actual: `one at ${pointer}`, pointer, keyword: "side" });
  const response = roots[index]?.response;
  const named = response ? instantOf(valueAt(response, "/data/createdAt")) : Number.NaN;
  const sign = cursor === "before" ? 1 : -1;
  const late = page.messages.findIndex(({ createdAt }) => (instantOf(createdAt) - named) * sign > COARSE_MS);
  const place = `/data/messages/${late}/createdAt`;
  const actual = `${page.messages[late]?.createdAt} at ${place}`;
  expectThat(late < 0, { message, expected, actual, pointer: place, keyword: "instant" });
}

/** The tolerance for times in two views, which may be truncated differently, at worst to whole seconds. */
const COARSE_MS = instantTolerance(false);

/**
 * Pages next to a reply, and next to messages that are flagged or have files. The contract leaves open whether a cursor
 * may name a reply.
 */
function besideSpecialMessages(conversation: ConversationSource): Check {
  return defineCheck(
    {
      ...READS,
      requirement: "messages.get.before-exclusive",
      name: "pages next to replies and to flagged messages, for the rules over all traffic",
      early: true,
      isStimulus: true,
    },
    async (check) => {
      const { channel, reply } = await conversation(check);
      const flagging = await tryOrNull(() => flaggingOf(check.context)(check));
      const roots = flagging?.flagged.filter(({ sent }) => sent.asked.threadId === undefined) ?? [];
      const named = [
        { channel, id: reply.id },
        ...roots.map(({ sent }) => ({ channel: flagging?.channel ?? channel, id: sent.id })),
      ];
      const inputs = named.flatMap(({ channel, id }) => CURSORS.map((cursor) => ({ channel, [cursor]: id })));
      const ask = async (input: PageInput, one: CaseContext) => {
        await askForPage(one, { ...input, limit: WIDE });
      };
      await check.forEach(inputs, ask, { first: CURSORS.length });
      throw new NotApplicable("the rules over all traffic judge the pages");
    },
  );
}

const CURSORS = ["before", "after"] as const satisfies readonly Cursor[];

/** After the newest message a page is empty, or has what others have written since, but never an older message. */
function nothingLater(): Check {
  return defineCheck(
    {
      requirement: "messages.get.after",
      name: "after the newest message no older one is returned",
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = quietChannel(check.context);
      const older: string[] = [];
      for (const key of ["before the newest", "right before the newest"]) {
        older.push((await sendMessage(check, key, { channelId: channel })).id);
      }
      // The run's message may not be the newest if others write right after it, hence several tries.
      for (let turn = 0; turn < TRIES; turn += 1) {
        const limit = turn % 2 === 0 ? WIDE : 2;
        // All existing messages count, those of others too: in a busy channel a page has little else.
        const there = await readPage(check, { channel, limit: WIDE });
        // Messages of the same instant may be on either side: the newest of the previous turn, and those of others.
        await apart(check);
        const newest = await sendMessage(check, `the newest of all ${turn}`, { channelId: channel }, URGENT);
        const page = await readPage(check, { channel, limit, after: newest.id });
        check.asserted();
        expectNoneEarlier(page.ids, newest.id, [...older, ...there.ids]);
        if (turn > 0 && page.ids.length === 0) return;
      }
    },
  );
}

const TRIES = 15;

/** A later flag or reply does not make a message a later one. */
function nothingMovedLater(): Check {
  return defineCheck(
    {
      requirement: "messages.get.after",
      name: "after a message no older one is returned that was flagged or replied to since",
      operations: ["get-messages", "send-message", "flag-needs-human"],
      fixtures: ["memberChannel"],
      waits: true,
    },
    async (check) => {
      const channel = await check.reference("channel");
      const flagged = await sendMessage(check, "older and flagged", { channelId: channel });
      const head = await sendMessage(check, "older and replied to", { channelId: channel });
      await apart(check);
      const named = await sendMessage(check, "older ones are changed", { channelId: channel });
      await apart(check);
      await flagMessage(check, flagged.id, "to be looked at later");
      await sendMessage(check, "makes its head no later one", { channelId: channel, threadId: head.id });
      // An index that follows changes may lag.
      await check.throughout(async () => {
        const page = await readPage(check, { channel, limit: WIDE, after: named.id });
        check.asserted();
        expectNoneEarlier(page.ids, named.id, [flagged.id, head.id], ", whatever happened to it since");
      });
    },
  );
}

/** Fails if a page after a message has one that was created before it. */
function expectNoneEarlier(ids: readonly string[], named: string, earlier: readonly string[], how = ""): void {
  const place = ids.findIndex((id) => earlier.includes(id));
  expectThat(place < 0, {
    message: `with after no message that was created earlier must be returned${how}`,
    expected: `messages created after ${named}`,
    actual: `an earlier one at /data/messages/${place}`,
    pointer: `/data/messages/${place}`,
    keyword: "side",
  });
}

function counted(conversation: ConversationSource): Check {
  return defineCheck(
    { ...READS, requirement: "messages.get.limit", name: "no page exceeds its count, with any cursor" },
    async (check) => {
      const { channel, roots } = await conversation(check);
      const middle = roots[Math.floor(roots.length / 2)]?.id ?? "";
      const cursors = [{}, { before: roots.at(-1)?.id ?? "" }, { after: roots[0]?.id ?? "" }, { before: middle }];
      const inputs = firstPartOf(check, LIMITS, 2).flatMap((limit) =>
        cursors.map((cursor) => ({ channel, limit, ...cursor })),
      );
      await check.forEach(inputs, async (input, one) => {
        const page = await readPage(one, input);
        one.asserted();
        expectCount(page, input.limit);
      });
    },
  );
}

const LIMITS = [1, 10, 3, 2, 19];

/** Counts at which targets cap their pages: a capped page may be cut off elsewhere than a smaller one. */
const LARGE = [20, 25, 50, 100];
/** The largest of them for which messages are sent; larger ones are requested with the existing messages only. */
const FILLED = 50;

function countedByTens(): Check {
  return defineCheck(
    {
      requirement: "messages.get.limit",
      name: "no more messages are returned than a large count requests",
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = await check.reference("channel");
      const ask = (limit: number) => askForPage(check, { channel, limit });
      const tries = await Promise.all(LARGE.map(async (limit) => ({ limit, exchange: await ask(limit) })));
      const taken = tries.filter(({ exchange }) => requireResponse(exchange).status === 200);
      const largest = taken.at(-1);
      if (largest === undefined) throw new NotApplicable("no count of 20 or more is accepted");
      const missing = Math.min(largest.limit, FILLED) + 1 - pageOf(largest.exchange).ids.length;
      await sendMany(check, channel, missing);
      await check.forEach(taken, async ({ limit }, one) => {
        const page = await readPage(one, { channel, limit });
        one.asserted();
        expectCount(page, limit);
      });
    },
  );
}

async function sendMany(check: CheckContext, channelId: string, count: number): Promise<void> {
  const places = Array.from({ length: Math.max(0, count) }, (_, index) => index);
  await Promise.all(places.map((index) => sendMessage(check, `one of many ${index}`, { channelId })));
}

function expectCount({ ids }: Page, limit: number): void {
  expectThat(ids.length <= limit, {
    message: `no more messages must be returned than the requested ${limit}`,
    expected: `at most ${limit}`,
    actual: `${ids.length}`,
    pointer: "/data/messages",
    keyword: "count",
  });
}
