import { statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { type ListInput, list } from "./listing.ts";
import { blockTask, type CreatedTask } from "./requests.ts";
import { BLOCKED, type Scenario } from "./scenarios.ts";

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/**
 * A query that joins tasks with their comments may return a task once for each comment. Lists a task with two comments;
 * the monitor of repeats (`monitors/repeats.ts`) judges every listing.
 */
export function listedOnceForComments(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.list.no-repeats",
      name: "a task that was commented on twice is listed once",
      operations: ["block-task", "create-task", "list-tasks"],
    },
    async (check) => {
      const task = await commentedTwice(check, await scenarios(check));
      if (task === null) throw new NotApplicable("no task can be blocked twice");
      const inputs: ListInput[] = [
        { text: task.word },
        { status: BLOCKED, text: task.word },
        { status: BLOCKED },
        // In case a text search joins other tables.
        { text: check.context.mark },
      ];
      await check.forEach(inputs, async (input, testCase) => {
        const { ids } = await list(testCase, input);
        if (ids.includes(task.id)) testCase.asserted();
      });
    },
  );
}

/**
 * Returns a task with two comments. The contract leaves open whether a blocked task may be blocked again, directly or
 * after a release.
 */
async function commentedTwice(check: CheckContext, scenarios: readonly Scenario[]): Promise<CreatedTask | null> {
  const blockedTwice = scenarios.find(({ steps }) => steps.filter(({ change }) => change === "block").length > 1);
  if (blockedTwice !== undefined) return blockedTwice.task;
  // Tasks in a channel are left out: the block may post another card, and other checks look for cards there.
  const blocked = scenarios.filter(({ task, steps }) => steps.at(-1)?.change === "block" && !task.requested.channelId);
  for (const { task } of blocked.slice(0, MAX_TRIED)) {
    const secondBlock = await tryOrNull(() => blockTask(check, task.id, "Waiting for something else as well"));
    if (secondBlock !== null && statusOf(secondBlock) === 200) return task;
  }
  return null;
}

/** The maximum number of tasks to try. If one of them is rejected, the others mostly are too. */
const MAX_TRIED = 2;
