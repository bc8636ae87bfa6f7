import type { JsonObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { shareLetterPair } from "../../models/shared-letters.ts";
import { wordOf } from "../../models/words.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { dissimilarWord } from "../dissimilar-words.ts";
import { requireEventually } from "../preconditions.ts";
import { flaggingOf } from "./flagging-fixtures.ts";
import { sendMessage } from "./requests.ts";
import { type Hits, hitsOf, type SearchInput, search } from "./search.ts";

/** Checks of the messages that a search must find and of those that it must not. */
export function findChecks(): Check[] {
  const corpus = once(createCorpus);
  return [foundByWords(corpus), unknownWordFindsNothing(), foundInNamedChannelOnly(corpus), foundInAllChannels(corpus)];
}

/** Messages with words to search for. */
interface Corpus {
  readonly entries: readonly Entry[];
  /** Occurs in two messages of each of the caller's channels. */
  readonly shared: string;
  readonly sharing: readonly SharingEntry[];
}

interface Entry {
  readonly id: string;
  readonly channelId: string;
  /** A text of its content. */
  readonly query: string;
  /** The words of the query, which need not be adjacent in the content. Each is also a query of its own. */
  readonly parts?: readonly string[];
}

/** An entry with a word that occurs nowhere else. */
interface SharingEntry extends Entry {
  readonly word: string;
}

/** The number of hits that every target must be able to return in one response. */
const MAX_HITS = 20;

/** More hits than the default. */
const LARGE_LIMIT = 50;

type CorpusSource = (check: CheckContext) => Promise<Corpus>;

async function createCorpus(check: CheckContext): Promise<Corpus> {
  const shared = wordOf(check.context, "shared by channels");
  const channels = ownChannels(check.context);
  // Searched for before it is in any message: a repeated search must not return the outdated response.
  for (const filter of [{}, ...channels.slice(0, 1).map((channelId) => ({ channelId }))])
    await tryOrNull(() => search(check, { query: shared, ...filter }));
  const sharing: SharingEntry[] = [];
  const entries: Entry[] = [];
  for (const channelId of channels) {
    const head = await sendMessage(check, `library ${channelId}`, { channelId, content: shared });
    const reply = await sendMessage(check, `library reply ${channelId}`, {
      channelId,
      content: `in a thread ${shared}`,
      threadId: head.id,
    });
    sharing.push(...[head, reply].map(({ id, word }) => ({ id, channelId, query: shared, word })));
    entries.push(...[head, reply].map(({ id, word }) => ({ id, channelId, query: word })));
  }
  const [channelId = ""] = channels;
  const { content, queries } = combinedDocument(check);
  const sent = await sendMessage(check, `library ${content}`, { channelId, content });
  // A target may keep only the beginning of a long text.
  const isKept = (query: string) => sent.content.includes(query);
  const parts = unusualWords(check).filter(isKept);
  if (parts.length > 0) entries.push({ id: sent.id, channelId, query: parts.join(" "), parts });
  entries.push(...queries.filter(isKept).map((query) => ({ id: sent.id, channelId, query })));
  // An existing flagged reply with files.
  const flagging = await tryOrNull(() => flaggingOf(check.context)(check));
  const flaggedReply = flagging?.flagged.at(-1)?.sent;
  const flaggedEntries =
    flagging && flaggedReply ? [{ id: flaggedReply.id, channelId: flagging.channel, query: flaggedReply.word }] : [];
  // First the replies and words that are not English, which a broken search loses first.
  const replies = 2 * channels.length - 1;
  return { entries: [...flaggedEntries, ...entries.slice(replies), ...entries.slice(0, replies)], shared, sharing };
}

/** A text and the words of it to search for. */
interface CorpusDocument {
  readonly content: string;
  readonly queries: readonly string[];
  /** True for words that a search may lose for a reason of their own. */
  readonly unusual?: true;
}

/**
 * Words that may each be lost separately. If a search for all of them finds the message, all are found, whether every
 * word must match or any.
 */
function unusualWords(check: CheckContext): string[] {
  return documentsOf(check).flatMap(({ unusual, queries }) => (unusual ? queries : []));
}

/** Returns one message with all texts; its queries are the ones that code for English text loses. */
function combinedDocument(check: CheckContext): CorpusDocument {
  const documents = documentsOf(check);
  const queries = documents.flatMap((document) => document.queries);
  const twoWordQueries = queries.filter((query) => query.includes(" "));
  const nonAsciiQueries = queries.filter((query) => /[^\p{ASCII}]/u.test(query));
  // The last word comes first, since tokenisers may drop the end of a text.
  return {
    content: documents.map(({ content }) => content).join("\n\n"),
    queries: [...nonAsciiQueries.reverse(), ...twoWordQueries],
  };
}

/** Words that a wrong tokeniser loses: capitals, other scripts, markdown around them, the end of a long text. */
function documentsOf(check: CheckContext): CorpusDocument[] {
  const word = (key: string) => wordOf(check.context, `shelf ${key}`);
  const capital = word("capital").replace(/^./, (letter) => letter.toUpperCase());
  const shouting = word("shouting").toUpperCase();
  const accented = `${word("accented").slice(0, 5)}é${word("accented").slice(5)}ß`;
  const cyrillic = inAlphabet(word("cyrillic"), "абвгдежзиклмнопрстуфхцчшыя");
  const greek = inAlphabet(word("greek"), "αβγδεζηθικλμνξοπρτυφχψωακρ");
  const long = `${word("half of a long one")}${word("its other half")}`;
  const number = `7${digitsOf(word("number"))}`;
  const twoWords = `${word("first of two")} ${word("second of two")}`;
  return [
    { content: `Then ${capital} came.`, queries: [capital] },
    { content: `A ${shouting}!`, queries: [shouting], unusual: true },
    { content: `Ein ${accented} dazu`, queries: [accented], unusual: true },
    { content: `и ${cyrillic} тоже`, queries: [cyrillic] },
    { content: `This is **${word("bold")}** and more`, queries: [word("bold")] },
    { content: `- item\n- (${word("item")}), last`, queries: [word("item")] },
    { content: `a [link to ${word("link")}](https://example.com/)`, queries: [word("link")] },
    { content: `${"a long story and no end of it ".repeat(40)}${word("the end")}`, queries: [word("the end")] },
    { content: `Order ${number} came as ${long} today`, queries: [number, long], unusual: true },
    {
      content: `run \`${word("code")}\` or\n\n\`\`\`\n${word("block of code")}\n\`\`\``,
      queries: [word("code"), word("block of code")],
      unusual: true,
    },
    { content: twoWords, queries: [twoWords] },
    { content: `και επίσης ${greek}`, queries: [greek] },
  ];
}

/** Returns a digit for each letter of the word. */
function digitsOf(word: string): string {
  return [...word].map((letter) => letter.charCodeAt(0) % 10).join("");
}

/** Returns the word in letters of another alphabet. */
function inAlphabet(word: string, alphabet: string): string {
  return [...word].map((letter) => alphabet[letter.charCodeAt(0) - 0x61] ?? "").join("");
}

/**
 * Searches in all channels. If that does not find the message, which another requirement judges, searches in its
 * channel.
 */
async function expectFoundAnywhere(check: CaseContext, { id, channelId, query, parts = [] }: Entry): Promise<void> {
  if (parts.length > 0) {
    const together = await tryOrNull(() => search(check, { query }));
    if (together?.ids.includes(id)) return;
    for (const part of parts) await expectFoundAnywhere(check, { id, channelId, query: part });
    return;
  }
  if ((await search(check, { query })).ids.includes(id)) return;
  await expectFound(check, { query, channelId }, id);
}

async function expectFound(check: CaseContext, input: SearchInput, ...ids: readonly string[]): Promise<Hits> {
  const response = await search(check, input);
  if (isFilledWithMatches(response, input)) return response;
  for (const id of ids) {
    expectThat(response.ids.includes(id), {
      message: "a message of the caller's channels must be found by words of its content",
      expected: `the message ${id} among the hits`,
      actual: `${response.ids.length} hits without it`,
      pointer: "/data/messages",
      keyword: "missing",
    });
  }
  return response;
}

/**
 * Returns true if as many messages match as were requested, so any of them may be returned: others may quote texts of
 * the run.
 */
function isFilledWithMatches({ hits }: Hits, { query, limit = MAX_HITS }: SearchInput): boolean {
  const holds = ({ content }: JsonObject) => String(content).toLowerCase().includes(query.toLowerCase());
  return hits.length >= limit && hits.every(holds);
}

const SEARCHES = { operations: ["search-messages", "send-message"], fixtures: ["memberChannel"] };

function foundByWords(corpus: CorpusSource): Check {
  return defineCheck(
    {
      ...SEARCHES,
      requirement: "messages.search.finds",
      name: "messages and replies are found by words of their content",
    },
    async (check) => {
      const { entries } = await corpus(check);
      await check.forEach(
        entries,
        async (entry, testCase) => {
          await testCase.eventually(() => expectFoundAnywhere(testCase, entry));
          testCase.asserted();
        },
        { describe, first: FIRST_ENTRIES },
      );
    },
  );
}

/** The number of words that every run searches for first. */
const FIRST_ENTRIES = 4;

/** Fails if one of the hits concerned shares no two letters with the query. */
function expectNoUnrelatedHit(hits: Hits["hits"], query: string, isRelevant: (hit: JsonObject) => boolean): void {
  const place = hits.findIndex((hit) => isRelevant(hit) && !shareLetterPair(String(hit.content), query));
  expectThat(place < 0, {
    message: "a message that has nothing in common with the query must not be a hit",
    expected: `no message that is like ${query} in no two letters`,
    actual: `${hits[place]?.id} at /data/messages/${place}`,
    pointer: `/data/messages/${place}`,
    keyword: "irrelevant",
  });
}

/** The number of words in no message, each searched for right after a message was sent. */
const UNKNOWN_WORDS = 6;

function unknownWordFindsNothing(): Check {
  return defineCheck(
    {
      ...SEARCHES,
      requirement: "messages.search.relevant",
      name: "a query for a word that no message has finds no message of the run",
      isCostly: true,
    },
    async (check) => {
      const [channelId = ""] = ownChannels(check.context);
      for (let turn = 0; turn < Math.max(2, check.cases(UNKNOWN_WORDS)); turn += 1) {
        const { id, word, content } = await sendMessage(check, `beside nobody's word ${turn}`, { channelId });
        await requireEventually(check, "messages.search.finds", () => expectFound(check, { query: word }, id));
        const query = dissimilarWord(check.context, `in no message ${turn}`, [content]);
        const { hits } = await search(check, { query });
        check.asserted();
        expectNoUnrelatedHit(hits, query, (hit) => String(hit.content).includes(check.context.mark));
      }
    },
  );
}

function foundInNamedChannelOnly(corpus: CorpusSource): Check {
  return defineCheck(
    {
      ...SEARCHES,
      requirement: "messages.search.channel",
      name: "a search in a channel finds its messages and none of another channel",
      fixtures: ["memberChannel", "secondMemberChannel"],
    },
    async (check) => {
      const { sharing, shared: query } = await corpus(check);
      // A search without a channel finds both, so the filter by channel must leave some out.
      const ids = sharing.map(({ id }) => id);
      await requireEventually(check, "messages.search.finds", () => expectFound(check, { query }, ...ids));
      await check.forEach(ownChannels(check.context), async (channelId, testCase) => {
        const own = sharing.filter((entry) => entry.channelId === channelId);
        // The limit has room for one more than the channel has, which another channel could fill.
        const limits = firstPartOf(check, [{ limit: own.length + 1 }, {}, { limit: MAX_HITS }], 1);
        for (const limit of limits) {
          const input = { query, channelId, ...limit };
          const { hits } = await testCase.eventually(() => expectFound(testCase, input, ...own.map(({ id }) => id)));
          testCase.asserted();
          expectOnlyHitsOf(hits, channelId);
        }
        // The contract leaves open whether every word or any must match. All messages of the run contain the mark.
        expectOnlyHitsOf(
          (await search(testCase, { query: `${testCase.context.mark} ${query}`, channelId })).hits,
          channelId,
        );
        // A limit above the required number may be rejected.
        const largeResponse = await testCase.call("search-messages", {
          parameters: { query, channelId, limit: LARGE_LIMIT },
        });
        if (requireResponse(largeResponse).status === 200) expectOnlyHitsOf(hitsOf(largeResponse).hits, channelId);
        // If a channel has no match, matches of other channels must not be returned.
        const elsewhere = sharing.find((entry) => entry.channelId !== channelId);
        if (elsewhere) expectOnlyHitsOf((await search(testCase, { query: elsewhere.word, channelId })).hits, channelId);
      });
      await expectOnlyChannelHits(check, query);
    },
  );
}

/** A search in a foreign or unknown channel returns nothing of the caller's own channels, or is rejected. */
async function expectOnlyChannelHits(check: CheckContext, query: string): Promise<void> {
  const { foreignChannel, memberChannel = "" } = check.context.target.fixtures;
  const unknown = absentId(memberChannel, `${check.context.mark} searched`);
  for (const channelId of [...(foreignChannel === undefined ? [] : [foreignChannel]), unknown]) {
    const exchange = await check.call("search-messages", { parameters: { query, channelId } });
    if (requireResponse(exchange).status === 200) expectOnlyHitsOf(hitsOf(exchange).hits, channelId);
  }
}

function expectOnlyHitsOf(hits: Hits["hits"], channelId: string): void {
  const wrongIndex = hits.findIndex((hit) => hit.channelId !== channelId);
  expectThat(wrongIndex < 0, {
    message: "all hits of a search in a channel must be messages of that channel",
    expected: channelId,
    actual: String(hits[wrongIndex]?.channelId),
    pointer: `/data/messages/${wrongIndex}/channelId`,
    keyword: "channel",
  });
}

function foundInAllChannels(corpus: CorpusSource): Check {
  return defineCheck(
    {
      ...SEARCHES,
      requirement: "messages.search.all-channels",
      name: "a search without a channel finds messages of all channels",
      fixtures: ["memberChannel", "secondMemberChannel"],
    },
    async (check) => {
      const { sharing, shared: query } = await corpus(check);
      await check.forEach(
        sharing,
        async ({ id }, testCase) => {
          await testCase.eventually(() => expectFound(testCase, { query }, id));
          testCase.asserted();
        },
        { describe },
      );
    },
  );
}

function describe({ id, channelId, query }: Entry): JsonObject {
  return { id, channelId, query };
}
