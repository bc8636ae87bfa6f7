import { expect, test } from "vitest";
import { OperatorError } from "../../spec/operator-error.ts";
import { mergeFixtures } from "./merge-fixtures.ts";

const FILE = { scope: "s", otherAgent: { id: "a", apiKey: "k" }, challengeTokens: ["old"] };

test("merges members, replaces lists, and leaves what is null or missing as it was", () => {
  const output = '{ "otherAgent": { "apiKey": "k2" }, "challengeTokens": ["new"], "scope": null, "user": "u" }';
  expect(mergeFixtures(FILE, output)).toEqual({
    scope: "s",
    otherAgent: { id: "a", apiKey: "k2" },
    challengeTokens: ["new"],
    user: "u",
  });
});

test("takes no output for no fixtures", () => {
  expect(mergeFixtures(FILE, " \n")).toEqual(FILE);
});

function rejection(output: string): OperatorError {
  try {
    mergeFixtures({}, output);
  } catch (error) {
    if (error instanceof OperatorError) return error;
  }
  throw new Error("accepted");
}

test("names the nearest key of one that is not known", () => {
  const { code, message } = rejection('{ "challengeTokns": ["tok-secret"] }');
  expect([code, message]).toEqual([
    "SETUP-OUTPUT-UNKNOWN-KEY",
    expect.stringMatching(/unknown key "challengeTokns"; did you mean "challengeTokens"/),
  ]);
});

test.each([
  ['{ "challengeTokens": "tok-secret" }', "SETUP-OUTPUT-VALUE", "a list"],
  ['{ "otherAgent": "tok-secret" }', "SETUP-OUTPUT-VALUE", "a map"],
  ['["tok-secret"]', "SETUP-OUTPUT-VALUE", "a list, not an object"],
  ["tok-secret", "SETUP-OUTPUT-SYNTAX", "not shown"],
  ['{ "scope": 1, "user": "", "x": "tok-secret" }', "SETUP-OUTPUT-INVALID", "3 mistakes"],
])("rejects %s without quoting it", (output, code, text) => {
  const error = rejection(output);
  expect(error.code).toBe(code);
  expect(error.message).toContain(text);
  expect(JSON.stringify([error.message, error.hint, String(error.cause)])).not.toContain("tok-secret");
});
