import { expect, test } from "vitest";
import { createFake, type FakeOptions } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";

const COUNTS = "tasks.plan.counts";

/** A title like those that a run of the suite gives its tasks. */
const TITLE_OF_A_RUN = "abcdefghijkl mnopqrstuvwx";

/** The fake's plans count the tasks of a month, so a test must not cross its end. */
const MIDDLE_OF_A_MONTH = "2026-01-15T12:00:00Z";

/** Returns the verdict on the small plan after as many tasks with such a title were created there by others. */
async function verdictAfter(earlier: number, options: FakeOptions = {}, title: string = TITLE_OF_A_RUN, hoursAgo = 0) {
  const fake = await createFake({ clock: { startAt: MIDDLE_OF_A_MONTH }, ...options });
  try {
    const target = completeTarget(fake.target, process.cwd());
    const { apiKey = "" } = target.fixtures.smallPlan ?? {};
    for (let index = 0; index < earlier; index += 1) {
      await fetch(`${fake.baseUrl}/v1/agent/create-task`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ title }),
      });
    }
    fake.advanceClock({ hours: hoursAgo });
    const { requirements } = await runChecksOrThrow(ordinaryRun(target, { only: [COUNTS], budget: "smoke" }));
    const found = requirements.find(({ id }) => id === COUNTS);
    return `${found?.verdict} ${found?.reason ?? ""}`;
  } finally {
    await fake.close();
  }
}

test("tasks of concurrent runs count with those of this run", async () => {
  for (const earlier of [0, 1, 2, 3]) expect(await verdictAfter(earlier)).toMatch(/^pass/);
  expect(await verdictAfter(1, {}, `=1+1 ${TITLE_OF_A_RUN}`)).toMatch(/^pass/);
  expect(await verdictAfter(1, { mutants: ["less@rules.tasks.withinAllowance"] })).not.toMatch(/^pass/);
});

test("a plan that an earlier, stopped run has used in part is not a failure", async () => {
  const earlier = (count: number) => verdictAfter(count, {}, TITLE_OF_A_RUN, 1);
  expect(await earlier(1)).toMatch(/^skip tasks of another run may have used up 1 of/);
  expect(await earlier(2)).toMatch(/^skip .* used up 2 of/);
  expect(await earlier(3)).toMatch(/^skip the small plan has no tasks left/);
});

test("a plan that is used up is accepted where the target file says so", async () => {
  const fake = await createFake();
  try {
    const target = completeTarget({ ...fake.target, acceptSkips: ["smallPlan"] }, process.cwd());
    const run = () => runChecksOrThrow(ordinaryRun(target, { only: ["tasks.plan.*"], budget: "smoke" }));
    expect([(await run()).exitCode, (await run()).exitCode]).toEqual([0, 0]);
  } finally {
    await fake.close();
  }
});

test("a plan that is spent too early is a failure, whatever else was created in its workspace", async () => {
  expect(await verdictAfter(1, {}, "A task of the workspace")).toMatch(/^fail/);
});

test.each(["less@rules.tasks.withinAllowance", "more@rules.tasks.withinAllowance"])(
  "the mutant %s fails",
  async (mutant) => {
    expect(await verdictAfter(0, { mutants: [mutant] })).toMatch(/^fail/);
  },
);
