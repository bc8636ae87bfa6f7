import { memoize } from "../../spec/memoize.ts";
import type { RunContext } from "../engine/check/check.ts";
import { allMarkdown, allPieces } from "../models/sample-texts.ts";
import { isOfRun, wordOf } from "../models/words.ts";
import type { KnownResource } from "./resources.ts";
import { type FreshText, type Level, levelInTurns } from "./table.ts";

/** Texts that a run writes, by their special content. All must be returned as sent. */
const WRITTEN: Readonly<Record<string, (text: FreshText) => string>> = {
  "a few words": ({ mark, word, wordAt }) => `${mark} ${word} kept for ${wordAt("end")}`,
  "letters beyond ASCII": ({ mark, word, foreign }) => `Größe ${foreign} Жизнь 中文字 ${mark} ${word}`,
  "signs of code and markup": ({ mark, word }) =>
    `${mark} ${word} O'Neil & "co" <b>100%</b> a-b_c [x](y) \\n #1 @2 $& {z} 3*4=12?`,
  "words that programs take for values": ({ mark, word }) => `${mark} true ${word} null 0 -1 1e3 "${word}" 'false' NaN`,
  "emoji and digits": ({ mark, word }) => `${mark} ${word} 😀 👩‍👩‍👧‍👦 1️⃣ 2026 v1.0`,
  "two spaces and capitals": ({ mark, word }) => `${mark} ${word}  TWO  Blanks End.`,
  "every sign that careless code changes": ({ mark, word }) => `${allPieces} ${mark} ${word}`,
};

/** Texts of several lines. */
const OF_LINES: Readonly<Record<string, (text: FreshText) => string>> = {
  "several lines": ({ mark, word, foreign, wordAt }) =>
    `# ${mark}\n\n- ${word}\n  - ${foreign} **${wordAt("bold")}**\n\n\`\`\`\n${wordAt("code")}\nif (x)  {}\n\`\`\``,
  "every form of markdown": ({ mark, word }) => `${allMarkdown}\n\n${mark} ${word}`,
};

/** Returns text of exactly this many characters. */
const ofLength =
  (length: number) =>
  ({ mark, word, wordAt }: FreshText): string => {
    const end = ` ${wordAt("end")}`;
    const filling = "as long as may be ".repeat(Math.ceil(length / 18));
    return `${mark} ${word} ${filling}`.slice(0, length - end.length - 1).concat("z", end);
  };

export interface TextShape {
  readonly lengths: readonly number[];
  /** Lengths that services may reject. They are used in turns, so that few rows are lost if they do. */
  readonly beyond?: readonly number[];
  readonly isOfLines?: boolean;
}

/** Returns levels of a member with free text. */
export function levelsOfText(member: string, { lengths, beyond = [], isOfLines = false }: TextShape): Level[] {
  const texts = {
    ...WRITTEN,
    ...(isOfLines ? OF_LINES : {}),
    ...Object.fromEntries(lengths.map((length) => [`${length} characters`, ofLength(length)])),
  };
  const giving = (write: (text: FreshText) => string) => (text: FreshText) => ({ [member]: write(text) });
  return [
    ...Object.entries(texts).map(([name, write]) => levelInTurns(name, [giving(write)])),
    ...(beyond.length === 0
      ? []
      : [
          levelInTurns(
            "longer than most",
            beyond.map((length) => giving(ofLength(length))),
          ),
        ]),
  ];
}

/** Returns a part of a text that can be searched for; null if there is none. */
type PartOf = (text: string, context: RunContext) => string | null;

/** The number of characters of a text that careless code considers. */
const FAR_ON = 256;

/** Parts that every index finds. */
const WORDS: Readonly<Record<string, PartOf>> = {
  "a word": (text, context) => plainWords(context, text).at(0) ?? null,
  "a word in capitals": (text, context) => plainWords(context, text).at(0)?.toUpperCase() ?? null,
  "the last word": (text, context) => plainWords(context, text).at(-1) ?? null,
  "a word far on": (text, context) => plainWords(context, text.slice(FAR_ON)).at(-1) ?? null,
  "a word beyond ASCII": foreignWord,
  "capitals beyond ASCII": (text) => foreignWord(text)?.toUpperCase() ?? null,
};

/** Parts within markdown. */
const MARKED: Readonly<Record<string, PartOf>> = {
  "a bold word": (text) => /(?<=\*\*)[a-z]{4,}/u.exec(text)?.[0] ?? null,
  "a word of code": (text) => /(?<=`\n)[a-z]{4,}/u.exec(text)?.[0] ?? null,
};

/**
 * Parts that are used in turns by one level, each with a resource that has it. As separate levels they would leave few
 * rows without a text.
 */
const PARTS: readonly PartOf[] = [
  (text, { mark }) => /[a-z]{4,} [a-z]{4,}/u.exec(text.replace(mark, ""))?.[0] ?? null,
  (text) => text.match(/\p{L}{4,}/gu)?.find((word) => /[^a-z]/iu.test(word)) ?? null,
  (text, context) => plainWords(context, text).at(0)?.slice(0, 8) ?? null,
  (text, context) => plainWords(context, text).at(0)?.slice(4) ?? null,
  (text) => (text.length > FAR_ON ? text.slice(0, FAR_ON + LONGER).trim() : null),
];

/** Parts with characters that careless code interprets, also used in turns. */
const SIGNED: readonly PartOf[] = [
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

const LONGER = 60;

/** Returns a generated word of the run in letters beyond ASCII. */
function foreignWord(text: string): string | null {
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
  let asked = 0;
  const of = ({ fields: { [field]: written } }: KnownResource) =>
    typeof written === "string" ? (turns[asked % turns.length]?.(written, context) ?? null) : null;
  return {
    name: `${name} of the ${field}`,
    turns: turns.length,
    fits: (resource) => of(resource) !== null,
    gives(resource) {
      const text = of(resource) ?? context.mark;
      asked += 1;
      return { [member]: text };
    },
  };
}

/** The level that asks for everything that the run has created. */
export const OF_THE_RUN = "the word of the run";

/**
 * Returns levels of a member that searches for text, of a resource or of everything that the run has created. A plain
 * word comes first, since it is combined with every other single member. Next come the levels that have their own
 * requirements.
 */
export function levelsOfSearch(context: RunContext, search: Search, isOfLines = false): Level[] {
  const parts = { ...WORDS, ...(isOfLines ? MARKED : {}) };
  const [word, capitals, ...words] = Object.entries(parts).map(([name, part]) =>
    levelOfParts(context, search, name, [part]),
  );
  const signed = levelOfParts(context, search, "a part with signs", SIGNED);
  const mark: Level = { name: OF_THE_RUN, gives: () => ({ [search.member]: context.mark }) };
  const first = [word, capitals].filter((level) => level !== undefined);
  return [...first, signed, ...words, levelOfParts(context, search, "another part", PARTS), mark];
}

/** Returns a level that searches for a text similar to a part of a resource's text, which must not find it. */
export function levelOfUnlike(context: RunContext, search: Search): Level {
  return levelOfParts(context, search, "what is unlike a part", UNLIKE);
}

/** Returns a word of the text in which a special character replaces letters or is inserted. */
const changed =
  (what: RegExp, into: string): PartOf =>
  (text, context) =>
    plainWords(context, text).at(0)?.replace(what, into) ?? null;

/** Texts that do not match a text if special characters are literal and every word counts. */
const UNLIKE: readonly PartOf[] = [
  ...["%", "_", ".", "*"].map((sign) => changed(/(?<=^.{3})./u, sign)),
  changed(/(?<=^.{3})..../u, "%"),
  changed(/(?<=^.{3})/u, " "),
  (text, { mark }) => `${text.slice(0, FAR_ON)} ${[...mark].reverse().join("")}`,
];

/** Returns a level that searches for a text that occurs nowhere. */
export function levelOfNothing(context: RunContext, member: string): Level {
  return { name: "a word of nothing", gives: () => ({ [member]: wordOf(context, "a word that is in nothing") }) };
}
