import { expect, test } from "vitest";
import { smallestAlarm } from "./shrink.ts";

const many = Array.from({ length: 40 }, (_, index) => `choice-${index}`);

const needing =
  (...names: string[]) =>
  async (parts: readonly string[]) =>
    names.every((name) => parts.includes(name));

test("leaves the one choice that alarms", async () => {
  const { parts, tries } = await smallestAlarm(many, needing("choice-17"));
  expect(parts).toEqual(["choice-17"]);
  expect(tries).toBeLessThan(30);
});

test("leaves the choices that alarm together", async () => {
  const { parts } = await smallestAlarm(many, needing("choice-3", "choice-36"));
  expect(parts).toEqual(["choice-3", "choice-36"]);
});

test("leaves a server as it was whose alarm does not come again", async () => {
  expect((await smallestAlarm(many, async () => false)).parts).toEqual(many);
});

test("stops after a bound of trials with the least that was found", async () => {
  const { parts, tries } = await smallestAlarm(many, async (some) => some.length % 2 === 0);
  expect(tries).toBeLessThanOrEqual(60);
  expect(parts.length % 2).toBe(0);
});
