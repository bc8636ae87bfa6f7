import { afterAll, beforeAll, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import type { TargetLimits } from "../target/types.ts";
import type { BudgetName } from "./check/check.ts";
import { ordinaryRun } from "./check/options.ts";

let fake: Fake;
beforeAll(async () => {
  fake = await createFake();
});
afterAll(() => fake.close());

async function runWithin(limits: Partial<TargetLimits>, only: readonly string[] = [], budget: BudgetName = "smoke") {
  const target = completeTarget(fake.target, process.cwd());
  const consistency = { timeoutMs: 200, intervalMs: 20 };
  const bounded = { ...target, consistency, limits: { ...target.limits, ...limits } };
  return runChecksOrThrow(ordinaryRun(bounded, { only, budget }));
}

test("covers all areas first within a small request budget, and never exceeds it", async () => {
  const { run, requirements } = await runWithin({ requests: 1_000 }, [], "standard");
  expect(run.requests).toBe(1_000);
  const spent = new Map<string, number>();
  for (const { id, checks } of requirements) {
    const [area = ""] = id.split(".");
    spent.set(area, (spent.get(area) ?? 0) + checks.reduce((sum, check) => sum + check.requests, 0));
  }
  const areas = ["auth", "isolation", "messages", "tasks", "files", "memories", "recall", "consistency"];
  for (const area of areas) expect([area, spent.get(area)]).toEqual([area, expect.toSatisfy(isShare)]);
  expect(requirements.filter(({ level, verdict }) => level === "MUST" && verdict === "pass").length).toBeGreaterThan(
    250,
  );
});

/** Returns true if an area got some requests: areas need different numbers for their first checks. */
function isShare(requests: number): boolean {
  return requests >= 15 && requests <= 300;
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
