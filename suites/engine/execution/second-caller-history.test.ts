import { expect, test } from "vitest";
import { createHistory, type HistoryEntry } from "../../knowledge/history.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { secondCallerHistory } from "./second-caller-history.ts";

const sent = (sequence: number, bearer: Pick<HistoryEntry, "isOwn" | "otherKey">) =>
  ({
    ...bearer,
    input: { operation: "list-tasks", parameters: {}, body: undefined },
    exchange: { sequence, outcome: { kind: "none" } },
  }) as unknown as HistoryEntry;

const operation = { id: "list-tasks", effect: "create" } as const;
const side = { apiKey: "theirs", fixtures: { otherAgent: { apiKey: "ours" } } } as unknown as ResolvedTarget;
const bearers = (all: readonly HistoryEntry[]) => all.map(({ isOwn, otherKey }) => (isOwn ? "own" : otherKey));

test("what the caller sent is another's to the other agent, and the other way round", () => {
  const history = createHistory(100);
  const turned = secondCallerHistory(history, side);
  history.note(operation, sent(1, { isOwn: true, otherKey: null }));
  turned.note(operation, sent(2, { isOwn: true, otherKey: null }));
  history.note(operation, sent(3, { isOwn: false, otherKey: "theirs" }));
  turned.note(operation, sent(4, { isOwn: false, otherKey: "ours" }));
  history.note(operation, sent(5, { isOwn: false, otherKey: "a third" }));
  turned.note(operation, sent(6, { isOwn: false, otherKey: null }));
  expect(bearers(history.of("list-tasks"))).toEqual(["own", "theirs", "theirs", "own", "a third", null]);
  expect(bearers(turned.of("list-tasks"))).toEqual(["ours", "own", "own", "ours", "a third", null]);
});

test("what was stated once is stated again as it is, until more is noted", () => {
  const history = createHistory(100);
  const turned = secondCallerHistory(history, side);
  turned.note(operation, sent(1, { isOwn: true, otherKey: null }));
  const told = turned.of("list-tasks");
  expect(turned.of("list-tasks")).toBe(told);
  turned.keepingAll().note(operation, sent(2, { isOwn: true, otherKey: null }));
  expect(turned.of("list-tasks")).toHaveLength(2);
});
