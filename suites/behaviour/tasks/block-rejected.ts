import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { asFurther, defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectPresent, list, requireListed, sight, type TaskSighting } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { blockTask, type CreatedTask, createTask } from "./requests.ts";
import { BLOCKED } from "./scenarios.ts";
import { expectUntouched } from "./untouched.ts";

const RULE = { requirement: "tasks.block.refused-without-effect" };
const OPERATIONS = ["block-task", "create-task", "list-tasks"];

/** A rejected block, whatever the cause, must not block the task. */
export function rejectedBlockChecks(context: RunContext, taskFixtures: TaskFixtures): Check[] {
  const hidden = once(rejectCaller);
  return [
    forItsReason(taskFixtures),
    ...asFurther(withExistingFixtures(context, [forItsCaller(hidden), seenInChannel(hidden)])),
  ];
}

/** A reason that is not text by any interpretation. */
const NO_REASON = { text: "an object" };

function forItsReason(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      ...RULE,
      name: "a block whose reason is not a text leaves the task as it was",
      operations: OPERATIONS,
      early: true,
    },
    async (check) => {
      const task = await unblocked(check, taskFixtures);
      const { status } = requireResponse(
        await check.call("block-task", { body: { taskId: task.id, reason: NO_REASON } }),
      );
      if (status === 200) throw new Inconclusive("the block was accepted", "tasks.block.input-types");
      await expectUnblocked(check, task);
    },
  );
}

/** Returns a task of the population that is not blocked. */
async function unblocked(check: CheckContext, taskFixtures: TaskFixtures): Promise<CreatedTask> {
  const { tasks } = await taskFixtures.population(check);
  const task = tasks.find(({ asked }) => asked.status !== undefined && asked.status !== BLOCKED);
  if (!task) throw new Inconclusive("no task could be created that is not blocked", "tasks.create.initial-status");
  return task;
}

/** Returns an initial status that is not blocked; work in progress is the most likely to be blockable. */
function startOf({ context }: CheckContext): string {
  const statuses = wordsOf(fieldSchema(context.document, "create-task", "status"), "the initial status");
  return statuses.find((one) => one === "in_progress") ?? statuses.find((one) => one !== BLOCKED) ?? "";
}

async function expectUnblocked(
  check: CheckContext,
  task: CreatedTask,
  options: CallOptions = {},
): Promise<TaskSighting> {
  const seen = await requireListed(check, task, options);
  const { exchange, pointer } = seen;
  check.asserted();
  const why = "a task whose block was rejected must keep its status";
  expectEqual(exchange, `${pointer}/status`, task.asked.status ?? null, why);
  return seen;
}

/**
 * A task of another agent that the caller was not allowed to block, and one that the other agent created afterwards.
 */
interface RejectedToCaller {
  readonly task: CreatedTask;
  readonly later: CreatedTask;
  /** The task as its creator saw it before the attempt. */
  readonly before: JsonObject;
}

async function rejectCaller(check: CheckContext): Promise<RejectedToCaller> {
  const { apiKey = "", id } = check.context.target.fixtures.otherAgent ?? {};
  const { memberChannel } = check.context.target.fixtures;
  const task = await createTask(check, "not for the caller to block", { status: startOf(check) }, { apiKey });
  const { task: before } = await requireListed(check, task, { apiKey });
  const { status } = requireResponse(await blockTask(check, task.id, "Waiting for what is hidden"));
  if (status === 200) throw new NotApplicable("the caller may block what it may not see");
  const make = (members: JsonObject) => createTask(check, `after the rejection of ${task.word}`, members, { apiKey });
  // It concerns only its creator, except for the channel if both agents belong to it.
  const own = id === undefined ? {} : { assigneeAgentId: id };
  const inChannel =
    memberChannel === undefined ? null : await tryOrNull(() => make({ ...own, channelId: memberChannel }));
  return { task, later: inChannel ?? (await make({})), before };
}

/** Members of a channel see the tasks in it, whoever created them and is assigned. */
function seenInChannel(rejected: (check: CheckContext) => Promise<RejectedToCaller>): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.channel",
      name: "a task that another agent created for itself in a channel of the caller is listed",
      operations: ["list-tasks", "create-task"],
      fixtures: ["otherAgent.apiKey", "memberChannel"],
    },
    async (check) => {
      const { later } = await orNotApplicable(() => rejected(check));
      const channel = check.context.target.fixtures.memberChannel ?? "";
      if (valueAt(later.response, "/data/channelId") !== channel) throw new NotApplicable("no such task was available");
      const why = "a task that is bound to a channel of the caller must be listed for the caller, whoever has it";
      await check.eventually(() => sight(check, later, why));
      await check.eventually(async () => {
        const listing = await list(check, { channel, text: later.word });
        check.asserted();
        expectPresent(listing, later, why);
      });
    },
  );
}

function forItsCaller(rejected: (check: CheckContext) => Promise<RejectedToCaller>): Check {
  return defineCheck(
    {
      ...RULE,
      name: "a rejected block leaves a task of another agent as it was once a later task is listed",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const { task, later, before } = await rejected(check);
      const options = { apiKey: check.context.target.fixtures.otherAgent?.apiKey ?? "" };
      // Once a later task is listed, the listing would show an effect of the block.
      await requireListed(check, later, options);
      const after = await expectUnblocked(check, task, options);
      const again = () => blockTask(check, task.id, "Waiting for what is hidden");
      await expectUntouched(check, { task, what: "block", before, after, options, again });
    },
  );
}
