import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { BUDGETS, ordinaryRun } from "../engine/check/options.ts";
import { completeTarget } from "../target/load.ts";
import { runChecksOrThrow } from "./run-checks.ts";

test("a smoke run keeps to its bounds, proves what MUST hold of the reference, and says what it left out", async () => {
  const fake = await createFake();
  try {
    const target = completeTarget(fake.target, process.cwd());
    const { verdict, run, requirements } = await runChecksOrThrow(ordinaryRun(target, { budget: "smoke" }));
    expect(verdict).toBe("conformant");
    expect(run.requests).toBeLessThanOrEqual(BUDGETS.smoke.requests);
    expect(run.created.tasks).toBeLessThanOrEqual(BUDGETS.smoke.tasks);
    const checks = requirements.flatMap((requirement) => requirement.checks);
    expect(checks.filter((check) => check.verdict === "fail" || check.verdict === "inconclusive")).toEqual([]);
    // What SHOULD hold is looked at too, as far as the budget goes.
    const should = requirements.filter(({ level }) => level === "SHOULD");
    expect(should.filter((requirement) => requirement.verdict === "pass").length).toBeGreaterThan(should.length / 2);
    for (const check of checks) if (check.verdict === "skip") expect(check.reason).not.toBeNull();
    const leftOut = checks.filter(({ reason }) => reason?.startsWith("not run at this budget"));
    expect(leftOut.length).toBeGreaterThan(0);
    for (const { reason } of leftOut) expect(reason).toMatch(/; a larger budget \(--budget standard\) runs it$/);
  } finally {
    await fake.close();
  }
}, 60_000);
