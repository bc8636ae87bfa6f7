import { statusOf } from "../../client/exchange.ts";
import type { CallOptions, CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { expectListed } from "./listing.ts";
import { blockTask, type CreatedTask } from "./requests.ts";

/** An agent with its key. */
interface Commenter {
  readonly apiKey: string;
  readonly id: string;
}

/** Waits until the release is listed for the creator of the task, so the listing is up to date. */
export async function expectReleaseListed(
  check: CheckContext,
  task: CreatedTask,
  id: string,
  creatorOptions: CallOptions = {},
): Promise<void> {
  const seen = await expectListed(check, task, "the task is not listed for its creator", creatorOptions);
  expectThat(seen.task.assigneeAgentId !== id, {
    message: "the release is not listed",
    expected: "no assignee",
    actual: id,
    keyword: "assigned",
  });
}

/**
 * Fails if an agent no longer sees a task that it blocked and released, but did not create and whose channel it does
 * not belong to.
 */
export async function expectListedForComment(
  check: CheckContext,
  task: CreatedTask,
  { apiKey, id }: Commenter,
): Promise<void> {
  await check.eventually(() => expectReleaseListed(check, task, id));
  const why = "a task that an agent blocked must be listed for it after its release, because it commented on it";
  await check.eventually(() => expectListed(check, task, why, { apiKey }));
}

/**
 * Fails if the agent no longer sees the task once the creator has commented too, if the task can be blocked again: a
 * comment counts even if it is not the last.
 */
export async function expectListedAfterLaterComment(
  check: CheckContext,
  task: CreatedTask,
  { apiKey }: Pick<Commenter, "apiKey">,
): Promise<void> {
  const secondBlock = await blockTask(check, task.id, `Waiting for ${task.word} as well`);
  if (statusOf(secondBlock) !== 200) return;
  const why = "a task that an agent commented on must be listed for it, also when another has commented after it";
  await check.eventually(() => expectListed(check, task, why, { apiKey }));
}
