import { expect, test } from "vitest";
import { similarTokens } from "./similar-tokens.ts";

const similarTo = (token: string, ...others: string[]) => similarTokens(token, [token, ...others]);

test("replaces the last character by one that differs in its first bits", () => {
  const token = Buffer.from("a token of sixteen").toString("base64url");
  const ends = similarTo(token).filter(
    (other) => other.length === token.length && other.startsWith(token.slice(0, -1)),
  );
  expect(ends).toHaveLength(1);
  for (const other of ends) expect(Buffer.from(other, "base64url")).not.toEqual(Buffer.from(token, "base64url"));
});

test("keeps the last character of sequential tokens", () => {
  expect(similarTo("chl-1000000017", "chl-1000000018")).not.toContain("chl-100000001a");
  expect(similarTo("chl-1000000017", "chl-2000000018")).toContain("chl-100000001a");
});

test.each([
  ["letters of both cases", "Tok-aBcDeF12", "Tok-AbCdEf12"],
  ["a word for the kind", "chl_00ff17a9", "CHL_00ff17a9"],
  ["both, and padding", "tok/aBcDeF12==", "tok/AbCdEf12=="],
])("changes the case of %s", (_what, token, changed) => {
  expect(similarTo(token)).toContain(changed);
});

test.each(["3F2504E0-4F89-41D3-9A0C-0305E82C3301", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "WDJB-MJHT", "73915"])(
  "keeps the case of %s, which may be case-insensitive",
  (token) => {
    const all = similarTo(token).map((other) => other.toLowerCase());
    expect(all).not.toContain(token.toLowerCase());
  },
);

test("returns no token of the target file", () => {
  expect(similarTo("chl_abcd0001a", "chl_abcd0001")).not.toContain("chl_abcd0001");
});
