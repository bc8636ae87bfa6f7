import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { requireListed, sight, type TaskSighting } from "./listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "./requests.ts";
import { BLOCKED } from "./scenarios.ts";

const OPERATIONS = ["block-task", "release-task", "create-task", "list-tasks"];

/** A change, with the listed state of the related tasks after it. */
interface Change {
  readonly response: Exchange;
  readonly around: readonly Around[];
}

interface Around {
  readonly task: CreatedTask;
  readonly seen: TaskSighting;
}

/** A task is blocked and released; the tasks most closely related to it must not change. */
export function neighbourChecks(): Check[] {
  const siblings = once(makeSiblings);
  const changes = once(async (check: CheckContext) => changeOne(check, await siblings(check)));
  return [
    namesakes(siblings),
    untouched("tasks.block.only-the-task", async (check) => [(await changes(check)).block]),
    untouched("tasks.release.only-the-task", async (check) => {
      const { block, release } = await changes(check);
      return [release, block];
    }),
  ];
}

/** A task with two siblings, all under one parent and in one channel. */
interface Siblings {
  readonly members: JsonObject;
  readonly above: CreatedTask;
  readonly earlier: CreatedTask;
  readonly one: CreatedTask;
  /** Has the same title as the earlier one, if that is accepted. */
  readonly later: CreatedTask;
}

async function makeSiblings(check: CheckContext): Promise<Siblings> {
  const { memberChannel } = check.context.target.fixtures;
  const statuses = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "the initial status");
  const members = {
    status: statuses.find((one) => one === "in_progress") ?? statuses.find((one) => one !== BLOCKED) ?? "",
    assigneeAgentId: await check.reference("agent"),
    ...(memberChannel === undefined ? {} : { channelId: memberChannel }),
  };
  const above = await createTask(check, "above its neighbours", members);
  const sibling = (key: string) => makeBelow(check, key, members, above);
  // Concurrently, so that other checks create hardly anything between them.
  const [earlier, one, namesake] = await Promise.all([
    sibling("before its neighbour"),
    sibling("among neighbours"),
    tryOrNull(() => sibling("before its neighbour")),
  ]);
  const isAnother = namesake !== null && namesake.id !== earlier.id;
  return { members, above, earlier, one, later: isAnother ? namesake : await sibling("after its neighbour") };
}

/** Titles need not be unique: if the target accepts two tasks with the same title, both must be listed. */
function namesakes(siblings: (check: CheckContext) => Promise<Siblings>): Check {
  return defineCheck(
    {
      requirement: "tasks.create.listed",
      name: "two tasks of one title are both listed",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { earlier, later } = await siblings(check);
      if (earlier.word !== later.word) throw new NotApplicable("a second task of the same title is not created here");
      for (const task of [earlier, later])
        await check.eventually(() => sight(check, task, "a task must be listed for its creator beside its namesakes"));
      check.asserted();
    },
  );
}

/**
 * Blocks and releases a task that has a parent, a sub-task, and siblings in the same channel created right before and
 * after it.
 */
async function changeOne(
  check: CheckContext,
  { members, above, earlier, one, later }: Siblings,
): Promise<{ block: Change; release: Change }> {
  // The contract does not state whether a third level is allowed.
  const below = await tryOrNull(() => makeBelow(check, "below its neighbour", members, one));
  const around = [above, earlier, later, ...(below === null ? [] : [below])];
  for (const task of [...around, one]) await requireListed(check, task);
  const block = await blockTask(check, one.id, `Waiting for ${one.word}`);
  if (statusOf(block) === 200) await requireBlocked(check, one);
  const afterBlock = await sightings(check, around);
  const release = await releaseTask(check, one.id);
  return {
    block: { response: block, around: afterBlock },
    release: { response: release, around: await sightings(check, around) },
  };
}

/** Creates a sub-task, in the channel of its parent too if a task may have both. */
async function makeBelow(
  check: CheckContext,
  key: string,
  members: JsonObject,
  { id }: CreatedTask,
): Promise<CreatedTask> {
  const { channelId, ...others } = members;
  const make = (some: JsonObject) => createTask(check, key, { ...some, parentTaskId: id });
  return (channelId && (await tryOrNull(() => make(members)))) || make(others);
}

/** Once the block is listed, its effects on other tasks are listed too. */
function requireBlocked(check: CheckContext, task: CreatedTask): Promise<void> {
  return requireEventually(check, "tasks.block.persists", async () => {
    const { exchange, pointer } = await sight(check, task, "the blocked task is not listed");
    expectEqual(exchange, `${pointer}/status`, BLOCKED, "the block is not listed");
  });
}

function sightings(check: CaseContext, tasks: readonly CreatedTask[]): Promise<readonly Around[]> {
  return Promise.all(tasks.map(async (task) => ({ task, seen: await requireListed(check, task) })));
}

/** The change and the one before it, whose effects are judged separately. */
type Changes = (check: CheckContext) => Promise<readonly [change: Change, before?: Change]>;

function untouched(requirement: string, changes: Changes): Check {
  return defineCheck(
    { requirement, name: "its parent, sub-tasks and siblings stay as they are", operations: OPERATIONS },
    async (check) => {
      const [{ response, around }, before] = await changes(check);
      if (statusOf(response) !== 200) throw new NotApplicable("the change was rejected");
      for (const { task, seen } of around) {
        for (const field of ["status", "assigneeAgentId"]) {
          const was = task.asked[field];
          if (was === undefined || valueAt(task.response, `/data/${field}`) !== was) continue;
          const earlier = before?.around.find((one) => one.task === task)?.seen.task[field];
          if (earlier !== undefined && earlier !== was) continue;
          check.asserted();
          const why = `a change of one task must leave the ${field} of those around it as it was`;
          judging([task.response, response, seen.exchange], () =>
            expectEqual(seen.exchange, `${seen.pointer}/${field}`, was, why),
          );
        }
      }
    },
  );
}
