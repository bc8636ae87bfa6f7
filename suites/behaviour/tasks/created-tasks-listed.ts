import type { JsonObject } from "../../../spec/json.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { expectListed, expectPresent, inListing, type ListedTask, list } from "./listing.ts";
import type { FixtureTask, TaskFixtures } from "./population.ts";

/** Members of a creation are listed, in full length. */
export function createdTasksListed(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.listed",
      name: "created tasks are listed with all requested members",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { tasks, self } = await taskFixtures.population(check);
      const listing = await taskFixtures.listing(check);
      const channels = ownChannels(check.context);
      // If tasks that are assigned to the creator, or in its channel, are missing too, tasks are lost rather than
      // hidden from their creator.
      const isVisibleForAnotherReason = ({ requested: { assigneeAgentId, channelId } }: FixtureTask) =>
        assigneeAgentId === self || channels.some((channel) => channel === channelId);
      const isLost = tasks.some((task) => isVisibleForAnotherReason(task) && inListing(listing, task.id) === undefined);
      await check.forEach(
        tasks,
        async (task, one) => {
          const why = "a task that the caller created must be listed for the caller";
          const found =
            inListing(listing, task.id) ??
            (await one.eventually(() => expectListed(one, task, why, {}, isLost ? "lost" : "missing")));
          one.asserted();
          judging([task.response, found.exchange], () => expectRequestedFields(task, found));
        },
        { describe },
      );
      // One response may have room for all tasks of the run.
      await expectListedWithoutFilter(check, tasks);
    },
  );
}

async function expectListedWithoutFilter(check: CheckContext, tasks: readonly FixtureTask[]): Promise<void> {
  await check.eventually(async () => {
    const listing = await list(check, {});
    if (listing.isFull) return;
    const why = "a task that the caller created must be listed for the caller, whatever its status and parent";
    for (const task of tasks) expectPresent(listing, task, why);
  });
}

function expectRequestedFields({ requested }: FixtureTask, { exchange, pointer }: ListedTask): void {
  for (const [field, value] of Object.entries(requested)) {
    expectEqual(
      exchange,
      `${pointer}/${field}`,
      value,
      `a listed task must show the ${field} that it was created with`,
    );
  }
}

function describe({ requested }: FixtureTask): JsonObject {
  return requested;
}
