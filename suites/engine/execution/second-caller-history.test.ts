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
const secondTarget = { apiKey: "theirs", fixtures: { otherAgent: { apiKey: "ours" } } } as unknown as ResolvedTarget;
const bearers = (all: readonly HistoryEntry[]) => all.map(({ isOwn, otherKey }) => (isOwn ? "own" : otherKey));

test("shows requests of each caller to the other as those of another key", () => {
  const history = createHistory(100);
  const otherHistory = secondCallerHistory(history, secondTarget);
  history.note(operation, sent(1, { isOwn: true, otherKey: null }));
  otherHistory.note(operation, sent(2, { isOwn: true, otherKey: null }));
  history.note(operation, sent(3, { isOwn: false, otherKey: "theirs" }));
  otherHistory.note(operation, sent(4, { isOwn: false, otherKey: "ours" }));
  history.note(operation, sent(5, { isOwn: false, otherKey: "a third" }));
  otherHistory.note(operation, sent(6, { isOwn: false, otherKey: null }));
  expect(bearers(history.of("list-tasks"))).toEqual(["own", "theirs", "theirs", "own", "a third", null]);
  expect(bearers(otherHistory.of("list-tasks"))).toEqual(["ours", "own", "own", "ours", "a third", null]);
});

test("returns the same list until another request is noted", () => {
  const history = createHistory(100);
  const otherHistory = secondCallerHistory(history, secondTarget);
  otherHistory.note(operation, sent(1, { isOwn: true, otherKey: null }));
  const entries = otherHistory.of("list-tasks");
  expect(otherHistory.of("list-tasks")).toBe(entries);
  otherHistory.keepingAll().note(operation, sent(2, { isOwn: true, otherKey: null }));
  expect(otherHistory.of("list-tasks")).toHaveLength(2);
});
