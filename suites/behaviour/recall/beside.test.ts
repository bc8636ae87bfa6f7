import { expect, test } from "vitest";
import { isBeside } from "../../models/edge-neighbours.ts";

const EDGES = [{ from_id: "ranked", to_id: "source" }];

test("a memory that an edge ties to one with a score may stand beside it, whichever way the edge goes", () => {
  expect(isBeside("source", new Set(["ranked"]), EDGES)).toBe(true);
  expect(isBeside("ranked", new Set(["source"]), EDGES)).toBe(true);
});

test("a memory without a score that nothing ties to a ranked one is next to nothing", () => {
  expect(isBeside("other", new Set(["ranked"]), EDGES)).toBe(false);
  expect(isBeside("source", new Set(["other"]), EDGES)).toBe(false);
});
