import { expect, test } from "vitest";
import type { Json } from "../../../spec/json.ts";
import { differenceOf } from "./difference.ts";

const LONG = `${"A long story, ".repeat(724)}1`;

test.each<[string, string, string]>([
  ["truncated to 8,192 of 10,137 characters", LONG, LONG.slice(0, 8192)],
  ["truncated to 3 of 8 characters, and an ellipsis put behind", "one more", "one…"],
  ["the first 4 of 8 characters lost", "one more", "more"],
  ["came back empty", "one", ""],
  ["trailing white space lost", "one \n", "one"],
  ["leading white space lost", "\n one", "one"],
  ["white space at both ends lost", " one ", "one"],
  ["4 characters appended", "one", "one !!!"],
  ["3 characters put before it", "one", "=> one"],
  ["case folded to lower case", "One MORE", "one more"],
  ["case folded to upper case", "One more", "ONE MORE"],
  ["case changed", "One more", "one More"],
  ["line breaks turned into spaces", "one\ntwo", "one two"],
  ["line breaks in another form", "one\r\ntwo", "one\ntwo"],
  ["indents and spaces at line ends lost", "a\n  b \nc", "a\nb\nc"],
  ["spaces at line ends lost", "a  \n  b", "a\n  b"],
  ["white space collapsed or changed", "one  two", "one two"],
  ["Unicode form changed to NFC", "cafe\u0301", "caf\u00e9"],
  ["Unicode form changed to NFD", "caf\u00e9", "cafe\u0301"],
  ["compatibility characters replaced (NFKC)", "\ufb01n", "fin"],
  ["accents lost", "caf\u00e9", "cafe"],
  ["invisible characters lost", "a\u200bb", "ab"],
  ["tags stripped", "a <b>c</b>", "a c"],
  ["escaped for HTML", "a & <b>", "a &amp; &lt;b&gt;"],
  ["HTML escapes decoded", "a &amp; b", "a & b"],
  ["escaped once more for JSON", 'a "b"', 'a \\"b\\"'],
  ["percent-encoded", "a b%", "a%20b%25"],
  ['2 characters replaced by "?"', "a🚀b🚀", "a?b?"],
  ["2 of 9 characters lost, from character 6 on", "a **b** c", "a **b c"],
  ["differs from character 5 on", "one two", "one six"],
])("names the difference of texts: %s", (words, sent, received) => {
  expect(differenceOf(sent, received)).toBe(words);
});

test.each<[string, Json, Json | undefined]>([
  ["missing", "a", undefined],
  ["came back as null", "a", null],
  ["came back as a string and not as a number", 1, "1"],
  ["came back as an object and not as a list", [], {}],
  ["another value (a boolean)", true, false],
  ["another value (a number)", null, 3],
  ["rounded to 1 decimal place", 0.77, 0.8],
  ["rounded down to 2 decimal places", 0.778, 0.77],
  ["too high", 3, 4],
  ["too low", 3, 2],
  ["items reordered", [1, 2, 3], [3, 2, 1]],
  ["truncated to 2 of 3 items", [1, 2, 3], [1, 2]],
  ["1 of 3 items lost", [1, 2, 3], [1, 3]],
  ["1 of 3 items changed", [1, 2, 3], [1, 7, 3]],
  ["1 item repeated", [1, 2], [1, 2, 2]],
  ["1 item added", [1, 2], [1, 2, 3]],
  ['member "a" lost', { a: 1, b: 2 }, { b: 2 }],
  ['member "c" added', { b: 2 }, { b: 2, c: 1 }],
  ['member "a" lost, member "A" added', { a: 1 }, { A: 1 }],
  ['member "a": member "b": trailing white space lost', { a: { b: "x " } }, { a: { b: "x" } }],
])("names the difference of values: %s", (words, expected, actual) => {
  expect(differenceOf(expected, actual)).toBe(words);
});

test("compares texts that a target made expensive to compare in limited time", () => {
  const blanks = " ".repeat(199_000);
  const start = performance.now();
  differenceOf(`a${blanks}b`, `b${blanks}${blanks}`);
  differenceOf(`a${blanks}b`, `b${blanks}a`);
  differenceOf("<".repeat(199_000), "&".repeat(199_000));
  expect(performance.now() - start).toBeLessThan(3000);
});
