import { expect, test } from "vitest";
import { judgeTrial } from "./finding.ts";
import { variantTrial } from "./plan.ts";
import { countLines, findingsTable } from "./summary.ts";
import type { Alarm, Outcome, Trial } from "./trial.ts";

const nothing: Outcome = { failed: [], unproven: [], requests: 9, durationMs: 1, problem: null };

function failed(id: string, level: "MUST" | "SHOULD" = "MUST"): Alarm {
  return { id, level, verdict: "fail", reason: "said otherwise", after: 3 };
}

const fault: Trial = {
  subject: { kind: "fault", server: "fake", fault: "title-lost", breaks: "tasks.create.title" },
  budget: "standard",
  seed: 1,
  only: [],
};
const independent: Trial = { ...fault, subject: { kind: "independent", seed: 3, liberties: false } };
const liberal: Trial = { ...fault, subject: { kind: "independent", seed: 3, liberties: true } };

test("a fault is caught by the requirement that it breaks, and by no other", () => {
  expect(judgeTrial(fault, { ...nothing, failed: [failed("tasks.create.title")] }).passed).toBe(true);
  expect(judgeTrial(fault, { ...nothing, failed: [failed("tasks.create.listed")] })).toMatchObject({
    passed: false,
    echoes: ["tasks.create.listed"],
  });
});

test("what failed beside a caught fault is an echo", () => {
  const outcome = { ...nothing, failed: [failed("tasks.create.title"), failed("tasks.list.text", "SHOULD")] };
  expect(judgeTrial(fault, outcome)).toMatchObject({ passed: true, echoes: ["tasks.list.text"] });
});

test("a fault without a verdict is missed, with the reason", () => {
  const open = {
    id: "tasks.create.title",
    level: "MUST",
    verdict: "inconclusive",
    reason: "the budget is spent",
  } as const;
  expect(judgeTrial(fault, { ...nothing, unproven: [open] }).complaints).toEqual([
    "missed: tasks.create.title ended as inconclusive, the budget is spent",
  ]);
});

test("a correct server must fail no MUST, and a SHOULD only where it takes liberties", () => {
  const should = { ...nothing, failed: [failed("recall.order", "SHOULD")] };
  const must = { ...nothing, failed: [failed("recall.limit")] };
  expect([independent, liberal].map((trial) => judgeTrial(trial, should).passed)).toEqual([false, true]);
  expect([independent, liberal].map((trial) => judgeTrial(trial, must).passed)).toEqual([false, false]);
});

test("a variant that reads one SHOULD otherwise must fail it alone", () => {
  const trial = variantTrial({ "other-reading": "recall.order" }, "standard", 1);
  expect(judgeTrial(trial, { ...nothing, failed: [failed("recall.order", "SHOULD")] }).passed).toBe(true);
  expect(judgeTrial(trial, nothing).passed).toBe(false);
  expect(judgeTrial({ ...trial, budget: "smoke" }, nothing).passed).toBe(true);
  expect(
    judgeTrial(trial, { ...nothing, failed: [failed("recall.order", "SHOULD"), failed("recall.limit")] }).passed,
  ).toBe(false);
});

test("a run that could not be made never passes", () => {
  const outcome = { ...nothing, problem: "its process ended (status 1)" };
  expect([fault, independent].map((trial) => judgeTrial(trial, outcome).passed)).toEqual([false, false]);
});

test("the summary names what is wrong, and ends with the counts", () => {
  const all = [
    { trial: fault, outcome: nothing },
    { trial: independent, outcome: { ...nothing, failed: [failed("recall.limit")] } },
    { trial: liberal, outcome: nothing },
  ];
  expect(findingsTable(all)).toContain("fake:title-lost (breaks tasks.create.title), standard, seed 1");
  expect(findingsTable(all)).toContain("false alarm: recall.limit (fail: said otherwise)");
  expect(countLines(all)).toEqual([
    "faults of the fake caught: 0 of 1",
    "correct independent servers without an alarm: 1 of 2",
    "1 passed, 2 failed",
  ]);
});

test("a known miss counts as neither passed nor failed, and is told when it is caught", () => {
  const known = { trial: fault, known: "nobody looks there" };
  const missed = [{ ...known, outcome: nothing }];
  const caught = [{ ...known, outcome: { ...nothing, failed: [failed("tasks.create.title")] } }];
  expect(countLines(missed).at(-1)).toBe("0 passed, 0 failed, 1 skipped");
  expect(findingsTable(missed)).toMatch(/^Known misses \(1\)/);
  expect(countLines(caught).at(-1)).toBe("1 passed, 0 failed");
  expect(findingsTable(caught)).toContain("take them out");
});
