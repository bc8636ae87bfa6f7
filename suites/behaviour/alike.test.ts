import { expect, test } from "vitest";
import { areAlike, wordUnlike } from "./alike.ts";

test("texts with two letters in sequence in common are alike, whatever their case", () => {
  expect(areAlike("A house", "mOUnd")).toBe(true);
  expect(areAlike("a b c", "abc")).toBe(false);
  expect(areAlike("дом", "омут")).toBe(true);
});

test("texts with the same letters in another sequence are not alike", () => {
  expect(areAlike("abcd", "dcba")).toBe(false);
});

test("finds a word that is like none of the texts, the same each time", () => {
  const texts = ["fwtmqjasummi oswtoauxbefv qjsmmbtdhxbs", "filler of a story"];
  const word = wordUnlike({ mark: "fwtmqjasummi" }, "some key", texts);
  expect(texts.filter((text) => areAlike(text, word))).toEqual([]);
  expect(wordUnlike({ mark: "fwtmqjasummi" }, "some key", texts)).toBe(word);
});
