import { expect, test } from "vitest";
import { isConnectedToScored } from "../../models/edge-neighbours.ts";

const EDGES = [{ from_id: "ranked", to_id: "source" }];

test("an edge in either direction connects a memory to one with a score", () => {
  expect(isConnectedToScored("source", new Set(["ranked"]), EDGES)).toBe(true);
  expect(isConnectedToScored("ranked", new Set(["source"]), EDGES)).toBe(true);
});

test("a memory without an edge to a scored one is not connected", () => {
  expect(isConnectedToScored("other", new Set(["ranked"]), EDGES)).toBe(false);
  expect(isConnectedToScored("source", new Set(["other"]), EDGES)).toBe(false);
});
