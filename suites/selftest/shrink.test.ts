import { expect, test } from "vitest";
import { drawVariant } from "../../fake/departures.ts";
import type { Variant } from "../../fake/index.ts";
import { smallestAlarm } from "./shrink.ts";

const many: Variant = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`choice-${index}`, "other"]));

const needing =
  (...names: string[]) =>
  async (variant: Variant) =>
    names.every((name) => name in variant);

test("leaves the one choice that alarms", async () => {
  const { variant, tries } = await smallestAlarm(many, needing("choice-17"));
  expect(variant).toEqual({ "choice-17": "other" });
  expect(tries).toBeLessThan(30);
});

test("leaves the choices that alarm together", async () => {
  const { variant } = await smallestAlarm(many, needing("choice-3", "choice-36"));
  expect(variant).toEqual({ "choice-3": "other", "choice-36": "other" });
});

test("leaves a variant as it was whose alarm does not come again", async () => {
  const variant = drawVariant(3);
  expect((await smallestAlarm(variant, async () => false)).variant).toEqual(variant);
});

test("stops after a bound of trials with the least that was found", async () => {
  const { variant, tries } = await smallestAlarm(many, async (some) => Object.keys(some).length % 2 === 0);
  expect(tries).toBeLessThanOrEqual(60);
  expect(Object.keys(variant).length % 2).toBe(0);
});
