import { expect, test } from "vitest";
import { createCompletion } from "./completion.ts";
import { someCheck as check } from "./testing/some-check.ts";

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

test("resolves when the last check has ended", async () => {
  const [one, late, two] = [check("a.one"), check("a.late"), check("a.two")];
  const completion = createCompletion([one, late, two]);
  const resolved: string[] = [];
  void completion.allEnded.then(() => resolved.push("all"));
  await tick();
  completion.ended(one);
  completion.ended(two);
  completion.ended(two);
  await tick();
  expect(resolved).toEqual([]);
  completion.ended(late);
  await tick();
  expect(resolved).toEqual(["all"]);
});

test("resolves at once without checks, or after all have ended", async () => {
  await expect(createCompletion([]).allEnded).resolves.toBeUndefined();
  const [one, two] = [check("a.one"), check("a.two")];
  const completion = createCompletion([one, two]);
  completion.ended(one);
  completion.ended(two);
  await expect(completion.allEnded).resolves.toBeUndefined();
});
