import { expect, test } from "vitest";
import type { BudgetName, RunContext } from "../check/check.ts";
import { knownAtFirst, onceInSmoke } from "./known-answers.ts";

function askedIn(budget: BudgetName) {
  const check = { world: { budget } as RunContext };
  const asked: string[] = [];
  const anew = async (_check: typeof check, word: string) => asked.push(word);
  return { check, asked, anew, known: onceInSmoke((word: string) => word, anew) };
}

test("a smoke run asks once for each key, and any other run each time", async () => {
  const small = askedIn("smoke");
  for (const word of ["one", "one", "two"]) await small.known(small.check, word);
  expect(small.asked).toEqual(["one", "two"]);
  const large = askedIn("standard");
  for (const word of ["one", "one", "two"]) await large.known(large.check, word);
  expect(large.asked).toEqual(["one", "one", "two"]);
});

test("each run has answers of its own", async () => {
  const { check, asked, known } = askedIn("smoke");
  await known(check, "one");
  await known({ world: { budget: "smoke" } as RunContext }, "one");
  expect(asked).toEqual(["one", "one"]);
});

test("an attempt that is repeated asks again for what it knew at first, question by question", async () => {
  const { check, asked, anew, known } = askedIn("smoke");
  await known(check, "one");
  const ask = knownAtFirst(known, anew);
  for (const word of ["one", "two", "one", "two"]) await ask(check, word);
  expect(asked).toEqual(["one", "two", "one", "two"]);
});
