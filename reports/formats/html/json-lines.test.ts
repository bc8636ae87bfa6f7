import { expect, test } from "vitest";
import { jsonLines } from "./json-lines.ts";

const textOf = (json: string) =>
  jsonLines(json)
    ?.map((line) => line.text)
    .join("\n");

test("indents as JSON.stringify does", () => {
  const value = { a: [1, "x, {y}", [], {}, { b: null }], 'c"d': true, e: "" };
  expect(textOf(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

test("keeps digits, escapes and repeated members as they came", () => {
  expect(textOf('{"a":1.0,"a":12345678901234567890,"b":"\\u0041"}')).toBe(
    '{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": "\\u0041"\n}',
  );
});

test("gives each line the pointer of its value", () => {
  const lines = jsonLines('{"data":[{"a/b":1}]}') ?? [];
  expect(lines.map((line) => line.pointer)).toEqual(["", "/data", "/data/0", "/data/0/a~1b", "/data/0", "/data", ""]);
});

test("shows a bare value on a line", () => {
  expect(jsonLines(' "x" ')).toEqual([{ text: '"x"', pointer: "" }]);
});

test("declines what is not JSON, and what is nested beyond reading", () => {
  expect(jsonLines("<html>")).toBeNull();
  expect(jsonLines("")).toBeNull();
  expect(jsonLines("[".repeat(2000) + "]".repeat(2000))).toBeNull();
});
