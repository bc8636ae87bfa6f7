import type { Exchange } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { expectThat, needAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { sight } from "./listing.ts";
import { blockTask, type MadeTask, releaseTask } from "./requests.ts";

/** The agent that another key belongs to. */
interface Commenter {
  readonly apiKey: string;
  readonly id: string;
}

/** Fails where a task that an agent blocked and released, and neither made nor is bound to, is no longer listed for it. */
export async function expectListedForComment(
  check: CheckContext,
  task: MadeTask,
  { apiKey, id }: Commenter,
): Promise<void> {
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
}

/** A block of the caller, of a task that another agent is assigned to. */
type FirstBlock = (check: CheckContext) => Promise<{ readonly task: MadeTask; readonly answer: Exchange }>;

/** The comment of the first block is the caller's: the other agent has commented by its own alone. */
export function secondBlockComments(first: FirstBlock): Check {
  return defineCheck(
    {
      requirement: "tasks.block.comment",
      name: "an agent that blocked a task which was blocked already, and released it, still sees it",
      operations: ["block-task", "release-task", "list-tasks", "create-task"],
      fixtures: ["otherAgent.apiKey", "otherAgent.id"],
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.world.target.fixtures.otherAgent ?? {};
      const { task } = await first(check);
      const second = await blockTask(check, task.id, `Waiting once more for ${task.word}`, { apiKey });
      // Whether a blocked task can be blocked is open.
      if (answered(second).status !== 200)
        throw new StoodAside(`such a block is refused with ${statusAndCode(second)}`);
      needAccepted(await releaseTask(check, task.id, { apiKey }), "tasks.release.succeeds");
      await expectListedForComment(check, task, { apiKey, id });
      check.witnessed();
    },
  );
}
