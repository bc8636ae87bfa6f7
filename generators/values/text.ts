import * as fc from "fast-check";
import type { TextLevel } from "./context.ts";
import { TEXT_SPECIMENS } from "./specimens.ts";

/** Bounds of a text's length; every measure (code points, UTF-16 units, graphemes) stays inside. */
export interface TextConstraints {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly level?: TextLevel;
  /** Patterns that the whole text must match; rich text consists of the pieces that they allow. */
  readonly patterns?: readonly RegExp[];
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];

/** Created once: fast-check computes for each new one which words it can spell. */
const LETTER = fc.constantFrom(...LETTERS);

const SEPARATORS = [" ", ", ", "\n"];

/** The range of an unbounded text above its minimum length. */
const SPREAD = 40;

/** The pieces of rich text. */
const RICH_PIECES: readonly string[] = TEXT_SPECIMENS.filter(({ sure }) => sure).map((specimen) => specimen.text);

/** Returns text within the bounds. Rich text begins and ends with a letter, so that white space occurs only inside. */
export function text(constraints: TextConstraints = {}): fc.Arbitrary<string> {
  const minLength = constraints.minLength ?? 0;
  const maxLength = Math.min(constraints.maxLength ?? Number.POSITIVE_INFINITY, minLength + SPREAD);
  const plain = plainText(minLength, maxLength);
  if (constraints.level !== "rich" || maxLength < 3) return plain;
  const { pieces, separators } = richParts(constraints.patterns ?? []);
  if (pieces.length === 0) return plain;
  const rich = richText(pieces, separators, minLength, constraints.maxLength);
  return fc.oneof({ arbitrary: plain, weight: 1 }, { arbitrary: rich, weight: 3 });
}

/** Returns the pieces and separators that may occur inside a text of those patterns. */
function richParts(patterns: readonly RegExp[]): { pieces: string[]; separators: string[] } {
  const isAllowed = (part: string): boolean => patterns.every((pattern) => pattern.test(`a${part}z`));
  const separators = SEPARATORS.filter(isAllowed);
  return { pieces: RICH_PIECES.filter(isAllowed), separators: separators.length > 0 ? separators : [""] };
}

/** Returns letters and digits: the same length in code points, UTF-16 units, graphemes and UTF-8 bytes. */
export function plainText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const bounds = `${minLength} ${maxLength}`;
  const known = plainTexts.get(bounds) ?? fc.string({ unit: LETTER, minLength, maxLength });
  plainTexts.set(bounds, known);
  return known;
}

/** By their bounds, of which a document has few. */
const plainTexts = new Map<string, fc.Arbitrary<string>>();

/** Returns letters and digits of exactly that length, always the same. */
export function textOfLength(length: number): string {
  return Array.from({ length }, (_, index) => LETTERS[index % LETTERS.length]).join("");
}

function richText(
  pieces: readonly string[],
  separators: readonly string[],
  minLength: number,
  maxLength = Number.POSITIVE_INFINITY,
): fc.Arbitrary<string> {
  const piece = fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...separators)).map((parts) => parts.join(""));
  return fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => fitted(parts, minLength, maxLength));
}

/** As many pieces as fit between two letters, padded with letters up to the minimum. */
function fitted(pieces: readonly string[], minLength: number, maxLength: number): string {
  let inner = "";
  let graphemes = 2;
  for (const piece of pieces) {
    if (inner.length + piece.length + 2 > maxLength) continue;
    inner += piece;
    if (minLength > graphemes) graphemes += countGraphemes(piece);
  }
  const padding = textOfLength(Math.max(0, Math.min(minLength - graphemes, maxLength - inner.length - 2)));
  return `a${inner}${padding}z`;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Pieces recur, and segmenting is expensive. */
const counts = new Map<string, number>();

function countGraphemes(piece: string): number {
  const count = counts.get(piece) ?? [...segmenter.segment(piece)].length;
  counts.set(piece, count);
  return count;
}
