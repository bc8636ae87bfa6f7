import { expect, test } from "vitest";
import { createHistory, type Past } from "./history.ts";

const past = {
  input: { operation: "list-tasks", parameters: {}, body: undefined },
  otherKey: null,
  isOwn: true,
  exchange: { sequence: 1, outcome: { kind: "none" } },
} as unknown as Past;

test("keeps what was asked, by operation", () => {
  const history = createHistory(true);
  history.note("list-tasks", past);
  expect(history.of("list-tasks")).toHaveLength(1);
  expect(history.of("recall")).toEqual([]);
});

test("keeps nothing where it is not asked to", () => {
  const history = createHistory(false);
  history.note("list-tasks", past);
  expect(history.of("list-tasks")).toEqual([]);
});
