import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { expectReleaseListed } from "./comment-visibility.ts";
import { expectListed, requireListed } from "./listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "./requests.ts";
import { statusesToBlock } from "./statuses-to-block.ts";

const OTHER_AGENT = ["otherAgent.apiKey"];

/** The caller comments by a block, and then releases the assignment that allowed it. */
export function commentedTaskListed(): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.commented",
      name: "a task of another agent that the caller blocked and released is listed",
      operations: ["list-tasks", "create-task", "block-task", "release-task"],
      fixtures: OTHER_AGENT,
    },
    async (check) => {
      const apiKey = check.context.target.fixtures.otherAgent?.apiKey ?? "";
      const self = await check.reference("agent");
      // The first one is a status from which the run has blocked a task, if there is any.
      const [status] = await statusesToBlock(check);
      const members = { assigneeAgentId: self, ...(status === undefined ? {} : { status }) };
      const task = await createTask(check, "commented by the caller", members, { apiKey });
      await blockAndRelease(check, task, { self, apiKey, reason: "Waiting for its maker" });
      await expectListedForComment(check, task);
    },
  );
}

/** The text of the reason makes no difference to the comment. */
export function commentedTaskInReviewListed(): Check {
  return defineCheck(
    {
      requirement: "tasks.block.comment",
      name: "a task in review is listed after a block with a multilingual reason and a release by the caller",
      operations: ["list-tasks", "create-task", "block-task", "release-task"],
      fixtures: OTHER_AGENT,
    },
    async (check) => {
      const self = await check.reference("agent");
      const apiKey = check.context.target.fixtures.otherAgent?.apiKey ?? "";
      const statuses = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "the initial status");
      const members = { assigneeAgentId: self, ...(statuses.includes(IN_REVIEW) ? { status: IN_REVIEW } : {}) };
      const task = await orNotApplicable(() => createTask(check, "commented in review", members, { apiKey }));
      const reason = `${MULTILINGUAL_TEXT}\n\nSecond line, of ${task.word}`;
      await orNotApplicable(() => blockAndRelease(check, task, { self, apiKey, reason }));
      await expectListedForComment(check, task);
    },
  );
}

/** The status of finished work under review. */
const IN_REVIEW = "in_review";
const MULTILINGUAL_TEXT = "Wartet auf die Größe, 確認 и ответ";

interface CommentOptions {
  readonly self: string;
  /** The key of the task's creator. */
  readonly apiKey: string;
  readonly reason: string;
}

/**
 * Blocks and releases a task that the caller sees only because of its assignment. After that only the comment makes it
 * visible.
 */
async function blockAndRelease(check: CheckContext, task: CreatedTask, options: CommentOptions): Promise<void> {
  const { self, apiKey, reason } = options;
  await requireListed(check, task);
  requireAccepted(await blockTask(check, task.id, reason), "tasks.block.succeeds");
  requireAccepted(await releaseTask(check, task.id), "tasks.release.succeeds");
  await requireEventually(check, "tasks.release.persists", () => expectReleaseListed(check, task, self, { apiKey }));
}

async function expectListedForComment(check: CheckContext, task: CreatedTask): Promise<void> {
  await check.eventually(() => expectListed(check, task, "a task that the caller commented on must be listed for it"));
  check.asserted();
}

/** Another agent creates a task for an agent that the caller owns. */
export function taskOfOwnedAgentListed(): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.owned-assigned",
      name: "a task that another agent created for an agent of the caller is listed",
      operations: ["list-tasks", "create-task"],
      fixtures: [...OTHER_AGENT, "ownedAgent"],
    },
    async (check) => {
      const { otherAgent, ownedAgent = "" } = check.context.target.fixtures;
      const options = { apiKey: otherAgent?.apiKey ?? "" };
      const task = await createTask(check, "for an agent of the caller", { assigneeAgentId: ownedAgent }, options);
      const why = "a task that is assigned to an agent of the caller must be listed for it";
      await check.eventually(() => expectListed(check, task, why));
      check.asserted();
    },
  );
}
