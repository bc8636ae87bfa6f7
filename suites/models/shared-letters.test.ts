import { expect, test } from "vitest";
import { shareLetterPair } from "./shared-letters.ts";

test("finds two adjacent letters that texts share, ignoring case", () => {
  expect(shareLetterPair("A house", "mOUnd")).toBe(true);
  expect(shareLetterPair("a b c", "abc")).toBe(false);
  expect(shareLetterPair("дом", "омут")).toBe(true);
});

test("does not match the same letters in another order", () => {
  expect(shareLetterPair("abcd", "dcba")).toBe(false);
});

test("reads ligatures, letters with marks, and letters with a two-letter upper case as an index may", () => {
  expect(shareLetterPair("ﬁn", "fidx")).toBe(true);
  expect(shareLetterPair("Größe", "osse")).toBe(true);
  expect(shareLetterPair("a\u200bb", "abc")).toBe(true);
  expect(shareLetterPair("ﬁn", "dxaz")).toBe(false);
});
