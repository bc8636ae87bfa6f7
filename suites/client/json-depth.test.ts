import { expect, test } from "vitest";
import { nestsDeeper } from "./json-depth.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (levels: number, inner = "1") => "[".repeat(levels) + inner + "]".repeat(levels);

test.each<[string, string, boolean]>([
  ["as many levels as are allowed", nested(10), false],
  ["one more", nested(11), true],
  ["lists and objects by turns", `${'[{"a":'.repeat(6)}1${"}]".repeat(6)}`, true],
  ["many next to each other", `[${Array.from({ length: 50 }, () => "{}").join()}]`, false],
  ["brackets inside of text", JSON.stringify("[".repeat(50)), false],
  ["a quote inside of text", JSON.stringify({ a: `"${"{".repeat(50)}` }), false],
  ["what is cut off", "[".repeat(50), true],
])("limits the depth of JSON: %s", (_, text, isDeeper) => {
  expect(nestsDeeper(bytes(text), 10)).toBe(isDeeper);
});
