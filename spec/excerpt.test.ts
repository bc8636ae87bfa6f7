import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test("leaves a short text as it is, and says how much of a long one is missing", () => {
  expect(excerpt("short", 5)).toBe("short");
  expect(excerpt("longer", 5)).toBe("longe… (1 characters more)");
});

test("halves no character", () => {
  expect(excerpt("ab😀cd", 3)).toBe("ab… (4 characters more)");
});
