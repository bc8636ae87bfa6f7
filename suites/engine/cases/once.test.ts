import { expect, test } from "vitest";
import { once, oncePer } from "./once.ts";

test("each key is made for once, by its first caller, also while it is being made", async () => {
  const calls: unknown[] = [];
  const lengthOf = oncePer(
    (word, _from) => word.toLowerCase(),
    async (word: string, from: string) => {
      calls.push([word, from]);
      await Promise.resolve();
      return word.length;
    },
  );
  const together = await Promise.all([lengthOf("One", "a"), lengthOf("one", "b"), lengthOf("three", "c")]);
  expect([...together, await lengthOf("ONE", "d")]).toEqual([3, 3, 5, 3]);
  expect(calls).toEqual([
    ["One", "a"],
    ["three", "c"],
  ]);
});

test("what could not be made is not tried again", async () => {
  let calls = 0;
  const make = once(async () => {
    calls += 1;
    throw new Error(`call ${calls}`);
  });
  await expect(make()).rejects.toThrow("call 1");
  await expect(make()).rejects.toThrow("call 1");
});
