import { expect, test } from "vitest";
import { isConnectedToScored } from "../../models/edge-neighbours.ts";

const EDGES = [{ from_id: "ranked", to_id: "source" }];

test("a memory that an edge ties to one with a score may stand beside it, whichever way the edge goes", () => {
  expect(isConnectedToScored("source", new Set(["ranked"]), EDGES)).toBe(true);
  expect(isConnectedToScored("ranked", new Set(["source"]), EDGES)).toBe(true);
});

test("a memory without a score that nothing ties to a ranked one is next to nothing", () => {
  expect(isConnectedToScored("other", new Set(["ranked"]), EDGES)).toBe(false);
  expect(isConnectedToScored("source", new Set(["other"]), EDGES)).toBe(false);
});
