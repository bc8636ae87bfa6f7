import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { taskCreatorRules } from "./task-creators.ts";
import { judged, past } from "./testing/judged.ts";

test("who made a task stays its maker when it is blocked", () => {
  const of = (shown: Record<string, Json>) => ({
    "create-task": [past({ title: "one" }, { id: "t1", createdByAgentId: "a1" })],
    "block-task": [past({ taskId: "t1", reason: "why" }, { id: "t1", ...shown })],
  });
  const rule = "tasks.block.keeps-fields";
  expect(judged(taskCreatorRules, rule, of({ createdByAgentId: "a1" }))).toBe(1);
  expect(judged(taskCreatorRules, rule, of({ createdByAgentId: "a2" }))).toBe("broken");
  expect(judged(taskCreatorRules, rule, of({ createdByAgentId: null }))).toBe("broken");
  expect(judged(taskCreatorRules, rule, of({}))).toBe(0);
});

function at(sequence: number, one: HistoryEntry): HistoryEntry {
  return { ...one, exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 } };
}

test("a release does not answer for a maker that a block has lost", () => {
  const lost = { id: "t1", createdByAgentId: "a2" };
  const of = (blocks: readonly HistoryEntry[]) => ({
    "create-task": [past({ title: "one" }, { id: "t1", createdByAgentId: "a1" })],
    "block-task": blocks,
    "release-task": [at(9, past({ taskId: "t1" }, lost))],
  });
  const rule = "tasks.release.keeps-fields";
  expect(judged(taskCreatorRules, rule, of([at(5, past({ taskId: "t1", reason: "why" }, lost))]))).toBe(0);
  expect(judged(taskCreatorRules, rule, of([]))).toBe("broken");
});

test("a task names the agent that created it, in the response and in lists", () => {
  const judge = (shown: Json, listed: Json, key: string | null = null) =>
    judged(taskCreatorRules, "tasks.create.creator", {
      "create-task": [past({ title: "one" }, { id: "t1", createdByAgentId: shown }, key)],
      "list-tasks": [past({}, [{ id: "t1", createdByAgentId: listed }])],
    });
  expect(judge("a1", "a1")).toBe(2);
  expect(judge("a1", null)).toBe(1);
  expect(judge("a2", "a1")).toBe("broken");
  expect(judge("a1", "a2")).toBe("broken");
  expect(judge("a2", "a2", "theirs")).toBe(2);
  expect(judge("a1", "a2", "theirs")).toBe("broken");
});
