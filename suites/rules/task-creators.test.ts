import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { taskCreatorRules } from "./task-creators.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

test("requires a block to keep the creator of the task", () => {
  const of = (shown: Record<string, Json>) => ({
    "create-task": [acceptedEntry({ title: "one" }, { id: "t1", createdByAgentId: "a1" })],
    "block-task": [acceptedEntry({ taskId: "t1", reason: "why" }, { id: "t1", ...shown })],
  });
  const rule = "tasks.block.keeps-fields";
  expect(verdictOf(taskCreatorRules, rule, of({ createdByAgentId: "a1" }))).toBe(1);
  expect(verdictOf(taskCreatorRules, rule, of({ createdByAgentId: "a2" }))).toBe("broken");
  expect(verdictOf(taskCreatorRules, rule, of({ createdByAgentId: null }))).toBe("broken");
  expect(verdictOf(taskCreatorRules, rule, of({}))).toBe(0);
});

function at(sequence: number, entry: HistoryEntry): HistoryEntry {
  return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
}

test("does not attribute to a release a creator that an earlier block lost", () => {
  const lost = { id: "t1", createdByAgentId: "a2" };
  const of = (blocks: readonly HistoryEntry[]) => ({
    "create-task": [acceptedEntry({ title: "one" }, { id: "t1", createdByAgentId: "a1" })],
    "block-task": blocks,
    "release-task": [at(9, acceptedEntry({ taskId: "t1" }, lost))],
  });
  const rule = "tasks.release.keeps-fields";
  expect(verdictOf(taskCreatorRules, rule, of([at(5, acceptedEntry({ taskId: "t1", reason: "why" }, lost))]))).toBe(0);
  expect(verdictOf(taskCreatorRules, rule, of([]))).toBe("broken");
});

test("a task names the agent that created it, in the response and in lists", () => {
  const judge = (shown: Json, listed: Json, key: string | null = null) =>
    verdictOf(taskCreatorRules, "tasks.create.creator", {
      "create-task": [acceptedEntry({ title: "one" }, { id: "t1", createdByAgentId: shown }, key)],
      "list-tasks": [acceptedEntry({}, [{ id: "t1", createdByAgentId: listed }])],
    });
  expect(judge("a1", "a1")).toBe(2);
  expect(judge("a1", null)).toBe(1);
  expect(judge("a2", "a1")).toBe("broken");
  expect(judge("a1", "a2")).toBe("broken");
  expect(judge("a2", "a2", "theirs")).toBe(2);
  expect(judge("a1", "a2", "theirs")).toBe("broken");
});
