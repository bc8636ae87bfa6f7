import { expect, test } from "vitest";
import type { CheckOutcome } from "../check/check.ts";
import { decidingOutcomes } from "./deciding-outcomes.ts";

const BASE: Omit<CheckOutcome, "check" | "verdict"> = {
  ...{ reason: null, blockedBy: null, missingFixtures: [], isNotApplicable: false, failure: null },
  ...{ cases: 1, requests: 1, durationMs: 1, seed: 1 },
};

function outcome(requirement: string, verdict: CheckOutcome["verdict"], operations: readonly string[]): CheckOutcome {
  return { ...BASE, verdict, check: { requirement, name: `${verdict} of ${operations}`, operations } };
}

const BLOCK = { id: "tasks.block.succeeds", operations: ["block-task"] };
const list = outcome("tasks.list.succeeds", "fail", ["list-tasks"]);
const passed = outcome(BLOCK.id, "pass", ["block-task"]);
const silent: CheckOutcome = {
  ...outcome(BLOCK.id, "inconclusive", ["block-task", "list-tasks"]),
  ...{ silent: "list-tasks", blockedBy: "tasks.list.succeeds" },
};
const verdicts = (requirement: typeof BLOCK, all: readonly CheckOutcome[]) =>
  decidingOutcomes(requirement, all).map(({ verdict }) => verdict);

test("ignores an inconclusive check by way of a silent operation if others proved the requirement", () => {
  expect(verdicts(BLOCK, [list, passed, silent])).toEqual(["pass"]);
});

test("counts it if no other check proved the same operations", () => {
  expect(verdicts(BLOCK, [list, silent])).toEqual(["inconclusive"]);
  const of = { ...BLOCK, operations: ["block-task", "create-task"] };
  const both = { ...silent, check: { ...silent.check, operations: ["create-task", "list-tasks"] } };
  expect(verdicts(of, [list, passed, both])).toEqual(["pass", "inconclusive"]);
  expect(verdicts(BLOCK, [list, { ...passed, cases: 0 }, silent])).toEqual(["pass", "inconclusive"]);
});

test("counts it if the requirement is about the silent operation, or the outcome is a failure", () => {
  const ofBoth = { ...BLOCK, operations: ["block-task", "list-tasks"] };
  expect(verdicts(ofBoth, [list, passed, silent])).toEqual(["pass", "inconclusive"]);
  expect(verdicts(BLOCK, [passed, silent])).toEqual(["pass", "inconclusive"]);
});
