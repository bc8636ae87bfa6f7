import { TEXT_SPECIMENS } from "../../../generators/index.ts";
import type { RandomChoices } from "./random-choices.ts";

/** Pieces that servers treat otherwise than plain words. */
const PIECES: readonly string[] = [
  ...TEXT_SPECIMENS.map(({ text }) => text),
  ...[
    "#1",
    "a=b",
    "50%",
    "100%_done",
    "it's",
    'say "so"',
    "C:\\dir\\file",
    "\\\\",
    "/help",
    "a|b & !c",
    "(x[0]*y+z?)",
    "key:value",
  ],
  ...["ABC-123", "x-1", "null", "true", "false", "0", "1", "007", "3.14", "-5", "2026-01-31", "undefined"],
  ...["a\nb", "first line\nsecond line\nthird", "a\tb", "one\u00a0two", "two  blanks", "Straße İstanbul", "x", "ab"],
  ...[
    "`code`",
    "see `a.b` in 42 places",
    "```\nblock of code\n```",
    "- item\n- item",
    "https://example.com/a?b=c#d",
    "@somebody",
  ],
  ...["!?", "…", "—", "Ünder", "😀 first", "internationalisation-of-everything", "supercalifragilistic1234567890"],
];

/** Lengths around which servers cut, reject or index. */
const LENGTHS = [
  2, 3, 8, 9, 63, 64, 65, 100, 101, 200, 201, 255, 256, 300, 400, 401, 499, 500, 501, 1000, 1001, 4000, 4001, 5000,
];
const LONGEST_OFTEN = 501;
const SHARES = { long: 0.2, ofAnyLength: 0.3, joined: 0.4, empty: 0.02 };

/**
 * Returns a text of any class: short, long, of many lines, with quotes, backslashes, emoji, only digits, between known
 * words or not.
 */
export function variedText(chance: RandomChoices, word: () => string): string {
  if (chance.happens(SHARES.empty)) return "";
  const piece = chance.pick(PIECES) ?? "";
  if (chance.happens(SHARES.long)) return repeatedTo(piece, word(), chance);
  if (!chance.happens(SHARES.joined)) return piece;
  const parts = [word(), piece, word()];
  return parts.slice(chance.below(2), 2 + chance.below(2)).join(" ");
}

function repeatedTo(piece: string, word: string, chance: RandomChoices): string {
  const lengths = chance.happens(SHARES.ofAnyLength) ? LENGTHS : LENGTHS.filter((length) => length <= LONGEST_OFTEN);
  const length = chance.pick(lengths) ?? 0;
  // The end is the part that gets lost, so it contains a searchable word.
  const end = ` ${word}`;
  const filling = chance.happens(0.5) ? piece : `${piece} ${word}`;
  const start = [...`${filling} `.repeat(Math.ceil(length / filling.length))].slice(
    0,
    Math.max(1, length - end.length),
  );
  return length < end.length + 2
    ? start.slice(0, length).join("")
    : start
        .join("")
        .trimEnd()
        .padEnd(length - end.length, ".") + end;
}

/** Free JSON of many shapes. */
export function variedJson(chance: RandomChoices, word: () => string): Record<string, never> {
  const text = () => variedText(chance, word);
  const shapes: readonly (() => unknown)[] = [
    () => ({}),
    () => ({ tags: [word(), text()] }),
    () => ({ tags: word() }),
    () => ({ [text() || "name"]: text() }),
    () => ({ note: text(), count: chance.below(100), share: 0.25, done: chance.happens(0.5), none: null }),
    () => ({ outer: { inner: { deepest: [text(), 1, null, { x: [] }] } }, list: [], empty: {} }),
    () => Object.fromEntries(Array.from({ length: 2 + chance.below(20) }, (_, at) => [`key${at}`, word()])),
    () => ({ blob: "x".repeat(3400 + chance.below(680)) }),
    () => ({
      a: text(),
      b: [1, -1, 0, 1.5, 1e21],
      "": "no name",
      $name: { $in: [1] },
      "a.b": 1,
      ключ: "значение",
      "with space": 0,
    }),
  ];
  return chance.pick(shapes)?.() as Record<string, never>;
}
