import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { type Check, type CheckContext, REJECTED, type RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectRejected } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { closedToAnother } from "../messages/channels.ts";
import { requireEventually } from "../preconditions.ts";
import { ANY_REJECTION } from "./block.ts";
import { expectReleaseListed } from "./comments.ts";
import { expectAbsent, list, requireListed, type TaskSighting } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { blockTask, type CreatedTask, madeOf, releaseTask, type TriedTask, tryTask } from "./requests.ts";
import { BLOCKED, lastSight } from "./scenarios.ts";

/**
 * A task that the caller created for another agent, and for a user too if that is accepted, with the block by its
 * creator.
 */
interface ForAnother {
  readonly task: CreatedTask;
  readonly block: Exchange;
  readonly seen: TaskSighting | null;
  /** The release by its creator, who is not its assignee. */
  readonly rejected: Exchange;
  /** The release by its assignee. */
  readonly release: Exchange;
}

const FIXTURES = ["otherAgent.apiKey", "otherAgent.id"];
const OPERATIONS = ["block-task", "release-task", "create-task", "list-tasks"];

/** Returns the creations that were tried, the one with the most members first, until one was accepted. */
export const triedForAnother = oncePerRun(() => {
  let tried: Promise<readonly TriedTask[]> | null = null;
  return (check: CheckContext, taskFixtures: TaskFixtures) => {
    tried ??= tryForAnother(check, taskFixtures);
    return tried;
  };
});

async function tryForAnother(check: CheckContext, taskFixtures: TaskFixtures): Promise<readonly TriedTask[]> {
  const { context } = check;
  const { otherAgent, user } = context.target.fixtures;
  const { tasks } = await taskFixtures.population(check);
  const below = tasks.find(({ asked }) => asked.parentTaskId !== undefined) ?? tasks[0];
  const channelId = await closedToAnother(context)(check);
  const statuses = wordsOf(fieldSchema(context.document, "create-task", "status"), "the initial status");
  const base = {
    assigneeAgentId: otherAgent?.id ?? "",
    priority: wordsOf(fieldSchema(context.document, "create-task", "priority"), "priority").at(-1) ?? "",
    // Work in progress is the most likely to be blockable.
    ...(statuses.includes("in_progress") ? { status: "in_progress" } : {}),
  };
  const place = {
    ...(below === undefined ? {} : { parentTaskId: below.id }),
    ...(channelId === null ? {} : { channelId }),
  };
  const both = user === undefined ? {} : { assigneeUserId: user };
  const tried: TriedTask[] = [];
  for (const [index, more] of [{ ...both, ...place }, both, place, {}].entries()) {
    const one = await tryTask(check, `for another ${index}`, { ...base, ...more });
    tried.push(one);
    if (madeOf(one) !== null) break;
  }
  return tried;
}

async function live(check: CheckContext, taskFixtures: TaskFixtures): Promise<ForAnother> {
  const { apiKey = "" } = check.context.target.fixtures.otherAgent ?? {};
  const tried = await triedForAnother(check.context)(check, taskFixtures);
  const [task = null] = tried.map(madeOf).filter((made) => made !== null);
  if (task === null) throw new NotApplicable("no task can be created for another agent");
  await requireListed(check, task);
  const block = await blockTask(check, task.id, `Waiting for ${task.word}`);
  const seen = statusOf(block) === 200 ? await lastSight(check, task, (one) => one.task.status === BLOCKED) : null;
  const rejected = await releaseTask(check, task.id, REJECTED);
  return { task, block, seen, rejected, release: await releaseTask(check, task.id, { apiKey }) };
}

/** Checks of such a task, in few requests. */
export function forAnotherChecks(context: RunContext, taskFixtures: TaskFixtures): Check[] {
  const lived = once((check: CheckContext) => orNotApplicable(() => live(check, taskFixtures)));
  const blocked = async (check: CheckContext) => {
    const life = await lived(check);
    if (requireResponse(life.block).status !== 200) throw new NotApplicable("such a block is rejected");
    return life;
  };
  const fields = { operations: OPERATIONS, fixtures: FIXTURES, early: true };
  const what = "a task with all members that another agent is assigned to";
  return withExistingFixtures(context, [
    defineCheck(
      { ...fields, requirement: "tasks.block.persists", name: `${what} is listed as blocked by its creator` },
      async (check) => {
        const { task, block, seen } = await blocked(check);
        if (seen === null) throw new NotApplicable("the blocked task is not listed");
        check.asserted();
        const why = "a blocked task must be blocked when it is listed";
        judging([task.response, block, seen.exchange], () =>
          expectEqual(seen.exchange, `${seen.pointer}/status`, BLOCKED, why),
        );
      },
    ),
    defineCheck(
      { ...fields, requirement: "tasks.release.other-assignee", name: `${what} is not released by its creator` },
      async (check) => {
        const { task, rejected } = await lived(check);
        requireResponse(rejected);
        check.asserted();
        judging([task.response, rejected], () => expectRejected(rejected, `releasing ${what}`, ANY_REJECTION));
      },
    ),
    defineCheck(
      { ...fields, requirement: "tasks.release.persists", name: `${what} is listed as released` },
      async (check) => {
        const { id = "" } = check.context.target.fixtures.otherAgent ?? {};
        const { task, release } = await lived(check);
        if (requireResponse(release).status !== 200) throw new NotApplicable("the release is rejected");
        await check.eventually(() => expectReleaseListed(check, task, id));
        check.asserted();
      },
    ),
    defineCheck(
      { ...fields, requirement: "tasks.visibility.hidden", name: `${what} is hidden after its release` },
      (check) => expectHiddenAfterRelease(check, lived),
    ),
  ]);
}

/** A former assignment gives no access: the agent has neither created the task nor commented on it. */
async function expectHiddenAfterRelease(
  check: CheckContext,
  lived: (check: CheckContext) => Promise<ForAnother>,
): Promise<void> {
  const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
  const { task, release } = await lived(check);
  if (requireResponse(release).status !== 200) throw new NotApplicable("the release is rejected");
  await orNotApplicable(() =>
    requireEventually(check, "tasks.release.persists", () => expectReleaseListed(check, task, id)),
  );
  const why = "a task in which an agent takes no part any more must not be listed for it";
  await check.eventually(async () => expectAbsent(await list(check, { text: task.word }, { apiKey }), task, why));
  check.asserted();
}
