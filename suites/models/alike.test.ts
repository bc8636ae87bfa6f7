import { expect, test } from "vitest";
import { areAlike } from "./alike.ts";

test("texts with two letters in sequence in common are alike, whatever their case", () => {
  expect(areAlike("A house", "mOUnd")).toBe(true);
  expect(areAlike("a b c", "abc")).toBe(false);
  expect(areAlike("дом", "омут")).toBe(true);
});

test("texts with the same letters in another sequence are not alike", () => {
  expect(areAlike("abcd", "dcba")).toBe(false);
});

test("signs are what an index may take them for: a ligature, a letter with marks, and one that is two in capitals", () => {
  expect(areAlike("ﬁn", "fidx")).toBe(true);
  expect(areAlike("Größe", "osse")).toBe(true);
  expect(areAlike("a\u200bb", "abc")).toBe(true);
  expect(areAlike("ﬁn", "dxaz")).toBe(false);
});
