import { expect, test } from "vitest";
import { wordsOf } from "./words.ts";

test.each([
  ["Hello, **World**!", ["hello", "world"]],
  ["`code` <b>x_y</b>", ["code", "b", "x", "y", "b"]],
  ["don't 3.14", ["don", "t", "3", "14"]],
  ["ÄRGER e\u0301tude", ["ärger", "étude"]],
  ["東京タワー", ["東", "京", "タ", "ワ", "ー"]],
  ["hi🦭there", ["hi", "🦭", "there"]],
  ["", []],
])("finds the words of %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
