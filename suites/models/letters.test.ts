import { expect, test } from "vitest";
import { lettersOf } from "./letters.ts";

test("each byte is one of the 26 small letters", () => {
  expect(lettersOf(Uint8Array.of(0, 1, 25, 26, 255))).toBe("abzav");
  expect(new Set(lettersOf(Uint8Array.from({ length: 256 }, (_, byte) => byte)))).toHaveLength(26);
});
