import { afterAll, beforeAll, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import type { TargetLimits } from "../target/types.ts";
import { ordinaryRun } from "./check/options.ts";

let fake: Fake;
beforeAll(async () => {
  fake = await createFake();
});
afterAll(() => fake.close());

async function runWithin(limits: Partial<TargetLimits>, only: readonly string[] = []) {
  const target = completeTarget(fake.target, process.cwd());
  const consistency = { timeoutMs: 200, intervalMs: 20 };
  const bounded = { ...target, consistency, limits: { ...target.limits, ...limits } };
  return runChecksOrThrow(ordinaryRun(bounded, { only, budget: "smoke" }));
}

test("never exceeds the bound on tasks, also for concurrent creations", async () => {
  const { run } = await runWithin({ tasks: 7 }, ["tasks.create.*"]);
  expect(run.created.tasks).toBe(7);
});

test("never exceeds the bound on uploaded bytes", async () => {
  const stored = () => [...fake.service.workspaces.values()].reduce((sum, { files }) => sum + files.bytes, 0);
  const before = stored();
  const { run } = await runWithin({ uploadMiB: 0.05 }, ["files.flow.*"]);
  expect(stored() - before).toBeGreaterThan(0);
  expect(stored() - before).toBeLessThanOrEqual(0.05 * 1024 * 1024);
  // The bodies of the messages that stimuli send count, too; without a bound it would be several MiB.
  expect(run.created.bytes).toBeLessThan(0.5 * 1024 * 1024);
});

test("ends at the time limit and reports what is proven so far", async () => {
  const report = await runWithin({ seconds: 0.6 });
  expect(report).toMatchObject({ verdict: "incomplete", exitCode: 3, problem: expect.stringContaining("0.6 s") });
  expect(report.run.requests).toBeGreaterThan(0);
});
