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

/** Part of a text that can be searched for, by name; null where a text has no such part. */
const PARTS: Readonly<Record<string, (text: string, mark: string) => string | null>> = {
  "a word": (text, mark) => plainWords(text, mark).at(0) ?? null,
  "a word in capitals": (text, mark) => plainWords(text, mark).at(0)?.toUpperCase() ?? null,
  "the last word": (text, mark) => plainWords(text, mark).at(-1) ?? null,
  "two words": (text, mark) => /[a-z]{4,} [a-z]{4,}/u.exec(text.replace(mark, ""))?.[0] ?? null,
  "a word beyond ASCII": (text) => text.match(/\p{L}{4,}/gu)?.find((word) => /[^a-z]/iu.test(word)) ?? null,
  "the beginning of a word": (text, mark) => plainWords(text, mark).at(0)?.slice(0, 8) ?? null,
  "the end of a word": (text, mark) => plainWords(text, mark).at(0)?.slice(4) ?? null,
};

/** Words of small Latin letters that a search takes for words; the mark of the run stands in all texts. */
function plainWords(text: string, mark: string): readonly string[] {
  return (text.match(/(?<!\p{L})[a-z]{4,}(?!\p{L})/gu) ?? []).filter((word) => word !== mark);
}

/** Levels of a member that asks for text: of a thing, of all that the run has made, of nothing. */
export function levelsOfSearch(world: World, member: string, field: string): Level[] {
  const parts = Object.entries(PARTS).map(([name, partOf]) => {
    const of = ({ fields }: Thing) => {
      const text = fields[field];
      return typeof text === "string" ? partOf(text, world.mark) : null;
    };
    return {
      name: `${name} of the ${field}`,
      fits: (thing: Thing) => of(thing) !== null,
      gives: (thing: Thing) => ({ [member]: of(thing) ?? world.mark }),
    };
  });
  return [...parts, ...levelsOfAnyText(world, member)];
}

function levelsOfAnyText(world: World, member: string): Level[] {
  return [
    { name: "the word of the run", gives: () => ({ [member]: world.mark }) },
    { name: "a word of nothing", gives: () => ({ [member]: wordOf(world, "a word that stands in nothing") }) },
  ];
}
