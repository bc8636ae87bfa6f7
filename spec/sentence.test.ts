import { expect, test } from "vitest";
import { sentence } from "./sentence.ts";

test.each([
  ["the key is unknown", "the key is unknown."],
  ["the key is unknown.", "the key is unknown."],
  ['the key is unknown. Did you mean "actions"?', 'the key is unknown. Did you mean "actions"?'],
  ["a text cut…", "a text cut…"],
])("ends %j with one mark", (clause, expected) => {
  expect(sentence(clause)).toBe(expected);
});
