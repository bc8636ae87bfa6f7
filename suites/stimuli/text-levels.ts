import { memoize } from "../../spec/memoize.ts";
import type { RunContext } from "../engine/check/check.ts";
import { allMarkdown, allPieces } from "../models/sample-texts.ts";
import { isOfRun, wordOf } from "../models/words.ts";
import type { KnownResource } from "./known-resources.ts";
import { type GeneratedText, type Level, levelInTurns } from "./table.ts";

/** Texts that a run writes, by their special content. All must be returned as sent. */
const TEXTS: Readonly<Record<string, (text: GeneratedText) => string>> = {
  "a few words": ({ mark, word, wordAt }) => `${mark} ${word} kept for ${wordAt("end")}`,
  "letters beyond ASCII": ({ mark, word, nonAsciiWord }) => `Größe ${nonAsciiWord} Жизнь 中文字 ${mark} ${word}`,
  "signs of code and markup": ({ mark, word }) =>
    `${mark} ${word} O'Neil & "co" <b>100%</b> a-b_c [x](y) \\n #1 @2 $& {z} 3*4=12?`,
  "words that programs take for values": ({ mark, word }) => `${mark} true ${word} null 0 -1 1e3 "${word}" 'false' NaN`,
  "emoji and digits": ({ mark, word }) => `${mark} ${word} 😀 👩‍👩‍👧‍👦 1️⃣ 2026 v1.0`,
  "two spaces and capitals": ({ mark, word }) => `${mark} ${word}  TWO  Blanks End.`,
  "every sign that careless code changes": ({ mark, word }) => `${allPieces} ${mark} ${word}`,
};

/** Texts of several lines. */
const MULTILINE_TEXTS: Readonly<Record<string, (text: GeneratedText) => string>> = {
  "several lines": ({ mark, word, nonAsciiWord, wordAt }) =>
    `# ${mark}\n\n- ${word}\n  - ${nonAsciiWord} **${wordAt("bold")}**\n\n\`\`\`\n${wordAt("code")}\nif (x)  {}\n\`\`\``,
  "every form of markdown": ({ mark, word }) => `${allMarkdown}\n\n${mark} ${word}`,
};

const FILLING = "as long as may be ";
const FILLING_BEYOND_ASCII = "сколько поместится ";

/** Returns text of exactly this many characters. */
const ofLength =
  (length: number, filling = FILLING) =>
  ({ mark, word, wordAt }: GeneratedText): string => {
    const end = ` ${wordAt("end")}`;
    return `${mark} ${word} ${filling.repeat(Math.ceil(length / filling.length))}`
      .slice(0, length - end.length - 1)
      .concat("z", end);
  };

export interface TextShape {
  readonly lengths: readonly number[];
  /** Lengths, in characters, of texts in letters that take more than one byte each. */
  readonly lengthsBeyondAscii?: readonly number[];
  /** Lengths that services may reject. They are used in turns, so that few rows are lost if they do. */
  readonly lengthsPerhapsRejected?: readonly number[];
  readonly isMultiline?: boolean;
}

/** Returns levels of a member with free text. */
export function levelsOfText(
  member: string,
  { lengths, lengthsBeyondAscii = [], lengthsPerhapsRejected = [], isMultiline = false }: TextShape,
): Level[] {
  const texts = {
    ...TEXTS,
    ...(isMultiline ? MULTILINE_TEXTS : {}),
    ...Object.fromEntries(lengths.map((length) => [`${length} characters`, ofLength(length)])),
    ...Object.fromEntries(
      lengthsBeyondAscii.map((length) => [`${length} letters beyond ASCII`, ofLength(length, FILLING_BEYOND_ASCII)]),
    ),
  };
  const membersWith = (write: (text: GeneratedText) => string) => (text: GeneratedText) => ({ [member]: write(text) });
  return [
    ...Object.entries(texts).map(([name, write]) => levelInTurns(name, [membersWith(write)])),
    ...(lengthsPerhapsRejected.length === 0
      ? []
      : [
          levelInTurns(
            "longer than most",
            lengthsPerhapsRejected.map((length) => membersWith(ofLength(length))),
          ),
        ]),
  ];
}

/** Returns a part of a text that can be searched for; null if there is none. */
type PartOf = (text: string, context: RunContext) => string | null;

/** The number of characters of a text that careless code considers. */
const PREFIX_LENGTH = 256;

/** Parts that every index finds. */
const WORDS: Readonly<Record<string, PartOf>> = {
  "a word": (text, context) => plainWords(context, text).at(0) ?? null,
  "a word in capitals": (text, context) => plainWords(context, text).at(0)?.toUpperCase() ?? null,
  "the last word": (text, context) => plainWords(context, text).at(-1) ?? null,
  "a word far on": (text, context) => plainWords(context, text.slice(PREFIX_LENGTH)).at(-1) ?? null,
  "a word beyond ASCII": nonAsciiWordIn,
  "capitals beyond ASCII": (text) => nonAsciiWordIn(text)?.toUpperCase() ?? null,
};

/** Parts within markdown. */
const MARKDOWN_PARTS: Readonly<Record<string, PartOf>> = {
  "a bold word": (text) => /(?<=\*\*)[a-z]{4,}/u.exec(text)?.[0] ?? null,
  "a word of code": (text) => /(?<=`\n)[a-z]{4,}/u.exec(text)?.[0] ?? null,
};

/**
 * Parts that are used in turns by one level, each with a resource that has it. As separate levels they would leave few
 * rows without a text.
 */
const OTHER_PARTS: readonly PartOf[] = [
  (text, { mark }) => /[a-z]{4,} [a-z]{4,}/u.exec(text.replace(mark, ""))?.[0] ?? null,
  (text) => text.match(/\p{L}{4,}/gu)?.find((word) => /[^a-z]/iu.test(word)) ?? null,
  (text, context) => plainWords(context, text).at(0)?.slice(0, 8) ?? null,
  (text, context) => plainWords(context, text).at(0)?.slice(4) ?? null,
  (text) => (text.length > PREFIX_LENGTH ? text.slice(0, PREFIX_LENGTH + EXTRA_LENGTH).trim() : null),
];

/** Parts with characters that careless code interprets, also used in turns. */
const PARTS_WITH_SIGNS: readonly PartOf[] = [
  /\S*[%_]\S*/u,
  /\S*[*.]\S*/u,
  /\S*['"`]\S*/u,
  /\S*[&<]\S*/u,
  /\S*\\\S*/u,
  /\S*\+\S*/u,
  /\S+ {2}\S+/u,
  /\S+\n+\S+/u,
  /\b(true|null|NaN)\b/u,
  /(?<=\s)0\b/u,
  /\S*[#@:$]\S*/u,
].map((part) => (text) => part.exec(text)?.[0] ?? null);

const EXTRA_LENGTH = 60;

/** Returns a generated word of the run in letters beyond ASCII. */
function nonAsciiWordIn(text: string): string | null {
  return /[а-я]{8,}/u.exec(text)?.[0] ?? null;
}

/**
 * Returns generated words of the run, which a search treats as words. The run's mark is left out, since it is in all
 * texts and proves nothing.
 */
const plainWords = memoize(
  (context: RunContext, text: string): readonly string[] => {
    const all = text.match(/(?<!\p{L})[a-z]{8,}(?!\p{L})/gu) ?? [];
    return all.filter((word) => word !== context.mark && isOfRun(context, word));
  },
  (text) => text,
);

/** A search for the text of a resource: the member of the request, and the field of the resource. */
interface Search {
  readonly member: string;
  readonly field: string;
}

/** Returns a level that searches for parts of the text of a resource in turns, each with a resource that has it. */
function levelOfParts(context: RunContext, { member, field }: Search, name: string, turns: readonly PartOf[]): Level {
  let requestCount = 0;
  const partOf = ({ fields: { [field]: written } }: KnownResource) =>
    typeof written === "string" ? (turns[requestCount % turns.length]?.(written, context) ?? null) : null;
  return {
    name: `${name} of the ${field}`,
    turns: turns.length,
    isFit: (resource) => partOf(resource) !== null,
    members(resource) {
      const text = partOf(resource) ?? context.mark;
      requestCount += 1;
      return { [member]: text };
    },
  };
}

/** The level that asks for everything that the run has created. */
export const RUN_WORD = "the word of the run";

/**
 * Returns levels of a member that searches for text, of a resource or of everything that the run has created. A plain
 * word comes first, since it is combined with every other single member. Next come the levels that have their own
 * requirements.
 */
export function levelsOfSearch(context: RunContext, search: Search, isMultiline = false): Level[] {
  const parts = { ...WORDS, ...(isMultiline ? MARKDOWN_PARTS : {}) };
  const [word, capitals, ...words] = Object.entries(parts).map(([name, part]) =>
    levelOfParts(context, search, name, [part]),
  );
  const withSigns = levelOfParts(context, search, "a part with signs", PARTS_WITH_SIGNS);
  const mark: Level = { name: RUN_WORD, members: () => ({ [search.member]: context.mark }) };
  const first = [word, capitals].filter((level) => level !== undefined);
  return [...first, withSigns, ...words, levelOfParts(context, search, "another part", OTHER_PARTS), mark];
}

/** Returns a level that searches for a text similar to a part of a resource's text, which must not find it. */
export function levelOfSimilarText(context: RunContext, search: Search): Level {
  return levelOfParts(context, search, "what is unlike a part", SIMILAR_TEXTS);
}

/** Returns a word of the text in which a special character replaces letters or is inserted. */
const withReplacement =
  (pattern: RegExp, replacement: string): PartOf =>
  (text, context) =>
    plainWords(context, text).at(0)?.replace(pattern, replacement) ?? null;

/** Texts that do not match a text if special characters are literal and every word counts. */
const SIMILAR_TEXTS: readonly PartOf[] = [
  ...["%", "_", ".", "*"].map((sign) => withReplacement(/(?<=^.{3})./u, sign)),
  withReplacement(/(?<=^.{3})..../u, "%"),
  withReplacement(/(?<=^.{3})/u, " "),
  (text, { mark }) => `${text.slice(0, PREFIX_LENGTH)} ${[...mark].reverse().join("")}`,
];

/** Returns a level that searches for a text that occurs nowhere. */
export function levelOfUnusedWord(context: RunContext, member: string): Level {
  return { name: "a word of nothing", members: () => ({ [member]: wordOf(context, "a word that is in nothing") }) };
}
