import { expect, test } from "vitest";
import type { Json } from "../json.ts";
import { fillPlaceholders, placeholdersOf } from "./placeholders.ts";

const values: Record<string, Json> = { "a.b.maximum": 100, "a.c.enum": ["x", "y", "z", null], "a.d.const": "PUT" };
const valueAt = (address: string) => values[address];

test("replaces addresses with numbers, words and lists", () => {
  expect(fillPlaceholders("at most {a.b.maximum}", valueAt)).toBe("at most 100");
  expect(fillPlaceholders("one of {a.c.enum}, by {a.d.const}", valueAt)).toBe("one of x, y or z, by PUT");
});

test("says so where the document has no such value", () => {
  expect(fillPlaceholders("at most {a.gone.maximum}", valueAt)).toBe("at most (no value in the document)");
});

test("leaves braces that hold no address alone", () => {
  expect(fillPlaceholders("an object { } or {}", valueAt)).toBe("an object { } or {}");
});

test("names the addresses in a text", () => {
  expect(placeholdersOf("from {a.b.minimum} to {a.b.maximum}")).toEqual(["a.b.minimum", "a.b.maximum"]);
});
