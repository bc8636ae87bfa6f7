import { expect, test } from "vitest";
import { BudgetReserved } from "../../client/inconclusive.ts";
import { once, oncePer } from "./once.ts";

test("runs once for each key, for its first caller, also for concurrent calls", async () => {
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

test("does not retry a failed creation", async () => {
  let calls = 0;
  const make = once(async () => {
    calls += 1;
    throw new Error(`call ${calls}`);
  });
  await expect(make()).rejects.toThrow("call 1");
  await expect(make()).rejects.toThrow("call 1");
});

test("lets the next waiting caller create what the first must leave to others, and keeps the result", async () => {
  const creators: string[] = [];
  const make = once(async (who: string) => {
    creators.push(who);
    await Promise.resolve();
    if (who === "extra") throw new BudgetReserved("for others");
    return who;
  });
  const [extra, first, second] = await Promise.allSettled([make("extra"), make("first"), make("second")]);
  expect(extra.status).toBe("rejected");
  expect([first, second]).toMatchObject([{ value: "first" }, { value: "first" }]);
  expect(await make("third")).toBe("first");
  expect(creators).toEqual(["extra", "first"]);
});
