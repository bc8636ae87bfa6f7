import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext, Observer } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { lagOf, openPointObserver, outcomeOf } from "../observe.ts";
import { pagesOf } from "./channel-pages.ts";
import type { Conversation } from "./conversation.ts";
import { directionOf } from "./page-order.ts";
import { PORTABLE_LIMIT, pageOf, readPage, requestPage } from "./pages.ts";
import { sendMessage } from "./requests.ts";
import { hitsOf, search } from "./search.ts";

type ConversationSource = (check: CheckContext) => Promise<Conversation>;

const READS = { operations: ["get-messages"], fixtures: ["memberChannel"], writes: true };
const SEARCHES = { operations: ["search-messages", "send-message"], fixtures: ["memberChannel"], writes: true };

/** Observers of the open points of reading and searching. */
export function readingObservers(conversation: ConversationSource): Observer[] {
  return [
    openPointObserver("get-messages.order", READS, order),
    openPointObserver("get-messages.default-limit", READS, async (check) =>
      defaultLimit(check, await conversation(check)),
    ),
    openPointObserver("get-messages.maximum-limit", READS, async (check) =>
      maximumLimit(check, await conversation(check)),
    ),
    openPointObserver("get-messages.after-page", READS, async (check) => afterPage(check, await conversation(check))),
    openPointObserver("get-messages.both-cursors", READS, async (check) =>
      bothCursors(check, await conversation(check)),
    ),
    openPointObserver("get-messages.unknown-cursor", READS, async (check) =>
      unknownCursor(check, await conversation(check)),
    ),
    openPointObserver("get-messages.replies", READS, async (check) => replies(check, await conversation(check))),
    openPointObserver("get-messages.foreign-channel", { ...READS, fixtures: ["foreignChannel"] }, foreignPage),
    openPointObserver("search-messages.foreign-channel", { ...SEARCHES, fixtures: ["foreignChannel"] }, foreignSearch),
    openPointObserver("search-messages.lag", SEARCHES, lag),
    openPointObserver("search-messages.matching", SEARCHES, matching),
  ];
}

async function order(check: CheckContext) {
  const [before, after] = [await directionOf(check, "before"), await directionOf(check, "after")];
  return { answer: `before: ${before}; after: ${after}`, evidence: "pages around messages of this run" };
}

async function defaultLimit(check: CheckContext, { channel, closing }: Conversation) {
  const { ids, hasMore } = await readPage(check, { channel, before: closing.id });
  const ending = hasMore === true ? "" : ", and there were no more";
  return { answer: `${ids.length}${ending}`, evidence: "a page without a count" };
}

async function maximumLimit(check: CheckContext, { channel, closing }: Conversation) {
  const limits = [
    ...LIMITS,
    (numberAt(parameterSchema(check.context.document, "get-messages", "limit"), "maximum") ?? 0) + 1,
  ];
  const answers: string[] = [];
  for (const limit of limits.sort((left, right) => left - right)) {
    const exchange = await requestPage(check, { channel, before: closing.id, limit });
    answers.push(
      `${limit}: ${statusOf(exchange) === 200 ? `${pageOf(exchange).ids.length} messages` : statusAndCode(exchange)}`,
    );
  }
  return { answer: answers.join("; "), evidence: "pages with growing counts" };
}

const LIMITS = [50, 100, 200, 1000];

async function afterPage(check: CheckContext, { channel, roots }: Conversation) {
  const [first, second] = roots;
  const { ids } = await readPage(check, { channel, limit: PORTABLE_LIMIT, after: first?.id ?? "" });
  const next = ids.includes(second?.id ?? "");
  return {
    answer: next ? "the page next to it" : "another page",
    evidence: "a page after a message with more later ones than it holds",
  };
}

async function bothCursors(check: CheckContext, { channel, roots }: Conversation) {
  const [first, second, third] = roots;
  const exchange = await requestPage(check, {
    channel,
    limit: PORTABLE_LIMIT,
    after: first?.id ?? "",
    before: third?.id ?? "",
  });
  const answer = outcomeOf(exchange, () => {
    const { ids } = pageOf(exchange);
    if (roots.slice(3).some(({ id }) => ids.includes(id))) return "after alone counts";
    return ids.includes(second?.id ?? "") ? "the messages between the two" : "other messages";
  });
  return { answer, evidence: "a page between two messages of this run" };
}

async function unknownCursor(check: CheckContext, { channel, roots }: Conversation) {
  const absent = absentId(roots[0]?.id ?? "", `${check.context.mark} cursor`);
  const unknown = statusAndCode(await requestPage(check, { channel, limit: 1, before: absent }));
  const { memberChannel = channel } = check.context.target.fixtures;
  if (memberChannel === channel) return { answer: `unknown: ${unknown}`, evidence: "a cursor that names no message" };
  const elsewhere = statusAndCode(
    await requestPage(check, { channel: memberChannel, limit: 1, before: roots[0]?.id ?? "" }),
  );
  return {
    answer: `unknown: ${unknown}; of another channel: ${elsewhere}`,
    evidence: "cursors that name no message of the channel",
  };
}

async function replies(check: CheckContext, { channel, reply, closing, roots }: Conversation) {
  const pages = await pagesOf(check, { channel, later: closing, earlier: roots[0] });
  const shown = pages.some(({ ids }) => ids.includes(reply.id));
  return { answer: shown ? "shown" : "not shown", evidence: "a reply in the middle of a conversation" };
}

async function foreignPage(check: CheckContext) {
  const { foreignChannel = "" } = check.context.target.fixtures;
  const exchange = await requestPage(check, { channel: foreignChannel, limit: PORTABLE_LIMIT });
  return {
    answer: outcomeOfList(exchange, () => pageOf(exchange).ids.length),
    evidence: "reading a foreign channel",
  };
}

async function foreignSearch(check: CheckContext) {
  const { foreignChannel = "", messages } = check.context.target.fixtures;
  const query = messages?.foreign?.word ?? check.context.mark;
  const exchange = await check.call("search-messages", { parameters: { query, channelId: foreignChannel } });
  return {
    answer: outcomeOfList(exchange, () => hitsOf(exchange).ids.length),
    evidence: "searching a foreign channel",
  };
}

function outcomeOfList(exchange: Exchange, count: () => number): string {
  return outcomeOf(exchange, () => (count() === 0 ? "an empty result" : "messages"));
}

async function lag(check: CheckContext) {
  const { id, word } = await sendMessage(check, "to be found soon");
  return lagOf(check, "a search for a message just sent", async () => {
    expectHit((await search(check, { query: word })).ids, id);
  });
}

/** Searches by parts and other forms of the words of one message. */
async function matching(check: CheckContext) {
  const word = wordOf(check.context, "matching");
  const other = wordOf(check.context, "not there");
  const { id } = await sendMessage(check, "matched in many ways", { content: `${word} running` });
  await check.eventually(async () => expectHit((await search(check, { query: word })).ids, id));
  const swapped = `${word.slice(0, 5)}${word.slice(6)}`;
  const forms = { "in capitals": word.toUpperCase(), "by its beginning": word.slice(0, 8), misspelt: swapped };
  const found: string[] = [];
  for (const [how, query] of Object.entries({ ...forms, "with a word it has not": `${word} ${other}` })) {
    const { ids } = await search(check, { query });
    found.push(`${how}: ${ids.includes(id) ? "found" : "not found"}`);
  }
  return { answer: found.join("; "), evidence: "one message, searched for in several ways" };
}

function expectHit(ids: readonly string[], id: string): void {
  expectThat(ids.includes(id), { message: "not found yet", expected: id, actual: "no hit", keyword: "missing" });
}
