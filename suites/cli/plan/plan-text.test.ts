import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { completeTarget } from "../../target/load.ts";
import { planOf, planText } from "./plan-text.ts";
import { rehearse } from "./rehearse.ts";

async function planFor(only: readonly string[], readOnly = false) {
  const fake = await createFake();
  await fake.close();
  const target = completeTarget(fake.target, process.cwd());
  const settings = ordinaryRun(target, { budget: "smoke", only, readOnly });
  return planOf(await rehearse(target, settings, () => {}), target);
}

test("tells what a run uses up, and how often a plan allows it", async () => {
  const plan = await planFor(["tasks.plan.counts", "connection.*"]);
  expect(plan.consumes.smallPlanTasks).toBe(3);
  expect(plan.consumes.challengeTokens).toBeGreaterThan(0);
  expect(plan.runsPerMonth).toEqual(
    [1_000, 10_000, 100_000].map((tasks) => ({ tasks, runs: Math.floor(tasks / plan.created.tasks) })),
  );
  const text = planText(plan, "there");
  const tokens = plan.consumes.challengeTokens;
  expect(text).toContain(
    `It uses up ${tokens} challenge token${tokens === 1 ? "" : "s"} and the 3 tasks of smallPlan;`,
  );
  expect(text).toMatch(/A plan of 10,000 tasks a month allows [\d,]+ such runs\./);
});

test("says nothing of allowances where a run creates no task", async () => {
  const plan = await planFor(["tasks.list.*"], true);
  expect(plan.runsPerMonth.map(({ runs }) => runs)).toEqual([null, null, null]);
  expect(planText(plan, "there")).not.toMatch(/uses up|How often/);
});
