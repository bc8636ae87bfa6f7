import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { asAdditional, defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectUnchanged } from "./expect-unchanged.ts";
import { expectListed, expectPresent, type ListedTask, list, requireListed } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { blockTask, type CreatedTask, createTask } from "./requests.ts";
import { BLOCKED } from "./scenarios.ts";

const REQUIREMENT = { requirement: "tasks.block.refused-without-effect" };
const OPERATIONS = ["block-task", "create-task", "list-tasks"];

/** A rejected block, whatever the cause, must not block the task. */
export function rejectedBlockChecks(context: RunContext, taskFixtures: TaskFixtures): Check[] {
  const rejectedToCaller = once(blockAsCaller);
  return [
    rejectedForReason(taskFixtures),
    ...asAdditional(
      withExistingFixtures(context, [rejectedForCaller(rejectedToCaller), listedInChannel(rejectedToCaller)]),
    ),
  ];
}

/** A reason that is not text by any interpretation. */
const INVALID_REASON = { text: "an object" };

function rejectedForReason(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      ...REQUIREMENT,
      name: "a block whose reason is not a text does not block the task",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      const task = await findUnblocked(check, taskFixtures);
      const { status } = requireResponse(
        await check.call("block-task", { body: { taskId: task.id, reason: INVALID_REASON } }),
      );
      if (status === 200) throw new Inconclusive("the block was accepted", "tasks.block.input-types");
      await expectStatusKept(check, task);
    },
  );
}

/** Returns a task of the population that is not blocked. */
async function findUnblocked(check: CheckContext, taskFixtures: TaskFixtures): Promise<CreatedTask> {
  const { tasks } = await taskFixtures.population(check);
  const task = tasks.find(({ requested }) => requested.status !== undefined && requested.status !== BLOCKED);
  if (!task) throw new Inconclusive("no task could be created that is not blocked", "tasks.create.initial-status");
  return task;
}

/** Returns an initial status that is not blocked; work in progress is the most likely to be blockable. */
function initialStatus({ context }: CheckContext): string {
  const statuses = wordsOf(fieldSchema(context.document, "create-task", "status"), "the initial status");
  return statuses.find((one) => one === "in_progress") ?? statuses.find((one) => one !== BLOCKED) ?? "";
}

async function expectStatusKept(
  check: CheckContext,
  task: CreatedTask,
  options: CallOptions = {},
): Promise<ListedTask> {
  const seen = await requireListed(check, task, options);
  const { exchange, pointer } = seen;
  check.asserted();
  const why = "a task whose block was rejected must keep its status";
  expectEqual(exchange, `${pointer}/status`, task.requested.status ?? null, why);
  return seen;
}

/**
 * A task of another agent that the caller was not allowed to block, and one that the other agent created afterwards.
 */
interface BlockRejectedToCaller {
  readonly task: CreatedTask;
  readonly later: CreatedTask;
  /** The task as its creator saw it before the attempt. */
  readonly before: JsonObject;
}

async function blockAsCaller(check: CheckContext): Promise<BlockRejectedToCaller> {
  const { apiKey = "", id } = check.context.target.fixtures.otherAgent ?? {};
  const { memberChannel } = check.context.target.fixtures;
  const task = await createTask(check, "not for the caller to block", { status: initialStatus(check) }, { apiKey });
  const { task: before } = await requireListed(check, task, { apiKey });
  const { status } = requireResponse(await blockTask(check, task.id, "Waiting for what is hidden"));
  if (status === 200) throw new NotApplicable("the caller may block what it may not see");
  const create = (members: JsonObject) => createTask(check, `after the rejection of ${task.word}`, members, { apiKey });
  // It concerns only its creator, except for the channel if both agents belong to it.
  const assignee = id === undefined ? {} : { assigneeAgentId: id };
  const inChannel =
    memberChannel === undefined ? null : await tryOrNull(() => create({ ...assignee, channelId: memberChannel }));
  return { task, later: inChannel ?? (await create({})), before };
}

/** Members of a channel see the tasks in it, whoever created them and is assigned. */
function listedInChannel(rejected: (check: CheckContext) => Promise<BlockRejectedToCaller>): Check {
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
      const why =
        "a task that is bound to a channel of the caller must be listed for the caller, whoever it is assigned to";
      await check.eventually(() => expectListed(check, later, why));
      await check.eventually(async () => {
        const listing = await list(check, { channel, text: later.word });
        check.asserted();
        expectPresent(listing, later, why);
      });
    },
  );
}

function rejectedForCaller(rejected: (check: CheckContext) => Promise<BlockRejectedToCaller>): Check {
  return defineCheck(
    {
      ...REQUIREMENT,
      name: "a block that the caller is not allowed leaves the task of another agent unchanged",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const { task, later, before } = await rejected(check);
      const options = { apiKey: check.context.target.fixtures.otherAgent?.apiKey ?? "" };
      // Once a later task is listed, the listing would show an effect of the block.
      await requireListed(check, later, options);
      const after = await expectStatusKept(check, task, options);
      const again = () => blockTask(check, task.id, "Waiting for what is hidden");
      await expectUnchanged(check, { task, operation: "block", before, after, options, again });
    },
  );
}
