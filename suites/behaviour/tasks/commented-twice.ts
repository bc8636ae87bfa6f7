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
 * What is joined with the comments of a task comes once for each of them: listings of a task that has two, for the monitor
 * of repeats (`monitors/repeats.ts`), which judges every one of them.
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
        // Whatever else is joined where a text is searched.
        { text: check.context.mark },
      ];
      await check.forEach(inputs, async (input, one) => {
        const { ids } = await list(one, input);
        if (ids.includes(task.id)) one.asserted();
      });
    },
  );
}

/** A blocked task may be blocked again, or after a release: both are open. */
async function commentedTwice(check: CheckContext, told: readonly Scenario[]): Promise<CreatedTask | null> {
  const twice = told.find(({ steps }) => steps.filter(({ done }) => done === "block").length > 1);
  if (twice !== undefined) return twice.task;
  // Of a task in a channel a card more would be posted, where others look for cards.
  const blocked = told.filter(({ task, steps }) => steps.at(-1)?.done === "block" && !task.asked.channelId);
  for (const { task } of blocked.slice(0, TRIED)) {
    const again = await tryOrNull(() => blockTask(check, task.id, "Waiting for something else as well"));
    if (again !== null && statusOf(again) === 200) return task;
  }
  return null;
}

/** What one of them rejects the others mostly do. */
const TRIED = 2;
