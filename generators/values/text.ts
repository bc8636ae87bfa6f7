import * as fc from "fast-check";
import type { TextLevel } from "./context.ts";

/** Bounds of a text's length; every measure (code points, UTF-16 units, graphemes) stays inside. */
export interface TextConstraints {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly level?: TextLevel;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];

/** How far above its minimum a text grows where nothing bounds it. */
const SPREAD = 40;

/**
 * Pieces of text that break careless code: scripts, marks without a composed form, emoji of several code points, right-to-left,
 * joiners inside a script, quotes, markup. Each reads the same under every normalisation form that a store would apply (NFC, NFKC).
 */
export const RICH_PIECES: readonly string[] = [
  "Grüße",
  "naïve café",
  "Žluťoučký",
  "Ελληνικά",
  "Привет",
  "中文字符",
  "日本語テキスト",
  "한국어",
  "हिन्दी",
  "ไทย",
  "ქართული",
  "q̃x̌",
  "שלום",
  "مرحبا",
  "می‌خواهم",
  "😀",
  "👩‍👩‍👧‍👦",
  "🏳️‍🌈",
  "👍🏽",
  "🇩🇪",
  "1️⃣",
  "𝒳".normalize("NFKC"),
  "𐍈",
  '"double"',
  "'single'",
  "`code`",
  "**bold**",
  "_it_",
  "[link](https://example.com/?a=1&b=2#c)",
  "<b>tag</b>",
  "&amp;",
  "back\\slash",
  "100%",
  "a+b=c",
  "semi;colon",
  "{curly}",
  "$(x)",
  "--",
  "null",
  "line\nbreak",
  "para\n\n- item\n- item",
  "# head\n\ntext",
  "plain",
];

/** Text within the bounds. Rich text begins and ends with a letter, so that white space stands only inside. */
export function text(constraints: TextConstraints = {}): fc.Arbitrary<string> {
  const minLength = constraints.minLength ?? 0;
  const maxLength = Math.min(constraints.maxLength ?? Number.POSITIVE_INFINITY, minLength + SPREAD);
  const plain = plainText(minLength, maxLength);
  if (constraints.level !== "rich" || maxLength < 3) return plain;
  return fc.oneof(
    { arbitrary: plain, weight: 1 },
    { arbitrary: richText(minLength, constraints.maxLength), weight: 3 },
  );
}

/** Letters and digits: the same length by code points, UTF-16 units, graphemes and UTF-8 bytes. */
export function plainText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...LETTERS), minLength, maxLength });
}

/** Letters and digits of exactly that length, always the same. */
export function textOfLength(length: number): string {
  return Array.from({ length }, (_, index) => LETTERS[index % LETTERS.length]).join("");
}

function richText(minLength: number, maxLength = Number.POSITIVE_INFINITY): fc.Arbitrary<string> {
  const separator = fc.constantFrom(" ", " ", ", ", "\n");
  const piece = fc.tuple(fc.constantFrom(...RICH_PIECES), separator).map(([words, after]) => words + after);
  return fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => fitted(pieces, minLength, maxLength));
}

/** As many pieces as fit between two letters, padded with letters up to the minimum. */
function fitted(pieces: readonly string[], minLength: number, maxLength: number): string {
  let inner = "";
  for (const piece of pieces) {
    if (inner.length + piece.length + 2 <= maxLength) inner += piece;
  }
  const graphemes = countGraphemes(inner) + 2;
  const padding = textOfLength(Math.max(0, Math.min(minLength - graphemes, maxLength - inner.length - 2)));
  return `a${inner}${padding}z`;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

function countGraphemes(value: string): number {
  return [...segmenter.segment(value)].length;
}
