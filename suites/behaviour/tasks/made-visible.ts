import type { Check } from "../../engine/check.ts";
import { expectThat, needAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { needSoon } from "../soon.ts";
import { needListed, sight } from "./listing.ts";
import { blockTask, makeTask, releaseTask } from "./requests.ts";

const OTHER = ["otherAgent.apiKey"];

/** The caller comments by a block, and gives up the assignment that allowed it. */
export function madeCommented(): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.commented",
      name: "a task of another agent that the caller blocked and released",
      operations: ["list-tasks", "create-task", "block-task", "release-task"],
      fixtures: OTHER,
    },
    async (check) => {
      const apiKey = check.world.target.fixtures.otherAgent?.apiKey ?? "";
      const self = await check.reference("agent");
      const task = await makeTask(check, "commented by the caller", { assigneeAgentId: self }, { apiKey });
      await needListed(check, task);
      needAccepted(await blockTask(check, task.id, "Waiting for its maker"), "tasks.block.succeeds");
      needAccepted(await releaseTask(check, task.id), "tasks.release.succeeds");
      await needSoon(check, "tasks.release.persists", async () => {
        const { task: seen } = await sight(check, task, "the task is not listed for its maker", { apiKey });
        const held = seen.assigneeAgentId === self;
        expectThat(!held, {
          message: "the release is not listed",
          expected: "no assignee",
          actual: self,
          keyword: "assigned",
        });
      });
      await check.eventually(() => sight(check, task, "a task that the caller commented on must be listed for it"));
      check.witnessed();
    },
  );
}

/** Another agent makes a task for an agent of the caller's. */
export function madeForOwned(): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.owned-assigned",
      name: "a task that another agent made for an agent of the caller",
      operations: ["list-tasks", "create-task"],
      fixtures: [...OTHER, "ownedAgent"],
    },
    async (check) => {
      const { otherAgent, ownedAgent = "" } = check.world.target.fixtures;
      const options = { apiKey: otherAgent?.apiKey ?? "" };
      const task = await makeTask(check, "for an agent of the caller", { assigneeAgentId: ownedAgent }, options);
      const why = "a task that is assigned to an agent of the caller must be listed for it";
      await check.eventually(() => sight(check, task, why));
      check.witnessed();
    },
  );
}
