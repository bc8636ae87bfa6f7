import { expect, test } from "vitest";
import { BudgetReserved } from "../../client/inconclusive.ts";
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

test("what one has to leave to others is made by who has asked for it meanwhile, and kept", async () => {
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
