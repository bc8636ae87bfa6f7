import { remembered } from "../../spec/remembered.ts";
import type { RunContext } from "../engine/check/check.ts";
import { everyMarkdown, everyPiece } from "../models/telling-texts.ts";
import { isOfRun, wordOf } from "../models/words.ts";
import type { KnownResource } from "./resources.ts";
import { type FreshText, type Level, levelInTurns } from "./table.ts";

/** Texts that a run writes, by what is peculiar to them: all of them be returned as sent. */
const WRITTEN: Readonly<Record<string, (text: FreshText) => string>> = {
  "a few words": ({ mark, word, wordAt }) => `${mark} ${word} kept for ${wordAt("end")}`,
  "letters beyond ASCII": ({ mark, word, foreign }) => `Größe ${foreign} Жизнь 中文字 ${mark} ${word}`,
  "signs of code and markup": ({ mark, word }) =>
    `${mark} ${word} O'Neil & "co" <b>100%</b> a-b_c [x](y) \\n #1 @2 $& {z} 3*4=12?`,
  "words that programs take for values": ({ mark, word }) => `${mark} true ${word} null 0 -1 1e3 "${word}" 'false' NaN`,
  "emoji and digits": ({ mark, word }) => `${mark} ${word} 😀 👩‍👩‍👧‍👦 1️⃣ 2026 v1.0`,
  "two spaces and capitals": ({ mark, word }) => `${mark} ${word}  TWO  Blanks End.`,
  "every sign that careless code changes": ({ mark, word }) => `${everyPiece} ${mark} ${word}`,
};

/** The same with several lines. */
const OF_LINES: Readonly<Record<string, (text: FreshText) => string>> = {
  "several lines": ({ mark, word, foreign, wordAt }) =>
    `# ${mark}\n\n- ${word}\n  - ${foreign} **${wordAt("bold")}**\n\n\`\`\`\n${wordAt("code")}\nif (x)  {}\n\`\`\``,
  "every form of markdown": ({ mark, word }) => `${everyMarkdown}\n\n${mark} ${word}`,
};

/** A text of so many characters. */
const ofLength =
  (length: number) =>
  ({ mark, word, wordAt }: FreshText): string => {
    const end = ` ${wordAt("end")}`;
    const filling = "as long as may be ".repeat(Math.ceil(length / 18));
    return `${mark} ${word} ${filling}`.slice(0, length - end.length - 1).concat("z", end);
  };

export interface TextShape {
  readonly lengths: readonly number[];
  /** Lengths that services may reject: they take turns, so that few rows are lost where they do. */
  readonly beyond?: readonly number[];
  readonly isOfLines?: boolean;
}

/** Levels of a member that holds free text. */
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

/** Part of a text that can be searched for; null where a text has no such part. */
type PartOf = (text: string, context: RunContext) => string | null;

/** Characters of a text that careless code looks at. */
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

/** Parts amid signs of markdown. */
const MARKED: Readonly<Record<string, PartOf>> = {
  "a bold word": (text) => /(?<=\*\*)[a-z]{4,}/u.exec(text)?.[0] ?? null,
  "a word of code": (text) => /(?<=`\n)[a-z]{4,}/u.exec(text)?.[0] ?? null,
};

/** Parts that take turns in one level, each with a resource that has it: as levels they would leave few rows without a text. */
const PARTS: readonly PartOf[] = [
  (text, { mark }) => /[a-z]{4,} [a-z]{4,}/u.exec(text.replace(mark, ""))?.[0] ?? null,
  (text) => text.match(/\p{L}{4,}/gu)?.find((word) => /[^a-z]/iu.test(word)) ?? null,
  (text, context) => plainWords(context, text).at(0)?.slice(0, 8) ?? null,
  (text, context) => plainWords(context, text).at(0)?.slice(4) ?? null,
  (text) => (text.length > FAR_ON ? text.slice(0, FAR_ON + LONGER).trim() : null),
];

/** Parts that careless code takes for something else than text, in turns as well. */
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

/** A word that the run has made up in letters beyond ASCII. */
function foreignWord(text: string): string | null {
  return /[а-я]{8,}/u.exec(text)?.[0] ?? null;
}

/** Words that the run has made up: a search takes them for words. Its mark is in all texts, and proves nothing. */
const plainWords = remembered(
  (context: RunContext, text: string): readonly string[] => {
    const all = text.match(/(?<!\p{L})[a-z]{8,}(?!\p{L})/gu) ?? [];
    return all.filter((word) => word !== context.mark && isOfRun(context, word));
  },
  (text) => text,
);

/** Where a member is asked for by the text of a resource: the member of the request, and the field of the resource. */
interface Search {
  readonly member: string;
  readonly field: string;
}

/** A level that asks for parts of the text of a resource in turns, each with a resource that has it. */
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

/** The level that asks for all that the run has created. */
export const OF_THE_RUN = "the word of the run";

/**
 * Levels of a member that asks for text: of a resource, or of all that the run has created. A plain word is the first, as it goes
 * with what every other member does alone; of the others those come early that requirements of their own are about.
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

/** A level that asks for something like a part of the text of a resource, which a search must not find. */
export function levelOfUnlike(context: RunContext, search: Search): Level {
  return levelOfParts(context, search, "what is unlike a part", UNLIKE);
}

/** A word of the text in which a sign stands for something, or nothing. */
const changed =
  (what: RegExp, into: string): PartOf =>
  (text, context) =>
    plainWords(context, text).at(0)?.replace(what, into) ?? null;

/** What is unlike a text: signs stand for themselves, and every word counts. */
const UNLIKE: readonly PartOf[] = [
  ...["%", "_", ".", "*"].map((sign) => changed(/(?<=^.{3})./u, sign)),
  changed(/(?<=^.{3})..../u, "%"),
  changed(/(?<=^.{3})/u, " "),
  (text, { mark }) => `${text.slice(0, FAR_ON)} ${[...mark].reverse().join("")}`,
];

/** A level that asks for a text that stands nowhere. */
export function levelOfNothing(context: RunContext, member: string): Level {
  return { name: "a word of nothing", gives: () => ({ [member]: wordOf(context, "a word that is in nothing") }) };
}
