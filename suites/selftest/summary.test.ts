import { expect, test } from "vitest";
import { countLines, failureLines, scenarioTable } from "./summary.ts";
import type { FinishedTrial } from "./trial.ts";

const LONG = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`choice-${index}`, "another-value"]));

/** A correct server with a long name that alarms, or does not. */
function variant(isAlarmed: boolean): FinishedTrial {
  const alarm = { id: "tasks.list.sorted", level: "MUST", verdict: "fail", reason: "out of order", after: 3 } as const;
  return {
    trial: { subject: { kind: "variant", variant: LONG, against: [] }, budget: "smoke", seed: 1, only: [] },
    outcome: { failed: isAlarmed ? [alarm] : [], unproven: [], requests: 9, durationMs: 1, problem: null },
  };
}

const asExpected = { name: "a.scenario.test.ts > one", durationMs: 5, failure: null };
const other = { name: "a.scenario.test.ts > it's other", durationMs: 5, failure: "AssertionError: 1 is not 2\n  at x" };

test("each failure is one short line: what was wrong, and last the server, whose name is cut", () => {
  const lines = failureLines([variant(true), variant(false)], [asExpected, other]);
  expect(lines).toEqual([
    expect.stringMatching(/^failed: false alarm: tasks\.list\.sorted \(fail: out of order\) \(variant:choice-0=.*\)$/),
    "failed: a.scenario.test.ts > it's other: AssertionError: 1 is not 2 at x",
  ]);
  expect(lines[0]?.length).toBeLessThan(300);
});

test("scenarios count with the servers, and each that failed is reported with the command that repeats it", () => {
  expect(countLines([variant(true), variant(false)], [asExpected, other])).toEqual([
    "correct variants of the fake without an alarm: 1 of 2",
    "scenarios as expected: 1 of 2",
    "2 passed, 2 failed",
  ]);
  expect(scenarioTable([asExpected, other])).toBe(
    "npm run selftest -- --scenario 'a.scenario.test.ts > it'\\''s other'\nAssertionError: 1 is not 2\n  at x\n",
  );
});
