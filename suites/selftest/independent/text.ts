import type { Choices } from "./choices.ts";
import { refuse } from "./refusal.ts";

/** Returns text as this server stores it; rejects text that it cannot store. */
export function tidy(text: string, name: string, { trims, normalises }: Choices["input"]): string {
  if (/\p{Surrogate}/u.test(text)) refuse("invalid", `${name} is not a valid Unicode text`, { field: name });
  if (text.includes("\0")) refuse("invalid", `${name} holds a NUL`, { field: name });
  const lines = text.replaceAll("\r\n", "\n");
  const composed = normalises ? lines.normalize("NFC") : lines;
  return trims ? composed.trim() : composed;
}

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Length of a text in a unit. */
export function lengthOf(text: string, unit: "utf16" | "grapheme"): number {
  return unit === "utf16" ? text.length : [...GRAPHEMES.segment(text)].length;
}

/** Returns text for case-insensitive comparison: the final sigma is a sigma. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** Returns the words of a text: runs of letters, marks and digits, ignoring case. */
export function words(text: string): string[] {
  return folded(text.normalize("NFC")).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
