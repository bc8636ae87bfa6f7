import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import type { Report } from "../../../spec/report.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { runInPlace } from "../../host/in-place.ts";
import { createJudge } from "../../selftest/judge/judge.ts";
import { completeTarget } from "../../target/load.ts";

const AREA = ["tasks.*", "events.*"];
const PATIENCE_MS = 60_000;

async function judged(target: TargetFile, only: readonly string[]): Promise<Report> {
  const baseUrl = target.baseUrl.replace(/\/$/, "");
  return runInPlace({
    target: completeTarget({ ...target, baseUrl, consistency: { timeoutMs: 1000, intervalMs: 50 } }, process.cwd()),
    budget: "standard",
    seed: 7,
    only,
    onlyFailed: null,
    maxFailures: 0,
    readOnly: false,
    strict: false,
    knownFailures: null,
  });
}

function notPassed({ requirements }: Report): string[] {
  return requirements
    .filter(
      ({ verdict, reason, notApplicable }) => verdict !== "pass" && !notApplicable && !reason?.includes("observable"),
    )
    .map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`);
}

test("the reference passes every requirement on tasks and events", { timeout: PATIENCE_MS }, async () => {
  const fake = await createFake({ seed: 7 });
  try {
    expect(notPassed(await judged(fake.target, AREA))).toEqual([]);
  } finally {
    await fake.close();
  }
});

test("a correct server that reads every open point in another way passes too", { timeout: PATIENCE_MS }, async () => {
  const judge = await createJudge({ seed: 7 });
  try {
    expect(notPassed(await judged(judge.target, AREA))).toEqual([]);
  } finally {
    await judge.close();
  }
});

test.for([
  ["block-blocks-sub-tasks", "tasks.block.only-the-task"],
  ["version-stale-in-listing", "tasks.fields.version-never-falls"],
  ["list-text-ascii-only", "tasks.list.text-title"],
  ["parent-of-parent", "tasks.create.parent"],
  ["task-never-starts-in-review", "tasks.create.initial-status"],
] as const)("the fault %s is told as %s", { timeout: PATIENCE_MS }, async ([fault, requirement]) => {
  const fake = await createFake({ seed: 7, faults: [fault] });
  try {
    const report = await judged(fake.target, [requirement]);
    expect(report.requirements.find(({ id }) => id === requirement)?.verdict).toBe("fail");
  } finally {
    await fake.close();
  }
});
