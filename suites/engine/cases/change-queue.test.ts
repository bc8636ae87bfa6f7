import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createChangeQueue } from "./change-queue.ts";

/** Records when each change begins and ends. */
function diary() {
  const entries: string[] = [];
  const work = (name: string) => async () => {
    entries.push(`${name} begins`);
    await setImmediate();
    entries.push(`${name} ends`);
    return name;
  };
  return { entries, work };
}

test("runs changes of one resource in sequence, and those of different resources concurrently", async () => {
  const { entries, work } = diary();
  const oneByOne = createChangeQueue();
  const all = [oneByOne(["m1"], work("first")), oneByOne(["m1"], work("second")), oneByOne(["m2"], work("other"))];
  expect(await Promise.all(all)).toEqual(["first", "second", "other"]);
  expect(entries.indexOf("second begins")).toBeGreaterThan(entries.indexOf("first ends"));
  expect(entries.indexOf("other begins")).toBeLessThan(entries.indexOf("first ends"));
});

test("continues after a change that fails", async () => {
  const { work } = diary();
  const oneByOne = createChangeQueue();
  const failed = oneByOne(["m1"], () => Promise.reject(new Error("no response")));
  const next = oneByOne(["m1"], work("next"));
  await expect(failed).rejects.toThrow("no response");
  expect(await next).toBe("next");
});
