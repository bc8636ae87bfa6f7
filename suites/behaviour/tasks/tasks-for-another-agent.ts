import type { Exchange } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { type Check, type CheckContext, REJECTED, type RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { channelClosedToOtherAgent } from "../messages/channels.ts";
import { requireEventually } from "../preconditions.ts";
import { expectReleaseListed } from "./comment-visibility.ts";
import { expectAbsent, list, requireListed } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { blockTask, type CreatedTask, createdTaskOf, releaseTask, type TaskAttempt, tryTask } from "./requests.ts";

/** A task that the caller created for another agent, and for a user too if that is accepted. */
interface TaskForAnother {
  readonly task: CreatedTask;
  /** The release by its assignee. */
  readonly releaseByAssignee: Exchange;
}

const FIXTURES = ["otherAgent.apiKey", "otherAgent.id"];
const OPERATIONS = ["block-task", "release-task", "create-task", "list-tasks"];

/** Returns the creations that were tried, the one with the most members first, until one was accepted. */
export const attemptsForAnother = oncePerRun(() => {
  let attempts: Promise<readonly TaskAttempt[]> | null = null;
  return (check: CheckContext, taskFixtures: TaskFixtures) => {
    attempts ??= tryCreationsForAnother(check, taskFixtures);
    return attempts;
  };
});

async function tryCreationsForAnother(
  check: CheckContext,
  taskFixtures: TaskFixtures,
): Promise<readonly TaskAttempt[]> {
  const { context } = check;
  const { otherAgent, user } = context.target.fixtures;
  const { tasks } = await taskFixtures.population(check);
  const subTask = tasks.find(({ requested }) => requested.parentTaskId !== undefined) ?? tasks[0];
  const channelId = await channelClosedToOtherAgent(context)(check);
  const statuses = wordsOf(fieldSchema(context.document, "create-task", "status"), "the initial status");
  const base = {
    assigneeAgentId: otherAgent?.id ?? "",
    priority: wordsOf(fieldSchema(context.document, "create-task", "priority"), "priority").at(-1) ?? "",
    // Work in progress is the most likely to be blockable.
    ...(statuses.includes("in_progress") ? { status: "in_progress" } : {}),
  };
  const withPlace = {
    ...(subTask === undefined ? {} : { parentTaskId: subTask.id }),
    ...(channelId === null ? {} : { channelId }),
  };
  const withUser = user === undefined ? {} : { assigneeUserId: user };
  const attempts: TaskAttempt[] = [];
  for (const [index, moreMembers] of [{ ...withUser, ...withPlace }, withUser, withPlace, {}].entries()) {
    const attempt = await tryTask(check, `for another ${index}`, { ...base, ...moreMembers });
    attempts.push(attempt);
    if (createdTaskOf(attempt) !== null) break;
  }
  return attempts;
}

async function blockAndRelease(check: CheckContext, taskFixtures: TaskFixtures): Promise<TaskForAnother> {
  const { apiKey = "" } = check.context.target.fixtures.otherAgent ?? {};
  const attempts = await attemptsForAnother(check.context)(check, taskFixtures);
  const [task = null] = attempts.map(createdTaskOf).filter((created) => created !== null);
  if (task === null) throw new NotApplicable("no task can be created for another agent");
  await requireListed(check, task);
  // Rules judge the block by its creator, and that only its assignee can release it.
  await blockTask(check, task.id, `Waiting for ${task.word}`);
  await releaseTask(check, task.id, REJECTED);
  return { task, releaseByAssignee: await releaseTask(check, task.id, { apiKey }) };
}

/** Checks of a task that the caller created for another agent. */
export function forAnotherChecks(context: RunContext, taskFixtures: TaskFixtures): Check[] {
  const releasedTask = once((check: CheckContext) => orNotApplicable(() => blockAndRelease(check, taskFixtures)));
  const fields = { operations: OPERATIONS, fixtures: FIXTURES, runsEarly: true };
  const what = "a task with all members that another agent is assigned to";
  return withExistingFixtures(context, [
    defineCheck(
      { ...fields, requirement: "tasks.release.persists", name: `${what} is listed as released` },
      async (check) => {
        const { id = "" } = check.context.target.fixtures.otherAgent ?? {};
        const { task, releaseByAssignee } = await releasedTask(check);
        if (requireResponse(releaseByAssignee).status !== 200) throw new NotApplicable("the release is rejected");
        await check.eventually(() => expectReleaseListed(check, task, id));
        check.asserted();
      },
    ),
    defineCheck(
      { ...fields, requirement: "tasks.visibility.hidden", name: `${what} is hidden after its release` },
      (check) => expectHiddenAfterRelease(check, releasedTask),
    ),
  ]);
}

/** A former assignment gives no access: the agent has neither created the task nor commented on it. */
async function expectHiddenAfterRelease(
  check: CheckContext,
  releasedTask: (check: CheckContext) => Promise<TaskForAnother>,
): Promise<void> {
  const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
  const { task, releaseByAssignee } = await releasedTask(check);
  if (requireResponse(releaseByAssignee).status !== 200) throw new NotApplicable("the release is rejected");
  await orNotApplicable(() =>
    requireEventually(check, "tasks.release.persists", () => expectReleaseListed(check, task, id)),
  );
  const why = "a task in which an agent takes no part any more must not be listed for it";
  await check.eventually(async () => expectAbsent(await list(check, { text: task.word }, { apiKey }), task, why));
  check.asserted();
}
