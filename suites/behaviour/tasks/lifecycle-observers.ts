import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext, Observer, RunContext } from "../../engine/check/check.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineObserver, observeEach, outcomeOf } from "../observe.ts";
import { expectListed } from "./listing.ts";
import { blockTask } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";
import { sharedTasksOf } from "./shared-tasks.ts";
import { taskWithTwoAssigneesOf } from "./two-assignees.ts";

const OPERATIONS = ["create-task", "block-task", "release-task", "list-tasks"];

/** Observers of the open points of blocking and releasing tasks, and of their traces. */
export function lifecycleObservers(context: RunContext): Observer[] {
  const { scenarios } = sharedTasksOf(context);
  const userFields = {
    name: "a release of a task that is also assigned to a user",
    operations: OPERATIONS,
    fixtures: ["user"],
  };
  return [
    defineObserver({ name: "lifecycles of tasks", operations: OPERATIONS }, async (check) => {
      const tasks = await scenarios(check);
      await observeEach([
        async () => observeBlockableStatuses(check, tasks),
        async () => observeVersionSteps(check, tasks),
        async () => observeStatusAfterRelease(check, tasks),
        () => observeSecondBlock(check, tasks),
        () => observeConcurrentBlocks(check, tasks),
      ]);
    }),
    defineObserver(userFields, observeUserAfterRelease),
  ];
}

function observeBlockableStatuses(check: CheckContext, scenarios: readonly Scenario[]): void {
  const answers = scenarios.flatMap(({ blocks }) =>
    blocks.map(
      ({ from, response }) => `${String(from)}: ${statusOf(response) === 200 ? "accepted" : statusAndCode(response)}`,
    ),
  );
  if (answers.length > 0)
    check.observe("block-task.from", [...new Set(answers)].sort().join("; "), "blocks of new tasks");
}

function observeVersionSteps(check: CheckContext, scenarios: readonly Scenario[]): void {
  const steps = scenarios.flatMap(({ task, steps: done }) => {
    const versions = [task.response, ...done.map(({ response }) => response)].map((one) =>
      valueAt(one, "/data/version"),
    );
    return versions.slice(1).map((version, index) => Number(version) - Number(versions[index]));
  });
  const distinctSteps = [...new Set(steps.filter(Number.isFinite))].sort((left, right) => left - right);
  if (distinctSteps.length > 0)
    check.observe("tasks.version-step", distinctSteps.join(" or "), "accepted blocks and releases");
}

function observeStatusAfterRelease(check: CheckContext, scenarios: readonly Scenario[]): void {
  const answers = scenarios.flatMap(({ task, steps }) =>
    steps.flatMap(({ change, response }, index) => {
      if (change !== "release") return [];
      const before = valueAt(steps[index - 1]?.response ?? task.response, "/data/status");
      return [`${String(before)} becomes ${String(valueAt(response, "/data/status"))}`];
    }),
  );
  if (answers.length > 0) check.observe("release-task.status", [...new Set(answers)].sort().join("; "), "releases");
}

/** Blocks the task of a scenario that ends blocked once more. */
async function observeSecondBlock(check: CheckContext, scenarios: readonly Scenario[]): Promise<void> {
  const blocked = scenarios.find(({ steps }) => steps.at(-1)?.change === "block");
  if (!blocked) return;
  const exchange = await blockTask(check, blocked.task.id, "Still waiting");
  check.observe("block-task.again", outcomeOf(exchange), "block of a task that is blocked");
}

/** Blocks one task several times concurrently. */
async function observeConcurrentBlocks(check: CheckContext, scenarios: readonly Scenario[]): Promise<void> {
  const [scenario] = scenarios;
  if (!scenario) return;
  const reasons = ["first", "second", "third", "fourth"];
  const exchanges = await Promise.all(
    reasons.map((reason) => blockTask(check, scenario.task.id, `The ${reason} of four`, { racing: true })),
  );
  const isConflict = exchanges.some((exchange) => statusOf(exchange) === 409);
  check.observe("versioning.mismatch", isConflict ? "yes, with 409" : "no", "four concurrent blocks of one task");
}

async function observeUserAfterRelease(check: CheckContext): Promise<void> {
  const { created, released } = await taskWithTwoAssigneesOf(check.context)(check);
  const id = valueAt(created, "/data/id");
  if (released === null || typeof id !== "string") {
    return check.observe("release-task.user", "not observable: a task has one assignee", evidenceOf(created));
  }
  if (statusOf(released) !== 200) return;
  const { task } = await check.eventually(() =>
    expectListed(check, { id, word: check.context.mark }, "the task is not listed"),
  );
  check.observe(
    "release-task.user",
    isUnset(task.assigneeUserId) ? "yes" : "no",
    "release of a task that is also assigned to a user",
  );
}

function evidenceOf(exchange: Exchange): string {
  return `create-task with both responded with ${statusAndCode(exchange)}`;
}
