import { expect, test } from "vitest";
import { shareLetterPair } from "./shared-letters.ts";

test("texts with two letters in sequence in common are alike, whatever their case", () => {
  expect(shareLetterPair("A house", "mOUnd")).toBe(true);
  expect(shareLetterPair("a b c", "abc")).toBe(false);
  expect(shareLetterPair("дом", "омут")).toBe(true);
});

test("texts with the same letters in another sequence are not alike", () => {
  expect(shareLetterPair("abcd", "dcba")).toBe(false);
});

test("signs are what an index may take them for: a ligature, a letter with marks, and one that is two in capitals", () => {
  expect(shareLetterPair("ﬁn", "fidx")).toBe(true);
  expect(shareLetterPair("Größe", "osse")).toBe(true);
  expect(shareLetterPair("a\u200bb", "abc")).toBe(true);
  expect(shareLetterPair("ﬁn", "dxaz")).toBe(false);
});
