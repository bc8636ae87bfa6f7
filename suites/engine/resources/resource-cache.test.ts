import { expect, test } from "vitest";
import { createResourceCache } from "./resource-cache.ts";

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("makes a thing once, whoever asks for it", async () => {
  const resourceCache = createResourceCache();
  let made = 0;
  const make = async () => {
    await soon();
    made += 1;
    return made;
  };
  expect(await Promise.all([resourceCache.once("a", null, make), resourceCache.once("a", null, make)])).toEqual([1, 1]);
  expect(await resourceCache.once("a", null, make)).toBe(1);
});

test("does not wait for a thing that needs itself", async () => {
  const resourceCache = createResourceCache();
  const task = (asking: string | null): Promise<string> =>
    resourceCache.once("a task", asking, async () => `child of ${await task("a task").catch(() => "none")}`);
  expect(await task(null)).toBe("child of none");
});

test("does not wait for things that need each other, whichever is asked for first", async () => {
  const resourceCache = createResourceCache();
  const other = (name: string) => (name === "left" ? "right" : "left");
  const get = (name: string, asking: string | null): Promise<string> =>
    resourceCache.once(name, asking, async () => {
      await soon();
      return `${name} with ${await get(other(name), name).catch((error: Error) => error.name)}`;
    });
  const both = await Promise.all([get("left", null), get("right", null)]);
  expect(both.filter((text) => /^\w+ with Skipped$/.test(text))).toHaveLength(1);
});

test("a caller during the creation waits for it as usual", async () => {
  const resourceCache = createResourceCache();
  const a = resourceCache.once("a", null, async () => {
    await soon();
    return "made";
  });
  expect(await resourceCache.once("b", null, () => resourceCache.once("a", "b", async () => "again"))).toBe("made");
  expect(await a).toBe("made");
});
