import { expect, test } from "vitest";
import { createResourceCache } from "./resource-cache.ts";

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

test("creates a resource once for all callers", async () => {
  const resourceCache = createResourceCache();
  let created = 0;
  const make = async () => {
    await tick();
    created += 1;
    return created;
  };
  expect(await Promise.all([resourceCache.once("a", null, make), resourceCache.once("a", null, make)])).toEqual([1, 1]);
  expect(await resourceCache.once("a", null, make)).toBe(1);
});

test("does not wait for a resource that requires itself", async () => {
  const resourceCache = createResourceCache();
  const task = (asking: string | null): Promise<string> =>
    resourceCache.once("a task", asking, async () => `child of ${await task("a task").catch(() => "none")}`);
  expect(await task(null)).toBe("child of none");
});

test("does not wait for resources that require each other, in any order", async () => {
  const resourceCache = createResourceCache();
  const other = (name: string) => (name === "left" ? "right" : "left");
  const get = (name: string, asking: string | null): Promise<string> =>
    resourceCache.once(name, asking, async () => {
      await tick();
      return `${name} with ${await get(other(name), name).catch((error: Error) => error.name)}`;
    });
  const both = await Promise.all([get("left", null), get("right", null)]);
  expect(both.filter((text) => /^\w+ with Skipped$/.test(text))).toHaveLength(1);
});

test("lets a caller wait for a resource that is being created", async () => {
  const resourceCache = createResourceCache();
  const a = resourceCache.once("a", null, async () => {
    await tick();
    return "made";
  });
  expect(await resourceCache.once("b", null, () => resourceCache.once("a", "b", async () => "again"))).toBe("made");
  expect(await a).toBe("made");
});
