import { expect, test } from "vitest";
import type { Check } from "../check/check.ts";
import { createCompletion } from "./completion.ts";

const check = (name: string, fields: Partial<Check> = {}): Check => ({
  requirement: "tasks.create.succeeds",
  name,
  operations: [],
  fixtures: [],
  writes: false,
  run: async () => {},
  ...fields,
});

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("tells when those that are meant have ended, whatever the others do", async () => {
  const [one, two, late] = [check("one"), check("two"), check("late", { late: true })];
  const over = createCompletion([one, late, two]);
  const told: string[] = [];
  void over.whenEnded((any) => any.late !== true).then(() => told.push("the early ones"));
  void over.whenEnded(() => true).then(() => told.push("all"));
  void over.whenEnded(({ name }) => name === "another").then(() => told.push("none"));
  await soon();
  expect(told).toEqual(["none"]);
  over.ended(one);
  over.ended(two);
  await soon();
  expect(told).toEqual(["none", "the early ones"]);
  over.ended(late);
  await soon();
  expect(told).toEqual(["none", "the early ones", "all"]);
});

test("does not wait for what had ended before it was asked", async () => {
  const [one, two] = [check("one"), check("two")];
  const over = createCompletion([one, two]);
  over.ended(one);
  let told = false;
  void over
    .whenEnded(() => true)
    .then(() => {
      told = true;
    });
  over.ended(two);
  await soon();
  expect(told).toBe(true);
});
