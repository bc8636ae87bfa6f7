import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, requireAccepted } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse, stringAt } from "../../verifiers/read.ts";
import { asFurther, defineCheck, withExistingFixtures } from "../define-check.ts";
import { withShorterReasonIfRejected } from "../long-reasons.ts";
import { closedToAnother } from "../messages/channels.ts";
import { outcomeOf } from "../observe.ts";
import { expectListedBehindAnother, expectListedForComment } from "./comments.ts";
import { requireListed } from "./listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "./requests.ts";
import { BLOCKED, LONG_REASON, lastSight, SHORT_REASON } from "./scenarios.ts";
import { sharedOf } from "./shared.ts";
import { statusesToBlock } from "./statuses-to-block.ts";

/** Checks of blocks and releases by another agent, on a task that the caller created for it. */
export function movesByAnother(context: RunContext): Check[] {
  const told = once(tell);
  // The contract leaves open whether an assignee may block a task that another agent created.
  const perhaps = (check: CheckContext) => orNotApplicable(() => told(check));
  return [
    blockComments(told),
    ...asFurther(withExistingFixtures(context, [commentLasts(perhaps), seenWhereItWasSeen(perhaps)])),
    releasedByAnother(perhaps),
  ];
}

/** A task of the caller that another agent has blocked and released, with the responses. */
interface BlockedByAnother {
  readonly task: CreatedTask;
  readonly blocked: Exchange;
  readonly released: Exchange;
}

type Blocking = (check: CheckContext) => Promise<BlockedByAnother>;

async function tell(check: CheckContext): Promise<BlockedByAnother> {
  const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
  const { task, blocked } = await blockedByOther(check, apiKey, id);
  // The rule on changes judges what the creator is shown of the block.
  await lastSight(check, task, (seen) => seen.task.status === BLOCKED);
  const released = await releaseTask(check, task.id, { apiKey });
  return { task, blocked, released };
}

const FIXTURES = ["otherAgent.apiKey", "otherAgent.id"];
const MOVES = ["block-task", "release-task", "list-tasks", "create-task"];

/**
 * A target may drop the cached responses of a caller at the caller's next write. Late in the run the caller hardly
 * writes, so an outdated response would show.
 */
function seenWhereItWasSeen(told: Blocking): Check {
  return defineCheck(
    {
      requirement: "tasks.block.persists",
      name: "a block by another agent shows in a listing that the creator requested before",
      operations: MOVES,
      fixtures: FIXTURES,
      late: true,
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { status } = (await told(check)).task.asked;
      const members = { assigneeAgentId: id, ...(status === undefined ? {} : { status }) };
      const task = await createTask(check, "listed before and after another's block", members);
      await requireListed(check, task, { apiKey });
      await requireListed(check, task);
      const blocked = await blockTask(check, task.id, "Waiting for a response", { apiKey });
      if (requireResponse(blocked).status !== 200) throw new NotApplicable("the block by another agent is rejected");
      const seen = await lastSight(check, task, (sighting) => sighting.task.status === BLOCKED);
      if (!seen) throw new Inconclusive("the task is not listed for its creator", "tasks.visibility.created");
      check.asserted();
      judging([blocked, seen.exchange], () =>
        expectEqual(
          seen.exchange,
          `${seen.pointer}/status`,
          BLOCKED,
          "a task that another agent has blocked is blocked",
        ),
      );
    },
  );
}

function releasedByAnother(told: Blocking): Check {
  return defineCheck(
    {
      requirement: "tasks.release.succeeds",
      name: "the assignee can release a task that another agent created",
      operations: MOVES,
      fixtures: FIXTURES,
    },
    async (check) => {
      const { task, blocked, released } = await told(check);
      check.asserted();
      judging([task.response, blocked, released], () =>
        expectAccepted(released, "the release of a task by its assignee, whoever made it"),
      );
    },
  );
}

/** The comment is that of a block. The assignment that allowed the block is released again. */
function blockComments(told: Blocking): Check {
  return defineCheck(
    {
      requirement: "tasks.block.comment",
      name: "an agent that blocked and released a task of another still sees it",
      operations: MOVES,
      fixtures: FIXTURES,
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { task, released } = await told(check);
      requireAccepted(released, "tasks.release.succeeds");
      await expectListedForComment(check, task, { apiKey, id });
      check.asserted();
      // After a further block the comment of the other agent is not the last one.
      await expectListedBehindAnother(check, task, { apiKey });
    },
  );
}

/** A comment that is kept with a lock or in a cache may be lost later, so it is checked late in the run. */
function commentLasts(told: Blocking): Check {
  return defineCheck(
    {
      requirement: "tasks.block.comment",
      name: "an agent that blocked and released a task of another sees it much later, too",
      operations: MOVES,
      fixtures: FIXTURES,
      late: true,
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { task, released } = await told(check);
      if (requireResponse(released).status !== 200) throw new NotApplicable("the release is rejected");
      await expectListedForComment(check, task, { apiKey, id });
      check.asserted();
      // The agent can still see the task, but has not created it and is not assigned to it.
      const again = await blockTask(check, task.id, "Waiting once more", { apiKey });
      const response = outcomeOf(again, () => "it can");
      check.observe("block-task.who", response, "block by an agent that only commented on the task");
    },
  );
}

const REASONS = { long: LONG_REASON, short: SHORT_REASON };

/** The number of statuses in which a task with other members is tried; each leaves a task on the target. */
const TRIED_IN_COMPANY = 2;

type BlockedByOther = Pick<BlockedByAnother, "task" | "blocked">;

/** Returns a task of the caller that another agent has blocked. Tries several initial statuses. */
async function blockedByOther(check: CheckContext, apiKey: string, assigneeAgentId: string): Promise<BlockedByOther> {
  const companies = await companiesOf(check);
  for (const [index, status] of (await statusesToBlock(check)).entries()) {
    const members = { assigneeAgentId, status };
    const inCompany = index < TRIED_IN_COMPANY ? await blockInCompany(check, members, companies, apiKey) : null;
    if (inCompany !== null) return inCompany;
    const alone = await blockAs(check, await createTask(check, `commented by another, ${status}`, members), apiKey);
    if (alone !== null) return alone;
  }
  throw new Inconclusive("another agent could block a task from no status", "tasks.block.succeeds");
}

/**
 * Returns other members for the task, the most first: a parent, and a channel of the caller that the other agent does
 * not belong to, as its members see the task anyway. A comment must count whatever else the task has.
 */
async function companiesOf(check: CheckContext): Promise<readonly JsonObject[]> {
  const channelId = await closedToAnother(check.context)(check);
  const parentTaskId = await parentOf(check);
  return channelId === null ? [{ parentTaskId }] : [{ parentTaskId, channelId }, { channelId }, { parentTaskId }];
}

/** Returns a task that is itself a sub-task, if there is one. */
async function parentOf(check: CheckContext): Promise<string> {
  const { tasks } = await sharedOf(check.context).taskFixtures.population(check);
  const below = tasks.find(({ asked }) => asked.parentTaskId !== undefined);
  return below?.id ?? stringAt((await check.baseline("create-task")).exchange, "/data/id");
}

/**
 * Returns null if the target accepts none of the members: the contract leaves open who may be assigned to a task in a
 * channel or with a parent.
 */
async function blockInCompany(
  check: CheckContext,
  members: JsonObject,
  companies: readonly JsonObject[],
  apiKey: string,
): Promise<BlockedByOther | null> {
  for (const [index, company] of companies.entries()) {
    const key = `commented by another, ${members.status}, in company ${index}`;
    const task = await tryOrNull(() => createTask(check, key, { ...members, ...company }));
    if (task !== null) return tryOrNull(() => blockAs(check, task, apiKey));
  }
  return null;
}

/** Blocks the task with another key; null if that is rejected. */
async function blockAs(check: CheckContext, task: CreatedTask, apiKey: string): Promise<BlockedByOther | null> {
  await requireListed(check, task, { apiKey });
  // The long reason: a target that cannot store it may lose the comment silently.
  const { response: blocked } = await withShorterReasonIfRejected(LONG_REASON, REASONS, (reason) =>
    blockTask(check, task.id, `${reason} ${task.word}`, { apiKey }),
  );
  return requireResponse(blocked).status === 200 ? { task, blocked } : null;
}
