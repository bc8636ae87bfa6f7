import { statusOf } from "../../client/exchange.ts";
import type { CallOptions, CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { sight } from "./listing.ts";
import { blockTask, type CreatedTask } from "./requests.ts";

/** The agent that another key belongs to. */
interface Commenter {
  readonly apiKey: string;
  readonly id: string;
}

/** The listing has caught up with a release when it shows it to the creator of the task. */
export async function expectReleaseListed(
  check: CheckContext,
  task: CreatedTask,
  id: string,
  ofMaker: CallOptions = {},
): Promise<void> {
  const seen = await sight(check, task, "the task is not listed for its creator", ofMaker);
  expectThat(seen.task.assigneeAgentId !== id, {
    message: "the release is not listed",
    expected: "no assignee",
    actual: id,
    keyword: "assigned",
  });
}

/** Fails where a task that an agent blocked and released, and neither made nor belongs to the channel of, is no longer listed for it. */
export async function expectListedForComment(
  check: CheckContext,
  task: CreatedTask,
  { apiKey, id }: Commenter,
): Promise<void> {
  await check.eventually(() => expectReleaseListed(check, task, id));
  const why = "a task that an agent blocked must be listed for it after its release, because it commented on it";
  await check.eventually(() => sight(check, task, why, { apiKey }));
}

/** The same once its creator has commented as well, where a task can be blocked again: a comment counts whoever has the last word. */
export async function expectListedBehindAnother(
  check: CheckContext,
  task: CreatedTask,
  { apiKey }: Pick<Commenter, "apiKey">,
): Promise<void> {
  const again = await blockTask(check, task.id, `Waiting for ${task.word} as well`);
  if (statusOf(again) !== 200) return;
  const why = "a task that an agent commented on must be listed for it, also when another has commented after it";
  await check.eventually(() => sight(check, task, why, { apiKey }));
}
