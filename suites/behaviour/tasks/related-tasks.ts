import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { expectListed, type ListedTask, requireListed } from "./listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "./requests.ts";
import { BLOCKED } from "./scenarios.ts";

const OPERATIONS = ["block-task", "release-task", "create-task", "list-tasks"];

/** A change, with the listed state of the related tasks after it. */
interface Change {
  readonly response: Exchange;
  readonly related: readonly RelatedTask[];
}

interface RelatedTask {
  readonly task: CreatedTask;
  readonly listed: ListedTask;
}

/** A task is blocked and released; the tasks most closely related to it must not change. */
export function relatedTaskChecks(): Check[] {
  const siblings = once(createSiblings);
  const changes = once(async (check: CheckContext) => blockAndRelease(check, await siblings(check)));
  return [
    sameTitleListed(siblings),
    unchanged("tasks.block.only-the-task", async (check) => [(await changes(check)).block]),
    unchanged("tasks.release.only-the-task", async (check) => {
      const { block, release } = await changes(check);
      return [release, block];
    }),
  ];
}

/** A task with two siblings, all under one parent and in one channel. */
interface Siblings {
  readonly members: JsonObject;
  readonly parent: CreatedTask;
  readonly earlier: CreatedTask;
  readonly changed: CreatedTask;
  /** Has the same title as the earlier one, if that is accepted. */
  readonly later: CreatedTask;
}

async function createSiblings(check: CheckContext): Promise<Siblings> {
  const { memberChannel } = check.context.target.fixtures;
  const statuses = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "the initial status");
  const members = {
    status: statuses.find((changed) => changed === "in_progress") ?? statuses.find((one) => one !== BLOCKED) ?? "",
    assigneeAgentId: await check.reference("agent"),
    ...(memberChannel === undefined ? {} : { channelId: memberChannel }),
  };
  const parent = await createTask(check, "above its neighbours", members);
  const sibling = (key: string) => createSubTask(check, key, members, parent);
  // Concurrently, so that other checks create as little as possible between them.
  const [earlier, one, sameTitle] = await Promise.all([
    sibling("before its neighbour"),
    sibling("among neighbours"),
    tryOrNull(() => sibling("before its neighbour")),
  ]);
  const isCreated = sameTitle !== null && sameTitle.id !== earlier.id;
  return {
    members,
    parent,
    earlier,
    changed: one,
    later: isCreated ? sameTitle : await sibling("after its neighbour"),
  };
}

/** Titles need not be unique: if the target accepts two tasks with the same title, both must be listed. */
function sameTitleListed(siblings: (check: CheckContext) => Promise<Siblings>): Check {
  return defineCheck(
    {
      requirement: "tasks.create.listed",
      name: "two tasks with the same title are both listed",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { earlier, later } = await siblings(check);
      if (earlier.word !== later.word) throw new NotApplicable("a second task of the same title is not created here");
      for (const task of [earlier, later])
        await check.eventually(() =>
          expectListed(check, task, "a task must be listed for its creator even if another task has its title"),
        );
      check.asserted();
    },
  );
}

/**
 * Blocks and releases a task that has a parent, a sub-task, and siblings in the same channel created right before and
 * after it.
 */
async function blockAndRelease(
  check: CheckContext,
  { members, parent, earlier, changed, later }: Siblings,
): Promise<{ block: Change; release: Change }> {
  // The contract does not state whether a third level is allowed.
  const subTask = await tryOrNull(() => createSubTask(check, "below its neighbour", members, changed));
  const related = [parent, earlier, later, ...(subTask === null ? [] : [subTask])];
  for (const task of [...related, changed]) await requireListed(check, task);
  const block = await blockTask(check, changed.id, `Waiting for ${changed.word}`);
  if (statusOf(block) === 200) await requireBlocked(check, changed);
  const afterBlock = await listRelated(check, related);
  const release = await releaseTask(check, changed.id);
  return {
    block: { response: block, related: afterBlock },
    release: { response: release, related: await listRelated(check, related) },
  };
}

/** Creates a sub-task, in the channel of its parent too if a task may have both. */
async function createSubTask(
  check: CheckContext,
  key: string,
  members: JsonObject,
  { id }: CreatedTask,
): Promise<CreatedTask> {
  const { channelId, ...withoutChannel } = members;
  const create = (bodyMembers: JsonObject) => createTask(check, key, { ...bodyMembers, parentTaskId: id });
  return (channelId && (await tryOrNull(() => create(members)))) || create(withoutChannel);
}

/** Once the block is listed, its effects on other tasks are listed too. */
function requireBlocked(check: CheckContext, task: CreatedTask): Promise<void> {
  return requireEventually(check, "tasks.block.persists", async () => {
    const { exchange, pointer } = await expectListed(check, task, "the blocked task is not listed");
    expectEqual(exchange, `${pointer}/status`, BLOCKED, "the block is not listed");
  });
}

function listRelated(check: CaseContext, tasks: readonly CreatedTask[]): Promise<readonly RelatedTask[]> {
  return Promise.all(tasks.map(async (task) => ({ task, listed: await requireListed(check, task) })));
}

/** The change and the one before it, whose effects are judged separately. */
type Changes = (check: CheckContext) => Promise<readonly [change: Change, before?: Change]>;

function unchanged(requirement: string, changes: Changes): Check {
  return defineCheck(
    {
      requirement,
      name: "the parent, sub-tasks and siblings of a changed task stay unchanged",
      operations: OPERATIONS,
    },
    async (check) => {
      const [{ response, related }, before] = await changes(check);
      if (statusOf(response) !== 200) throw new NotApplicable("the change was rejected");
      for (const { task, listed } of related) {
        for (const field of ["status", "assigneeAgentId"]) {
          const requestedValue = task.requested[field];
          if (requestedValue === undefined || valueAt(task.response, `/data/${field}`) !== requestedValue) continue;
          const earlier = before?.related.find((one) => one.task === task)?.listed.task[field];
          if (earlier !== undefined && earlier !== requestedValue) continue;
          check.asserted();
          const why = `a change of one task must not change the ${field} of related tasks`;
          withEvidence([task.response, response, listed.exchange], () =>
            expectEqual(listed.exchange, `${listed.pointer}/${field}`, requestedValue, why),
          );
        }
      }
    },
  );
}
