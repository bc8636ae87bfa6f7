import { statusOf } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { expectThat, needAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";
import { needListed, sight } from "./listing.ts";
import { blockTask, type MadeTask, makeTask, releaseTask } from "./requests.ts";

/** The comment is that of a block; the assignment that allowed it is released again. */
export function blockComments(): Check {
  return defineCheck(
    {
      requirement: "tasks.block.comment",
      name: "an agent that blocked and released a task of another still sees it",
      operations: ["block-task", "release-task", "list-tasks", "create-task"],
      fixtures: ["otherAgent.apiKey", "otherAgent.id"],
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.world.target.fixtures.otherAgent ?? {};
      const task = await blockedByOther(check, apiKey, id);
      needAccepted(await releaseTask(check, task.id, { apiKey }), "tasks.release.succeeds");
      // The listing has caught up when it shows the release to the maker of the task.
      await check.eventually(async () => {
        const seen = await sight(check, task, "the task is not listed for its maker");
        expectThat(seen.task.assigneeAgentId !== id, {
          message: "the release is not listed",
          expected: "no assignee",
          actual: id,
          keyword: "assigned",
        });
      });
      const why = "a task that an agent blocked must be listed for it after its release, because it commented on it";
      await check.eventually(() => sight(check, task, why, { apiKey }));
      check.witnessed();
      // It sees the task still, and has neither made it nor is it assigned to it.
      const again = await blockTask(check, task.id, "Waiting once more", { apiKey });
      const answer = statusOf(again) === 200 ? "it can" : `refused with ${statusAndCode(again)}`;
      check.observe("block-task.who", answer, "block by an agent that only commented on the task");
    },
  );
}

/** A task of the caller that another agent has blocked; whence it lets itself be blocked is tried out. */
async function blockedByOther(check: CheckContext, apiKey: string, assigneeAgentId: string): Promise<MadeTask> {
  const statuses = wordsOf(fieldSchema(check.world.document, "create-task", "status"), "the initial status");
  // From the middle on: work that is under way is the most likely to be blocked.
  for (const status of [...statuses.slice(2), ...statuses.slice(0, 2)]) {
    const task = await makeTask(check, `commented by another, ${status}`, { assigneeAgentId, status });
    await needListed(check, task, { apiKey });
    const blocked = await blockTask(check, task.id, `Waiting for ${task.word}`, { apiKey });
    if (answered(blocked).status === 200) return task;
  }
  throw new Inconclusive("another agent could block a task from no status", "tasks.block.succeeds");
}
