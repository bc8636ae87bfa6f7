import { expect, test } from "vitest";
import { createWorkshop } from "./workshop.ts";

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("makes a thing once, whoever asks for it", async () => {
  const workshop = createWorkshop();
  let made = 0;
  const make = async () => {
    await soon();
    made += 1;
    return made;
  };
  expect(await Promise.all([workshop.once("a", make), workshop.once("a", make)])).toEqual([1, 1]);
  expect(await workshop.once("a", make)).toBe(1);
});

test("does not wait for a thing that needs itself", async () => {
  const workshop = createWorkshop();
  const task = (): Promise<string> =>
    workshop.once("a task", async () => `child of ${await task().catch(() => "none")}`);
  expect(await task()).toBe("child of none");
});

test("does not wait for things that need each other, whichever is asked for first", async () => {
  const workshop = createWorkshop();
  const other = (name: string) => (name === "left" ? "right" : "left");
  const get = (name: string): Promise<string> =>
    workshop.once(name, async () => {
      await soon();
      return `${name} with ${await get(other(name)).catch((error: Error) => error.name)}`;
    });
  const both = await Promise.all([get("left"), get("right")]);
  expect(both.filter((text) => /^\w+ with Skipped$/.test(text))).toHaveLength(1);
});

test("a caller beside the making waits for it as usual", async () => {
  const workshop = createWorkshop();
  const a = workshop.once("a", async () => {
    await soon();
    return "made";
  });
  expect(await workshop.once("b", () => workshop.once("a", async () => "again"))).toBe("made");
  expect(await a).toBe("made");
});
