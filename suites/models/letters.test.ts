import { expect, test } from "vitest";
import { lettersOf } from "./letters.ts";

test("maps each byte to one of the 26 lower-case letters", () => {
  expect(lettersOf(Uint8Array.of(0, 1, 25, 26, 255))).toBe("abzav");
  expect(new Set(lettersOf(Uint8Array.from({ length: 256 }, (_, byte) => byte)))).toHaveLength(26);
});
