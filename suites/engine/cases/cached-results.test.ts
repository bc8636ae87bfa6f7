import { expect, test } from "vitest";
import type { RunContext } from "../check/check.ts";
import { cachedAtFirst, cachedPerRun } from "./cached-results.ts";

function askedInRun() {
  const check = { context: {} as RunContext };
  const asked: string[] = [];
  const anew = async (_check: typeof check, word: string) => asked.push(word);
  return { check, asked, anew, known: cachedPerRun((word: string) => word, anew) };
}

test("asks once for each key", async () => {
  const { check, asked, known } = askedInRun();
  for (const word of ["one", "one", "two"]) await known(check, word);
  expect(asked).toEqual(["one", "two"]);
});

test("each run has answers of its own", async () => {
  const { check, asked, known } = askedInRun();
  await known(check, "one");
  await known({ context: {} as RunContext }, "one");
  expect(asked).toEqual(["one", "one"]);
});

test("an attempt that is repeated asks again for what it knew at first, question by question", async () => {
  const { check, asked, anew, known } = askedInRun();
  await known(check, "one");
  const ask = cachedAtFirst(known, anew);
  for (const word of ["one", "two", "one", "two"]) await ask(check, word);
  expect(asked).toEqual(["one", "two", "one", "two"]);
});
