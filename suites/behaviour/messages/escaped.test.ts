import { expect, test } from "vitest";
import { inEscapes } from "./escaped.ts";

test("JSON in escapes says the same, in ASCII alone", () => {
  const value = { content: 'déjà 😀 a/b \\ "quoted"', list: ["文字"] };
  const text = inEscapes(JSON.stringify(value, null, 2));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  expect(text).toContain("\\ud83d\\ude00");
  expect(text).toContain("a\\/b");
});
