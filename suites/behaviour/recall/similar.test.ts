import { expect, test } from "vitest";
import { tellingLeast } from "./similar.ts";

test("a least similarity that keeps something out is asked for as it is", () => {
  expect(tellingLeast(0.4, [0.2, 0.9])).toBe(0.4);
});

test("where all that is found is more similar, one between them is asked for", () => {
  expect(tellingLeast(0.1, [0.5, 1])).toBe(0.75);
});

test("nothing tells anything where nothing is found, or all is as similar", () => {
  expect(tellingLeast(0.1, [])).toBeNull();
  expect(tellingLeast(0.1, [0.5, 0.5])).toBeNull();
});
