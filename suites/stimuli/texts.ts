import type { World } from "../engine/check/check.ts";
import { wordOf } from "../models/words.ts";
import type { FreshText, Level } from "./table.ts";
import type { Thing } from "./things.ts";

/** Texts that a run writes, by what is peculiar to them: all of them come back as they were sent. */
const WRITTEN: Readonly<Record<string, (text: FreshText) => string>> = {
  "a few words": ({ mark, word }) => `${mark} ${word} kept for later`,
  "letters beyond ASCII": ({ mark, word, foreign }) => `Größe ${foreign} Жизнь 中文字 ${mark} ${word}`,
  "signs of code and markup": ({ mark, word }) =>
    `${mark} ${word} O'Neil & "co" <b>100%</b> a-b_c [x](y) \\n #1 @2 $& {z} 3*4=12?`,
  "emoji and digits": ({ mark, word }) => `${mark} ${word} 😀 👩‍👩‍👧‍👦 1️⃣ 2026 v1.0`,
  "two blanks and capitals": ({ mark, word }) => `${mark} ${word}  TWO  Blanks End.`,
};

/** The same with several lines. */
const OF_LINES: Readonly<Record<string, (text: FreshText) => string>> = {
  "several lines": ({ mark, word, foreign }) => `# ${mark}\n\n- ${word}\n  - ${foreign}\n\n\`\`\`\nif (x)  {}\n\`\`\``,
};

/** A text of so many characters. */
const ofLength =
  (length: number) =>
  ({ mark, word }: FreshText): string =>
    `${mark} ${word} ${"as long as may be ".repeat(Math.ceil(length / 18))}`.slice(0, length - 1).concat("z");

export interface TextShape {
  readonly lengths: readonly number[];
  readonly isOfLines?: boolean;
}

/** Levels of a member that holds free text. */
export function levelsOfText(member: string, { lengths, isOfLines = false }: TextShape): Level[] {
  const texts = {
    ...WRITTEN,
    ...(isOfLines ? OF_LINES : {}),
    ...Object.fromEntries(lengths.map((length) => [`${length} characters`, ofLength(length)])),
  };
  return Object.entries(texts).map(([name, write]) => ({ name, gives: (_thing, text) => ({ [member]: write(text) }) }));
}

/** Part of a text that can be searched for; null where a text has no such part. */
type PartOf = (text: string, mark: string) => string | null;

/** Parts that are levels of their own: every index finds them. */
const WORDS: Readonly<Record<string, PartOf>> = {
  "a word": (text, mark) => plainWords(text, mark).at(0) ?? null,
  "the last word": (text, mark) => plainWords(text, mark).at(-1) ?? null,
};

/** Parts that take turns in one level: as levels they would leave few rows without a text. */
const PARTS: readonly PartOf[] = [
  (text, mark) => plainWords(text, mark).at(0)?.toUpperCase() ?? null,
  (text, mark) => /[a-z]{4,} [a-z]{4,}/u.exec(text.replace(mark, ""))?.[0] ?? null,
  (text) => text.match(/\p{L}{4,}/gu)?.find((word) => /[^a-z]/iu.test(word)) ?? null,
  (text, mark) => plainWords(text, mark).at(0)?.slice(0, 8) ?? null,
  (text, mark) => plainWords(text, mark).at(0)?.slice(4) ?? null,
];

/** Words of small Latin letters that a search takes for words; the mark of the run stands in all texts. */
function plainWords(text: string, mark: string): readonly string[] {
  return (text.match(/(?<!\p{L})[a-z]{4,}(?!\p{L})/gu) ?? []).filter((word) => word !== mark);
}

/** Levels of a member that asks for text: of a thing, or of all that the run has made. */
export function levelsOfSearch(world: World, member: string, field: string): Level[] {
  const level = (name: string, partsOf: (text: string, turn: number) => string | null): Level => {
    const of = ({ fields }: Thing, turn: number) => {
      const written = fields[field];
      return typeof written === "string" ? partsOf(written, turn) : null;
    };
    return {
      name: `${name} of the ${field}`,
      fits: (thing) => of(thing, 0) !== null,
      gives: (thing, text) => ({ [member]: of(thing, turnOf(text)) ?? world.mark }),
    };
  };
  const words = Object.entries(WORDS).map(([name, partOf]) => level(name, (text) => partOf(text, world.mark)));
  const another = level("another part", (text, turn) => {
    const parts = PARTS.flatMap((partOf) => partOf(text, world.mark) ?? []);
    return parts[turn % Math.max(1, parts.length)] ?? null;
  });
  const parts = [...words, another];
  return [...parts, { name: "the word of the run", gives: () => ({ [member]: world.mark }) }];
}

/** A number that differs from request to request. */
function turnOf({ word }: FreshText): number {
  return [...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}

/** A level that asks for a text that stands nowhere. */
export function levelOfNothing(world: World, member: string): Level {
  return { name: "a word of nothing", gives: () => ({ [member]: wordOf(world, "a word that stands in nothing") }) };
}
