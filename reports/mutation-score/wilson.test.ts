import { expect, test } from "vitest";
import { wilson } from "./wilson.ts";

test("the interval is that of the literature", () => {
  const { from, to } = wilson(90, 100);
  expect(from).toBeCloseTo(0.8256, 3);
  expect(to).toBeCloseTo(0.9448, 3);
});

test("299 of 299 show at least 98.7 %, and none of none shows nothing", () => {
  expect(wilson(299, 299).from).toBeGreaterThan(0.987);
  expect(wilson(299, 299).to).toBe(1);
  expect(wilson(0, 0).share).toBeNaN();
});
