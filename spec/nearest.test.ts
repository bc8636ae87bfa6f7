import { expect, test } from "vitest";
import { didYouMean, nearest } from "./nearest.ts";

const KEYS = ["baseUrl", "apiKey", "fixtures", "memberChannel", "secondMemberChannel", "limits"];

test("finds the word behind a slip of the finger", () => {
  expect(nearest("baseurl", KEYS)).toBe("baseUrl");
  expect(nearest("memberChanel", KEYS)).toBe("memberChannel");
  expect(nearest("limtis", KEYS)).toBe("limits");
  expect(nearest("fixture", KEYS)).toBe("fixtures");
});

test("takes a shared beginning for a near miss", () => {
  expect(nearest("standard", ["smoke", "std", "standard-long"])).toBe("standard-long");
  expect(nearest("sec", KEYS)).toBe("secondMemberChannel");
});

test("stays silent where nothing is close", () => {
  expect(nearest("completely-else", KEYS)).toBeNull();
  expect(nearest("x", ["limits"])).toBeNull();
  expect(nearest("x", [])).toBeNull();
});

test("phrases the guess as a question", () => {
  expect(didYouMean("apikey", KEYS)).toBe(' Did you mean "apiKey"?');
  expect(didYouMean("zzzzzzzz", KEYS)).toBe("");
});
