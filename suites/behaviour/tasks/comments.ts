import type { CheckContext } from "../../engine/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { sight } from "./listing.ts";
import type { MadeTask } from "./requests.ts";

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
