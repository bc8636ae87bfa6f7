import { isObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { baseOf, type CreatedMemory, remember } from "./claims.ts";
import { contentRoom } from "./content-limits.ts";
import { createEventually, expectExactly, expectNothingElse } from "./filtering.ts";
import {
  expectFound,
  expectNotFound,
  fullPage,
  leadOn,
  pageOf,
  pageWithHits,
  searchAll,
  searchPage,
} from "./listing.ts";
import type { MemoryFixtures } from "./population.ts";
import { requireFound } from "./visible.ts";

const OPERATIONS = ["search-memories"] as const;

/** The text filter searches the content only, and every character in it is literal. */
export function textChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [literal(), contentOnly(memoryFixtures)];
}

/** Characters with a meaning in patterns, queries and markup, each put between two unique words. */
const SIGNS = [
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
const BLANKS = ["\n", "\r\n", "\t", "  ", "\u00a0"];

function literal(): Check {
  return defineCheck(
    {
      requirement: "memories.search.text-literal",
      name: "each pattern character is literal",
      // Rows have such characters only by chance, so a run may have none that a rule can judge.
      early: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const signs = [...SIGNS, ...BLANKS].map((sign, index) => ({
        sign,
        start: wordOf(check.context, `before ${index}`).slice(0, LETTERS_IN_A_ROW),
        end: wordOf(check.context, `after ${index}`).slice(0, LETTERS_IN_A_ROW),
      }));
      const most = await contentRoom(check);
      // Short contents would need dozens of memories for all characters, more than a run has for one check.
      const parts = most <= MOST_SIGNS ? rotated(check, signs).slice(0, FEW_SIGNS) : signs;
      const portions = inPortions(parts, most < MOST_SIGNS ? 4 : 2).map((some, index) =>
        inRows(some, index * Math.ceil(some.length / IN_A_ROW)),
      );
      const word = wordOf(check.context, "signs or none");
      const real = await Promise.all(
        portions.map((some, index) =>
          remember(check, `signs ${index}`, {
            content: `${wordOf(check.context, `signs ${index}`)} ${word} ${some.map(({ text }) => text).join(" ")}`,
          }),
        ),
      );
      const cases = portions.flatMap((some, index) => some.map((part) => ({ ...part, index })));
      const without = inPieces(
        cases.flatMap(({ others }) => others),
        most - BEFORE,
      );
      const decoys = await Promise.all(
        without.map((text, index) =>
          remember(check, `no signs ${index}`, {
            content: `${wordOf(check.context, `no signs ${index}`)} ${word} ${text}`,
          }),
        ),
      );
      await requireFound(check, [...real, ...decoys], { text: word });
      const patiently = createEventually();
      const judge = async ({ signs: some, text, index }: (typeof cases)[number], one: CaseContext) => {
        const wanted = real[index];
        // The text must be in the stored content: white space and special characters may be normalised.
        if (!wanted || !String(wanted.memory.content ?? text).includes(text)) return;
        const input = { ...fullPage(one.context), ...baseOf(wanted), text };
        const response = await one.call("search-memories", { parameters: input });
        // Another requirement judges the size of the page, and whether a text can be searched for at all.
        if (requireResponse(response).status !== 200) await searchPage(one, { ...input, text: wanted.word });
        expectAccepted(response, `a search for a text with ${some}`);
        const { hits } = await leadOn(one, input, pageOf(response));
        one.asserted();
        expectFound(hits, wanted.id, `a memory must be found by a part of its content that holds ${some}`);
        for (const { id } of decoys) expectNotFound(hits, id, `${some} in a text must stand for itself`);
      };
      // Behind a load balancer, one replica may not have it yet.
      await check.forEach(cases, (part, one) => patiently(one, () => judge(part, one)), { all: true });
    },
  );
}

/** Characters that mean the rest of a word in prefix searches. */
const ENDINGS = ["*", ":*", "%", "?", "~"];

/**
 * The number of characters in one text, and of letters between them, together no longer than a few words, as the
 * maximum length of a text is not stated. In the content they are next to each other too.
 */
const IN_A_ROW = 9;
const LETTERS_IN_A_ROW = 3;

interface Signed {
  readonly sign: string;
  /** The words around it. */
  readonly start: string;
  readonly end: string;
}

/** Several characters in one text. */
interface Row {
  readonly signs: string;
  readonly text: string;
  /** Texts that it would match too if its characters were not literal. */
  readonly others: readonly string[];
}

function inRows(parts: readonly Signed[], turn: number): Row[] {
  return Array.from({ length: Math.ceil(parts.length / IN_A_ROW) }, (_, row) => {
    const some = parts.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW);
    const { end = "" } = some.at(-1) ?? {};
    const chain = (signs: readonly string[]) =>
      `${signs.map((sign, at) => `${some[at]?.start ?? ""}${sign}`).join("")}${end}`;
    const signs = some.map(({ sign }) => sign);
    // One more character at the end, where it may mean the rest of a word.
    const last = ENDINGS[(turn + row) % ENDINGS.length] ?? "";
    // Each has one of the characters replaced or removed; the rest is as in the search.
    const others = signs.flatMap((_, at) => ["", "q"].map((instead) => `${chain(signs.with(at, instead))}${last}`));
    others.push(`${chain(signs)}q`);
    return { signs: [...signs, last].join(" "), text: `${chain(signs)}${last}`, others };
  });
}

/** The content length up to which only some of the characters are tried. */
const MOST_SIGNS = 500;
/** The number of characters to try with such short contents; which ones depends on the seed. */
const FEW_SIGNS = 15;
/** The number of characters of a content reserved for the words before a text. */
const BEFORE = 100;

/** Splits the items into `count` lists of about the same length. */
function inPortions<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  const length = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, index) => items.slice(index * length, (index + 1) * length));
}

/** Joins the texts into as few as possible that are not too long. */
function inPieces(texts: readonly string[], longest: number): readonly string[] {
  const pieces: string[] = [];
  for (const text of texts) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + text.length > longest) pieces.push(text);
    else pieces[pieces.length - 1] = `${last} ${text}`;
  }
  return pieces;
}

/** Returns texts of a memory that occur in no content of the run. */
function besideContent({ asked, memory }: CreatedMemory): readonly string[] {
  const pointers = Array.isArray(asked.derived_from) ? asked.derived_from : [];
  const sources = pointers.flatMap((pointer) => (isObject(pointer) ? [pointer.id] : []));
  // Values that the service has added come first, since they show more than sent ones.
  const texts = [memory.content_hash, asked.scope_id, memory.org_id, memory.created_at, ...sources];
  return [...new Set(texts)].flatMap((text) => (typeof text === "string" && text.length >= TELLING ? [text] : []));
}

/** The minimum length of a text worth searching for. */
const TELLING = 4;

/** Members whose text is not part of the content. */
function contentOnly(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.text-content-only",
      name: "words of other fields are not found",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const word = wordOf(check.context, "only in other places");
      const made = await remember(check, "words elsewhere", {
        metadata: { tags: [word], topic: word, [word]: 1 },
        where: word,
        why: word,
      });
      await requireFound(check, [made]);
      const texts = [word, made.id];
      await check.forEach(texts, async (text, one) => {
        const search = () => searchAll(one, { ...baseOf(made), text });
        // An id may be shorter than the minimum of a target's search; the other values are enough then.
        const hits = await (text.length < TELLING ? tryOrNull(search) : search());
        if (hits === null) return;
        one.asserted();
        expectNotFound(hits, made.id, "a memory must not be found by a text that is not in its content");
      });
      await check.forEach(besideContent(made), async (text, one) => {
        // Everything in the scope or organisation may match, so one page is enough.
        const input = { ...fullPage(one.context), ...baseOf(made), text };
        // The maximum length of a search text is not stated; shorter ones are enough if this is rejected.
        const page = await tryOrNull(() => pageWithHits(one, input));
        if (page === null) return;
        one.asserted();
        expectNothingElse(page.hits, { text });
      });
      const population = await memoryFixtures(check);
      const kinds = [...new Set(population.members.map(({ known }) => known.kind))];
      await check.forEach(rotated(check, [...kinds, "current"]), (text, one) =>
        expectExactly(one, population, { text, tags: [population.tag] }),
      );
    },
  );
}
