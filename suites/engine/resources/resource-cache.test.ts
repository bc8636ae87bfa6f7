import { expect, test } from "vitest";
import { createResourceCache } from "./resource-cache.ts";

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("makes a thing once, whoever asks for it", async () => {
  const workshop = createResourceCache();
  let made = 0;
  const make = async () => {
    await soon();
    made += 1;
    return made;
  };
  expect(await Promise.all([workshop.once("a", null, make), workshop.once("a", null, make)])).toEqual([1, 1]);
  expect(await workshop.once("a", null, make)).toBe(1);
});

test("does not wait for a thing that needs itself", async () => {
  const workshop = createResourceCache();
  const task = (asking: string | null): Promise<string> =>
    workshop.once("a task", asking, async () => `child of ${await task("a task").catch(() => "none")}`);
  expect(await task(null)).toBe("child of none");
});

test("does not wait for things that need each other, whichever is asked for first", async () => {
  const workshop = createResourceCache();
  const other = (name: string) => (name === "left" ? "right" : "left");
  const get = (name: string, asking: string | null): Promise<string> =>
    workshop.once(name, asking, async () => {
      await soon();
      return `${name} with ${await get(other(name), name).catch((error: Error) => error.name)}`;
    });
  const both = await Promise.all([get("left", null), get("right", null)]);
  expect(both.filter((text) => /^\w+ with Skipped$/.test(text))).toHaveLength(1);
});

test("a caller during the creation waits for it as usual", async () => {
  const workshop = createResourceCache();
  const a = workshop.once("a", null, async () => {
    await soon();
    return "made";
  });
  expect(await workshop.once("b", null, () => workshop.once("a", "b", async () => "again"))).toBe("made");
  expect(await a).toBe("made");
});
