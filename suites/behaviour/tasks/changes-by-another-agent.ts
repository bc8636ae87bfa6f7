import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, requireAccepted } from "../../verifiers/expect.ts";
import { requireResponse, stringAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck, withExistingFixtures } from "../define-check.ts";
import { withShorterReasonIfRejected } from "../long-reasons.ts";
import { channelClosedToOtherAgent } from "../messages/channels.ts";
import { outcomeOf } from "../observe.ts";
import { expectListedAfterLaterComment, expectListedForComment } from "./comment-visibility.ts";
import { requireListed } from "./listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "./requests.ts";
import { BLOCKED, LONG_REASON, pollListedTask, SHORT_REASON } from "./scenarios.ts";
import { sharedTasksOf } from "./shared-tasks.ts";
import { statusesToBlock } from "./statuses-to-block.ts";

/** Checks of blocks and releases by another agent, on a task that the caller created for it. */
export function changesByAnotherAgent(context: RunContext): Check[] {
  const blockedTask = once(blockAndReleaseByAnother);
  // The contract leaves open whether an assignee may block a task that another agent created.
  const blockedTaskIfAllowed = (check: CheckContext) => orNotApplicable(() => blockedTask(check));
  return [
    commentKeepsTaskVisible(blockedTask),
    ...asAdditional(
      withExistingFixtures(context, [
        commentKeepsTaskVisibleLate(blockedTaskIfAllowed),
        blockShownInRepeatedListing(blockedTaskIfAllowed),
      ]),
    ),
    assigneeCanRelease(blockedTaskIfAllowed),
  ];
}

/** A task of the caller that another agent has blocked and released, with the responses. */
interface BlockedByAnother {
  readonly task: CreatedTask;
  readonly blocked: Exchange;
  readonly released: Exchange;
}

type BlockedTaskSource = (check: CheckContext) => Promise<BlockedByAnother>;

async function blockAndReleaseByAnother(check: CheckContext): Promise<BlockedByAnother> {
  const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
  const { task, blocked } = await createTaskBlockedByOther(check, apiKey, id);
  // The rule on changes judges what the creator is shown of the block.
  await pollListedTask(check, task, (seen) => seen.task.status === BLOCKED);
  const released = await releaseTask(check, task.id, { apiKey });
  return { task, blocked, released };
}

const FIXTURES = ["otherAgent.apiKey", "otherAgent.id"];
const OPERATIONS = ["block-task", "release-task", "list-tasks", "create-task"];

/**
 * A target may drop the cached responses of a caller at the caller's next write. Late in the run the caller hardly
 * writes, so an outdated response would show.
 */
function blockShownInRepeatedListing(blockedTask: BlockedTaskSource): Check {
  return defineCheck(
    {
      requirement: "tasks.block.persists",
      name: "a block by another agent shows in a listing that the creator requested before",
      operations: OPERATIONS,
      fixtures: FIXTURES,
      runsLate: true,
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { status } = (await blockedTask(check)).task.requested;
      const members = { assigneeAgentId: id, ...(status === undefined ? {} : { status }) };
      const task = await createTask(check, "listed before and after another's block", members);
      await requireListed(check, task, { apiKey });
      await requireListed(check, task);
      const blocked = await blockTask(check, task.id, "Waiting for a response", { apiKey });
      if (requireResponse(blocked).status !== 200) throw new NotApplicable("the block by another agent is rejected");
      const seen = await pollListedTask(check, task, (sighting) => sighting.task.status === BLOCKED);
      if (!seen) throw new Inconclusive("the task is not listed for its creator", "tasks.visibility.created");
      check.asserted();
      withEvidence([blocked, seen.exchange], () =>
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

function assigneeCanRelease(blockedTask: BlockedTaskSource): Check {
  return defineCheck(
    {
      requirement: "tasks.release.succeeds",
      name: "the assignee can release a task that another agent created",
      operations: OPERATIONS,
      fixtures: FIXTURES,
    },
    async (check) => {
      const { task, blocked, released } = await blockedTask(check);
      check.asserted();
      withEvidence([task.response, blocked, released], () =>
        expectAccepted(released, "the release of a task by its assignee, whoever created it"),
      );
    },
  );
}

/** The comment is that of a block. The assignment that allowed the block is released again. */
function commentKeepsTaskVisible(blockedTask: BlockedTaskSource): Check {
  return defineCheck(
    {
      requirement: "tasks.block.comment",
      name: "an agent that blocked and released a task of another still sees it",
      operations: OPERATIONS,
      fixtures: FIXTURES,
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { task, released } = await blockedTask(check);
      requireAccepted(released, "tasks.release.succeeds");
      await expectListedForComment(check, task, { apiKey, id });
      check.asserted();
      // After a further block the comment of the other agent is not the last one.
      await expectListedAfterLaterComment(check, task, { apiKey });
    },
  );
}

/** A comment that is kept with a lock or in a cache may be lost later, so it is checked late in the run. */
function commentKeepsTaskVisibleLate(blockedTask: BlockedTaskSource): Check {
  return defineCheck(
    {
      requirement: "tasks.block.comment",
      name: "an agent that blocked and released a task of another still sees it late in the run",
      operations: OPERATIONS,
      fixtures: FIXTURES,
      runsLate: true,
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { task, released } = await blockedTask(check);
      if (requireResponse(released).status !== 200) throw new NotApplicable("the release is rejected");
      await expectListedForComment(check, task, { apiKey, id });
      check.asserted();
      // The agent can still see the task, but has not created it and is not assigned to it.
      const secondBlock = await blockTask(check, task.id, "Waiting once more", { apiKey });
      const response = outcomeOf(secondBlock, () => "it can");
      check.observe("block-task.who", response, "block by an agent that only commented on the task");
    },
  );
}

const REASONS = { long: LONG_REASON, short: SHORT_REASON };

/** The number of statuses in which a task with other members is tried; each leaves a task on the target. */
const STATUSES_WITH_OTHER_MEMBERS = 2;

type BlockedByOther = Pick<BlockedByAnother, "task" | "blocked">;

/** Returns a task of the caller that another agent has blocked. Tries several initial statuses. */
async function createTaskBlockedByOther(
  check: CheckContext,
  apiKey: string,
  assigneeAgentId: string,
): Promise<BlockedByOther> {
  const otherMembers = await otherMembersOf(check);
  for (const [index, status] of (await statusesToBlock(check)).entries()) {
    const members = { assigneeAgentId, status };
    const blockedWithOtherMembers =
      index < STATUSES_WITH_OTHER_MEMBERS ? await blockWithOtherMembers(check, members, otherMembers, apiKey) : null;
    if (blockedWithOtherMembers !== null) return blockedWithOtherMembers;
    const blockedAlone = await blockAs(
      check,
      await createTask(check, `commented by another, ${status}`, members),
      apiKey,
    );
    if (blockedAlone !== null) return blockedAlone;
  }
  throw new Inconclusive("another agent could block a task from no status", "tasks.block.succeeds");
}

/**
 * Returns other members for the task, the most first: a parent, and a channel of the caller that the other agent does
 * not belong to, since members of the channel see the task for another reason. A comment must count whatever other members the task
 * has.
 */
async function otherMembersOf(check: CheckContext): Promise<readonly JsonObject[]> {
  const channelId = await channelClosedToOtherAgent(check.context)(check);
  const parentTaskId = await subTaskOrAnyTask(check);
  return channelId === null ? [{ parentTaskId }] : [{ parentTaskId, channelId }, { channelId }, { parentTaskId }];
}

/** Returns a task that is itself a sub-task, if there is one. */
async function subTaskOrAnyTask(check: CheckContext): Promise<string> {
  const { tasks } = await sharedTasksOf(check.context).taskFixtures.population(check);
  const subTask = tasks.find(({ requested }) => requested.parentTaskId !== undefined);
  return subTask?.id ?? stringAt((await check.baseline("create-task")).exchange, "/data/id");
}

/**
 * Returns null if the target accepts none of the members: the contract leaves open who may be assigned to a task in a
 * channel or with a parent.
 */
async function blockWithOtherMembers(
  check: CheckContext,
  members: JsonObject,
  candidates: readonly JsonObject[],
  apiKey: string,
): Promise<BlockedByOther | null> {
  for (const [index, otherMembers] of candidates.entries()) {
    const key = `commented by another, ${members.status}, in company ${index}`;
    const task = await tryOrNull(() => createTask(check, key, { ...members, ...otherMembers }));
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
