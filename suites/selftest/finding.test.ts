import { expect, test } from "vitest";
import { judgeTrial } from "./finding.ts";
import { variantTrial } from "./plan.ts";
import { countLines, findingsTable } from "./summary.ts";
import type { FailedRequirement, Outcome, Trial } from "./trial.ts";

const nothing: Outcome = { failed: [], unproven: [], requests: 9, durationMs: 1, problem: null };

function failed(id: string, level: "MUST" | "SHOULD" = "MUST"): FailedRequirement {
  return { id, level, verdict: "fail", reason: "said otherwise", after: 3 };
}

const mutant: Trial = {
  subject: { kind: "mutant", mutant: "drop@create-task#title", guards: 0, breaks: "tasks.create.title", level: "MUST" },
  budget: "standard",
  seed: 1,
  only: [],
};
const independent: Trial = { ...mutant, subject: { kind: "independent", seed: 3, liberties: false } };
const liberal: Trial = { ...mutant, subject: { kind: "independent", seed: 3, liberties: true } };

test("a mutant is killed by any MUST, and what failed with the one that it breaks is an echo", () => {
  const outcome = { ...nothing, failed: [failed("tasks.create.listed"), failed("tasks.list.text", "SHOULD")] };
  expect(judgeTrial(mutant, outcome)).toMatchObject({
    passed: true,
    echoes: ["tasks.create.listed", "tasks.list.text"],
  });
  expect(judgeTrial(mutant, { ...nothing, failed: [failed("tasks.list.text", "SHOULD")] }).passed).toBe(false);
});

test("a mutant that nothing tells from the original is not a survivor", () => {
  expect(judgeTrial(mutant, { ...nothing, distinguishedAfter: null }).passed).toBe(true);
  expect(judgeTrial(mutant, { ...nothing, distinguishedAfter: 8 }).complaints).toEqual([
    "survived: tasks.create.title is broken",
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
  expect([mutant, independent].map((trial) => judgeTrial(trial, outcome).passed)).toEqual([false, false]);
});

test("the summary names what is wrong, and ends with the counts", () => {
  const all = [
    { trial: mutant, outcome: nothing },
    { trial: independent, outcome: { ...nothing, failed: [failed("recall.limit")] } },
    { trial: liberal, outcome: nothing },
  ];
  expect(findingsTable(all)).toContain("mutant:drop@create-task#title (breaks tasks.create.title), standard, seed 1");
  expect(findingsTable(all)).toContain("false alarm: recall.limit (fail: said otherwise)");
  expect(countLines(all)).toEqual([
    "mutants killed or undistinguished: 0 of 1",
    "correct independent servers without an alarm: 1 of 2",
    "1 passed, 2 failed",
  ]);
});

test("a known survivor counts as neither passed nor failed, and is reported when it is killed", () => {
  const known = { trial: mutant, known: "nobody looks there" };
  const missed = [{ ...known, outcome: nothing }];
  const caught = [{ ...known, outcome: { ...nothing, failed: [failed("tasks.create.title")] } }];
  expect(countLines(missed).at(-1)).toBe("0 passed, 0 failed, 1 skipped");
  expect(findingsTable(missed)).toMatch(/^Known survivors \(1\)/);
  expect(countLines(caught).at(-1)).toBe("1 passed, 0 failed");
  expect(findingsTable(caught)).toContain("remove them");
});
