import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext, Observer, RunContext } from "../../engine/check/check.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineObserver, observeEach, outcomeOf } from "../observe.ts";
import { besideUserOf } from "./beside-user.ts";
import { sight } from "./listing.ts";
import { blockTask } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";
import { sharedOf } from "./shared.ts";

const OPERATIONS = ["create-task", "block-task", "release-task", "list-tasks"];

/** Observers of the open points of blocking and releasing tasks, and of their traces. */
export function lifeObservers(context: RunContext): Observer[] {
  const { scenarios } = sharedOf(context);
  const user = { name: "a release beside an assigned user", operations: OPERATIONS, fixtures: ["user"] };
  return [
    defineObserver({ name: "lives of tasks", operations: OPERATIONS }, async (check) => {
      const told = await scenarios(check);
      await observeEach([
        async () => blockedFrom(check, told),
        async () => versionSteps(check, told),
        async () => statusAfterRelease(check, told),
        () => blockedAgain(check, told),
        () => rivals(check, told),
      ]);
    }),
    defineObserver(user, besideUser),
  ];
}

function blockedFrom(check: CheckContext, scenarios: readonly Scenario[]): void {
  const answers = scenarios.flatMap(({ blocks }) =>
    blocks.map(
      ({ from, response }) => `${String(from)}: ${statusOf(response) === 200 ? "accepted" : statusAndCode(response)}`,
    ),
  );
  if (answers.length > 0)
    check.observe("block-task.from", [...new Set(answers)].sort().join("; "), "blocks of new tasks");
}

function versionSteps(check: CheckContext, scenarios: readonly Scenario[]): void {
  const steps = scenarios.flatMap(({ task, steps: done }) => {
    const versions = [task.response, ...done.map(({ response }) => response)].map((one) =>
      valueAt(one, "/data/version"),
    );
    return versions.slice(1).map((version, index) => Number(version) - Number(versions[index]));
  });
  const known = [...new Set(steps.filter(Number.isFinite))].sort((left, right) => left - right);
  if (known.length > 0) check.observe("tasks.version-step", known.join(" or "), "accepted blocks and releases");
}

function statusAfterRelease(check: CheckContext, scenarios: readonly Scenario[]): void {
  const answers = scenarios.flatMap(({ task, steps }) =>
    steps.flatMap(({ done, response }, index) => {
      if (done !== "release") return [];
      const before = valueAt(steps[index - 1]?.response ?? task.response, "/data/status");
      return [`${String(before)} becomes ${String(valueAt(response, "/data/status"))}`];
    }),
  );
  if (answers.length > 0) check.observe("release-task.status", [...new Set(answers)].sort().join("; "), "releases");
}

/** Blocks the task of a scenario that ends blocked once more. */
async function blockedAgain(check: CheckContext, scenarios: readonly Scenario[]): Promise<void> {
  const blocked = scenarios.find(({ steps }) => steps.at(-1)?.done === "block");
  if (!blocked) return;
  const exchange = await blockTask(check, blocked.task.id, "Still waiting");
  check.observe("block-task.again", outcomeOf(exchange), "block of a task that is blocked");
}

/** Blocks one task several times concurrently. */
async function rivals(check: CheckContext, scenarios: readonly Scenario[]): Promise<void> {
  const [scenario] = scenarios;
  if (!scenario) return;
  const reasons = ["first", "second", "third", "fourth"];
  const exchanges = await Promise.all(
    reasons.map((reason) => blockTask(check, scenario.task.id, `The ${reason} of four`, { racing: true })),
  );
  const met = exchanges.some((exchange) => statusOf(exchange) === 409);
  check.observe("versioning.mismatch", met ? "yes, with 409" : "no", "four blocks of one task at once");
}

async function besideUser(check: CheckContext): Promise<void> {
  const { made, released } = await besideUserOf(check.context)(check);
  const id = valueAt(made, "/data/id");
  if (released === null || typeof id !== "string") {
    return check.observe("release-task.user", "cannot be told: a task has one assignee", evidenceOf(made));
  }
  if (statusOf(released) !== 200) return;
  const { task } = await check.eventually(() =>
    sight(check, { id, word: check.context.mark }, "the task is not listed"),
  );
  check.observe(
    "release-task.user",
    isUnset(task.assigneeUserId) ? "yes" : "no",
    "release of a task that a user has too",
  );
}

function evidenceOf(exchange: Exchange): string {
  return `create-task with both responded with ${statusAndCode(exchange)}`;
}
