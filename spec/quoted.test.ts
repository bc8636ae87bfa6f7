import { expect, test } from "vitest";
import { quoted, shortened } from "./quoted.ts";

test("cuts what is long to 80 characters at most, and halves none", () => {
  expect(shortened("a".repeat(80))).toBe("a".repeat(80));
  expect(shortened("a".repeat(81))).toBe(`${"a".repeat(77)}…`);
  expect(shortened(`${"a".repeat(76)}😀${"b".repeat(9)}`)).toBe(`${"a".repeat(76)}…`);
  expect(quoted("a".repeat(81))).toBe(`"${"a".repeat(76)}…`);
});

const cycle: Record<string, unknown> = {};
cycle.self = cycle;

test.each([
  ["text", '"text"'],
  [{ days: 1 }, '{"days":1}'],
  [Number.NaN, "NaN"],
  [Number.NEGATIVE_INFINITY, "-Infinity"],
  [1e18, "1000000000000000000"],
  [undefined, "undefined"],
  [null, "null"],
  [12n, "12n"],
  [new Date(Number.NaN), "an invalid date"],
  [new Date(0), '"1970-01-01T00:00:00.000Z"'],
  [cycle, "[object Object]"],
])("quotes %s", (value, text) => {
  expect(quoted(value)).toBe(text);
});
