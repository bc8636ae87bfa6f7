import { expect, test } from "vitest";
import { createCompletion } from "./completion.ts";
import { someCheck as check } from "./testing/some-check.ts";

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("tells when all have ended, and not before the last", async () => {
  const [one, late, two] = [check("a.one"), check("a.late"), check("a.two")];
  const completion = createCompletion([one, late, two]);
  const told: string[] = [];
  void completion.allEnded.then(() => told.push("all"));
  await soon();
  completion.ended(one);
  completion.ended(two);
  completion.ended(two);
  await soon();
  expect(told).toEqual([]);
  completion.ended(late);
  await soon();
  expect(told).toEqual(["all"]);
});

test("tells at once where there are none, and whoever asks after the end", async () => {
  await expect(createCompletion([]).allEnded).resolves.toBeUndefined();
  const [one, two] = [check("a.one"), check("a.two")];
  const completion = createCompletion([one, two]);
  completion.ended(one);
  completion.ended(two);
  await expect(completion.allEnded).resolves.toBeUndefined();
});
