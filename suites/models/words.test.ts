import { expect, test } from "vitest";
import { isOfRun, wordOf } from "./words.ts";

const run = { mark: "abcdefghijkl" };
const other = { mark: "zyxwvutsrqpo" };

test("returns the same word for the same key, and another one for another key or run", () => {
  expect(wordOf(run, "one")).toMatch(/^[a-z]{12}$/);
  expect(wordOf({ ...run }, "one")).toBe(wordOf(run, "one"));
  expect(new Set([wordOf(run, "one"), wordOf(run, "two"), wordOf(other, "one")])).toHaveLength(3);
});

test("attributes a text with the mark or a word of a run to that run only", () => {
  for (const text of [`x${run.mark}7`, `Said as ${wordOf(run, "one")}.`, `**${wordOf(run, "two")}**`]) {
    expect(isOfRun(run, text)).toBe(true);
    expect(isOfRun(other, text)).toBe(false);
  }
});

test("attributes other words to no run", () => {
  const words = Array.from({ length: 500 }, (_, index) => wordOf(other, String(index)));
  expect(words.filter((word) => isOfRun(run, word))).toEqual([]);
  expect(isOfRun(run, "apply for conversations, 100% of them")).toBe(false);
});
