import { expect, test } from "vitest";
import { figuresOf, median, type ToolRecord, trueFindings } from "./comparison.ts";
import type { ToolRun } from "./tool-run.ts";

const run = (findings: Readonly<Record<string, number>>, more: Partial<ToolRun> = {}): ToolRun => ({
  findings: Object.entries(findings).map(([key, seconds]) => ({ key, seconds })),
  seconds: 10,
  exitStatus: 1,
  requests: 100,
  successes: { "create-task": 20, "list-tasks": 30, recall: 0 },
  ...more,
});

const record: ToolRecord = {
  tool: "a tool",
  correct: [run({ "b POST /x": 1 }, { requests: 200 }), run({}, { requests: 400 }), run({ "c GET /y": 5 })],
  extended: run({ "e GET /y": 90 }),
  independent: run({ "d GET /z": 2 }, { requests: null, successes: null }),
  mutants: [
    run({ "b POST /x": 1, "a POST /x": 6 }),
    run({ "c GET /y": 2 }),
    run({ "a GET /y": 31 }),
    run({ "a GET /y": 4 }),
  ],
};

test("a finding is true where the correct server never has the same, within the time limit", () => {
  expect(trueFindings(record, 30)).toEqual([
    { key: "a POST /x", seconds: 6 },
    null,
    null,
    { key: "a GET /y", seconds: 4 },
  ]);
});

test("the figures of a tool", () => {
  expect(figuresOf(record, 30)).toEqual({
    tool: "a tool",
    requestsPerSecond: 20,
    requests: 200,
    successShare: 150 / 700,
    operationsReached: 2,
    found: 2,
    medianSeconds: 5,
    falseAlarms: ["b POST /x", "c GET /y"],
    falseAlarmsIndependent: ["d GET /z"],
  });
});

test("the median of an even number of values is the mean of the two in the middle, and of none there is none", () => {
  expect(median([9, 1, 4])).toBe(4);
  expect(median([10, 9, 2, 1])).toBe(5.5);
  expect(median([])).toBeNull();
});
