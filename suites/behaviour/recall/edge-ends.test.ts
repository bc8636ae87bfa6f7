import { expect, test } from "vitest";
import { isEdgeTo } from "./edge-ends.ts";

const edge = (from: string, to: string, type = "message") => ({
  from_id: from,
  from_type: "memory",
  to_id: to,
  to_type: type,
});
const edges = [edge("1", "6"), edge("2", "3", "scope"), edge("2", "1"), edge("3", "9")];
const recollection = { ids: ["1", "2", "3"], edges };

test("a globally unique id identifies the end of an edge, whatever its type", () => {
  const id = "01a200ac-7598-7a45-a5ac-719f7852d723";
  expect(isEdgeTo(edge("1", id), id, recollection)).toBe(true);
  expect(isEdgeTo(edge("1", "6"), id, recollection)).toBe(false);
});

test("a short number identifies a memory if the end has the type of the hits", () => {
  expect(isEdgeTo(edge("1", "6"), "6", recollection)).toBe(false);
  expect(isEdgeTo(edge("1", "6", "memory"), "6", recollection)).toBe(true);
  expect(isEdgeTo(edge("6", "1"), "6", recollection)).toBe(true);
});

test("a short number identifies no memory if edges show no types", () => {
  expect(isEdgeTo({ from_id: "1", to_id: "6" }, "6", { ids: ["1"], edges: [{ from_id: "1", to_id: "6" }] })).toBe(
    false,
  );
});
