import type { Knowledge } from "../knowledge/knowledge.ts";
import { madeOnce, viewsOfListing } from "../knowledge/resources.ts";
import { judging } from "../verifiers/judging.ts";
import { expectOrdered } from "../verifiers/time-order.ts";
import type { Rule } from "./rule.ts";

/** What happens around a task may touch it: its times stay in order for that. */
export const timeRules: readonly Rule[] = [
  {
    requirement: "consistency.timestamps",
    name: "no listed task was updated before it was created",
    operations: ["create-task", "list-tasks"],
    judge: judgeTasks,
  },
];

/** Those of others may come from elsewhere, and have been made here later than they were changed there. */
function judgeTasks(knowledge: Knowledge): number {
  const made = madeOnce(knowledge, "create-task");
  let judged = 0;
  for (const view of viewsOfListing(knowledge, { operation: "list-tasks", pointers: ["/data"] })) {
    if (!made.has(String(view.value.id))) continue;
    judged += 1;
    judging([view.exchange], () => expectOrdered("Task", view));
  }
  return judged;
}
