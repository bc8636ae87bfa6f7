import { isObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { type CreatedMemory, remember, statusFilterOf } from "./claims.ts";
import { maxContentLength } from "./content-limits.ts";
import { createRetryUntilFailure, expectExactMatches, expectOnlyMatches } from "./filtering.ts";
import {
  expectFound,
  expectNotFound,
  largestLimit,
  pageOf,
  pageWithHits,
  searchAll,
  searchPage,
  skipEmptyPages,
} from "./listing.ts";
import type { MemoryFixtures } from "./population.ts";
import { requireFound } from "./require-found.ts";

const OPERATIONS = ["search-memories"] as const;

/** The text filter searches the content only, and every character in it is literal. */
export function textChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [charactersAreLiteral(), contentSearchedOnly(memoryFixtures)];
}

/** Characters with a meaning in patterns, queries and markup, each put between two unique words. */
const SPECIAL_CHARACTERS = [
  ..."%_*?.+^$|()[]{}\\'\"`#&/:;,!~@=<>-",
  "%%",
  ".*",
  "\\%",
  "[a-z]",
  "(?i)",
  "a|b",
  "{1,9}",
  "''",
  "%25",
  "\\n",
  " -",
  ' "',
  " OR ",
  " AND ",
  " NOT ",
  " *",
];

/** White space of every kind: a text may span two lines of a content. */
const WHITE_SPACE = ["\n", "\r\n", "\t", "  ", "\u00a0"];

function charactersAreLiteral(): Check {
  return defineCheck(
    {
      requirement: "memories.search.text-literal",
      name: "special characters in a text filter are literal",
      // Rows have such characters only by chance, so a run may have none that a rule can judge.
      runsEarly: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const signs = [...SPECIAL_CHARACTERS, ...WHITE_SPACE].map((sign, index) => ({
        sign,
        start: wordOf(check.context, `before ${index}`).slice(0, LETTERS_BETWEEN),
        end: wordOf(check.context, `after ${index}`).slice(0, LETTERS_BETWEEN),
      }));
      const maxLength = await maxContentLength(check);
      // Short contents would need dozens of memories for all characters, more than a run has for one check.
      const parts =
        maxLength <= SHORT_CONTENT_LENGTH ? rotated(check, signs).slice(0, CHARACTERS_IN_SHORT_CONTENT) : signs;
      const portions = splitEvenly(parts, maxLength < SHORT_CONTENT_LENGTH ? 4 : 2).map((portion, index) =>
        textsOf(portion, index * Math.ceil(portion.length / CHARACTERS_PER_TEXT)),
      );
      const word = wordOf(check.context, "signs or none");
      const withSigns = await Promise.all(
        portions.map((portion, index) =>
          remember(check, `signs ${index}`, {
            content: `${wordOf(check.context, `signs ${index}`)} ${word} ${portion.map(({ text }) => text).join(" ")}`,
          }),
        ),
      );
      const cases = portions.flatMap((portion, index) => portion.map((part) => ({ ...part, index })));
      const decoyTexts = joinUpTo(
        cases.flatMap(({ others }) => others),
        maxLength - RESERVED_LENGTH,
      );
      const withoutSigns = await Promise.all(
        decoyTexts.map((text, index) =>
          remember(check, `no signs ${index}`, {
            content: `${wordOf(check.context, `no signs ${index}`)} ${word} ${text}`,
          }),
        ),
      );
      await requireFound(check, [...withSigns, ...withoutSigns], { text: word });
      const retryEventually = createRetryUntilFailure();
      const judge = async ({ signs: portion, text, index }: (typeof cases)[number], testCase: CaseContext) => {
        const wanted = withSigns[index];
        // The text must be in the stored content: white space and special characters may be normalised.
        if (!wanted || !String(wanted.memory.content ?? text).includes(text)) return;
        const input = { ...largestLimit(testCase.context), ...statusFilterOf(wanted), text };
        const response = await testCase.call("search-memories", { parameters: input });
        // Another requirement judges the size of the page, and whether a text can be searched for at all.
        if (requireResponse(response).status !== 200) await searchPage(testCase, { ...input, text: wanted.word });
        expectAccepted(response, `a search for a text with ${portion}`);
        const { hits } = await skipEmptyPages(testCase, input, pageOf(response));
        testCase.asserted();
        expectFound(hits, wanted.id, `a memory must be found by a part of its content that holds ${portion}`);
        for (const { id } of withoutSigns) expectNotFound(hits, id, `${portion} in a text must stand for itself`);
      };
      // Behind a load balancer, one replica may not have it yet.
      await check.forEach(cases, (part, testCase) => retryEventually(testCase, () => judge(part, testCase)), {
        all: true,
      });
    },
  );
}

/** Characters that mean the rest of a word in prefix searches. */
const WILDCARD_ENDINGS = ["*", ":*", "%", "?", "~"];

/**
 * The number of characters in one text, and of letters between them, together no longer than a few words, as the
 * maximum length of a text is not stated. In the content they are next to each other too.
 */
const CHARACTERS_PER_TEXT = 9;
const LETTERS_BETWEEN = 3;

interface CharacterBetweenWords {
  readonly sign: string;
  /** The words around it. */
  readonly start: string;
  readonly end: string;
}

/** Several characters in one text. */
interface LiteralText {
  readonly signs: string;
  readonly text: string;
  /** Texts that it would match too if its characters were not literal. */
  readonly others: readonly string[];
}

function textsOf(parts: readonly CharacterBetweenWords[], turn: number): LiteralText[] {
  return Array.from({ length: Math.ceil(parts.length / CHARACTERS_PER_TEXT) }, (_, row) => {
    const group = parts.slice(row * CHARACTERS_PER_TEXT, (row + 1) * CHARACTERS_PER_TEXT);
    const { end = "" } = group.at(-1) ?? {};
    const chain = (signs: readonly string[]) =>
      `${signs.map((sign, position) => `${group[position]?.start ?? ""}${sign}`).join("")}${end}`;
    const signs = group.map(({ sign }) => sign);
    // One more character at the end, where it may mean the rest of a word.
    const last = WILDCARD_ENDINGS[(turn + row) % WILDCARD_ENDINGS.length] ?? "";
    // Each has one of the characters replaced or removed; the rest is as in the search.
    const others = signs.flatMap((_, position) =>
      ["", "q"].map((instead) => `${chain(signs.with(position, instead))}${last}`),
    );
    others.push(`${chain(signs)}q`);
    return { signs: [...signs, last].join(" "), text: `${chain(signs)}${last}`, others };
  });
}

/** The content length up to which only some of the characters are tried. */
const SHORT_CONTENT_LENGTH = 500;
/** The number of characters to try with such short contents; which ones depends on the seed. */
const CHARACTERS_IN_SHORT_CONTENT = 15;
/** The number of characters of a content reserved for the words before a text. */
const RESERVED_LENGTH = 100;

/** Splits the items into `count` lists of about the same length. */
function splitEvenly<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  const length = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, index) => items.slice(index * length, (index + 1) * length));
}

/** Joins the texts into as few as possible that are not too long. */
function joinUpTo(texts: readonly string[], maxLength: number): readonly string[] {
  const pieces: string[] = [];
  for (const text of texts) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + text.length > maxLength) pieces.push(text);
    else pieces[pieces.length - 1] = `${last} ${text}`;
  }
  return pieces;
}

/** Returns texts of a memory that occur in no content of the run. */
function textsOutsideContent({ requested, memory }: CreatedMemory): readonly string[] {
  const pointers = Array.isArray(requested.derived_from) ? requested.derived_from : [];
  const sources = pointers.flatMap((pointer) => (isObject(pointer) ? [pointer.id] : []));
  // Values that the service has added come first, since they show more than sent ones.
  const texts = [memory.content_hash, requested.scope_id, memory.org_id, memory.created_at, ...sources];
  return [...new Set(texts)].flatMap((text) =>
    typeof text === "string" && text.length >= MIN_TEXT_LENGTH ? [text] : [],
  );
}

/** The minimum length of a text worth searching for. */
const MIN_TEXT_LENGTH = 4;

/** Members whose text is not part of the content. */
function contentSearchedOnly(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.text-content-only",
      name: "a text filter does not find words of other fields",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const word = wordOf(check.context, "only in other places");
      const created = await remember(check, "words elsewhere", {
        metadata: { tags: [word], topic: word, [word]: 1 },
        where: word,
        why: word,
      });
      await requireFound(check, [created]);
      const texts = [word, created.id];
      await check.forEach(texts, async (text, testCase) => {
        const search = () => searchAll(testCase, { ...statusFilterOf(created), text });
        // An id may be shorter than the minimum of a target's search; the other values are enough then.
        const hits = await (text.length < MIN_TEXT_LENGTH ? tryOrNull(search) : search());
        if (hits === null) return;
        testCase.asserted();
        expectNotFound(hits, created.id, "a memory must not be found by a text that is not in its content");
      });
      await check.forEach(textsOutsideContent(created), async (text, testCase) => {
        // Everything in the scope or organisation may match, so one page is enough.
        const input = { ...largestLimit(testCase.context), ...statusFilterOf(created), text };
        // The maximum length of a search text is not stated; shorter ones are enough if this is rejected.
        const page = await tryOrNull(() => pageWithHits(testCase, input));
        if (page === null) return;
        testCase.asserted();
        expectOnlyMatches(page.hits, { text });
      });
      const population = await memoryFixtures(check);
      const kinds = [...new Set(population.members.map(({ known }) => known.kind))];
      await check.forEach(rotated(check, [...kinds, "current"]), (text, testCase) =>
        expectExactMatches(testCase, population, { text, tags: [population.tag] }),
      );
    },
  );
}
