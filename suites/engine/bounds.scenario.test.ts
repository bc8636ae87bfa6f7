import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./check/options.ts";

const LIMITS = { consistency: { timeoutMs: 200, intervalMs: 20 }, limits: { requests: 1_000 } };

test("covers all areas first within a small request budget, and never exceeds it", async () => {
  const fake = await createFake();
  const target = completeTarget({ ...fake.target, ...LIMITS }, process.cwd());
  const { run, requirements } = await runChecksOrThrow(ordinaryRun(target, { budget: "standard" }));
  await fake.close();
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
