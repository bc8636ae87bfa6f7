import { asObject, type JsonObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { valueAt } from "../../verifiers/read.ts";
import { type CreatedTask, createTask } from "./requests.ts";

/** Tasks of another agent that the caller should or should not see. */
export interface OtherAgentTasks {
  readonly apiKey: string;
  /** Assigned to the caller. */
  readonly assigned: CreatedTask;
  /** Tasks that concern only their creator. */
  readonly private: readonly CreatedTask[];
  /** The one of them in the other agent's channel; null if the target file names none. */
  readonly inChannel: CreatedTask | null;
  /** Creates a further task that concerns only its creator. */
  furtherPrivate(key: string): Promise<CreatedTask>;
}

/** Creates the tasks, the visible one last. */
async function createOtherAgentTasks(check: CheckContext): Promise<OtherAgentTasks> {
  const creator = await taskCreatorOf(check);
  const hidden = await createHidden(creator);
  // Created last: once it is listed, the earlier ones would be too.
  const assigned = await createAssigned(creator);
  const furtherPrivate = (key: string) => createFurtherPrivate(creator, assigned, key);
  return { apiKey: creator.apiKey, ...hidden, assigned, furtherPrivate };
}

/** The agent that creates the tasks, and the members for them. */
interface TaskCreator {
  readonly check: CheckContext;
  readonly statuses: readonly string[];
  /** The other agent's key; its id and channel if the target file names them; and the id of the caller. */
  readonly apiKey: string;
  readonly other: string | undefined;
  readonly channel: string | undefined;
  readonly self: string;
  /** Creates a task of the other agent. */
  readonly create: (key: string, members: JsonObject) => Promise<CreatedTask>;
}

async function taskCreatorOf(check: CheckContext): Promise<TaskCreator> {
  const { otherAgent = {}, ownedAgent } = check.context.target.fixtures;
  const { apiKey = "", id: other, channel } = otherAgent;
  if (other !== undefined && other === ownedAgent) throw new Skipped("the other agent is one that the caller owns");
  const self = await check.reference("agent");
  const statuses = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "the initial status");
  const inProgress = statuses.includes("in_progress") ? { status: "in_progress" } : {};
  const create = (key: string, members: JsonObject) =>
    createTask(check, key, { ...inProgress, ...members }, { apiKey });
  return { check, statuses, apiKey, other, channel, self, create };
}

/** Creates the tasks that concern only their creator: one in its channel if there is one. */
async function createHidden(creator: TaskCreator): Promise<Pick<OtherAgentTasks, "private" | "inChannel">> {
  const { other, channel } = creator;
  const createHiddenTask = hiddenTaskCreator(creator);
  if (channel !== undefined) {
    const description = "For its maker alone, whole";
    const members = other === undefined ? { description } : { description, assigneeAgentId: other };
    const inChannel = await createHiddenTask("private, in a channel", { channelId: channel, ...members });
    return { private: [inChannel], inChannel };
  }
  const plain = await createHiddenTask("private", { description: "For its maker alone" });
  if (other === undefined) return { private: [plain], inChannel: null };
  return { private: [plain, await createHiddenTask("private, assigned", { assigneeAgentId: other })], inChannel: null };
}

/**
 * Returns a function that creates hidden tasks. Hiding may depend on the task's fields, so each gets another priority,
 * the most urgent first, and some get another status.
 */
function hiddenTaskCreator({ check, statuses, create }: TaskCreator): TaskCreator["create"] {
  const priorities = wordsOf(fieldSchema(check.context.document, "create-task", "priority"), "priority");
  let index = 0;
  return async (key, members) => {
    const priority = priorities[priorities.length - 1 - (index % priorities.length)] ?? "";
    const status = index % 2 === 0 ? {} : { status: statuses[index % statuses.length] ?? "" };
    const task = await create(key, { priority, ...status, ...members });
    index += 1;
    return task;
  };
}

/**
 * Returns true if the task does not involve the caller. A sub-task may inherit the assignee of its parent, and is not
 * hidden then.
 */
function isUnrelatedToCaller({ self, channel }: TaskCreator, { response }: CreatedTask): boolean {
  const { assigneeAgentId, channelId } = asObject(valueAt(response, "/data"));
  return assigneeAgentId !== self && (channelId === null || channelId === undefined || channelId === channel);
}

/** Creates a task assigned to the caller: in the first status and in the other agent's channel, if accepted. */
async function createAssigned({ statuses, channel, self, create }: TaskCreator): Promise<CreatedTask> {
  const assign = (members: JsonObject) => create("assigned by another", { assigneeAgentId: self, ...members });
  const place = channel === undefined ? {} : { channelId: channel };
  const first = statuses[0] === undefined ? {} : { status: statuses[0] };
  return (await tryOrNull(() => assign({ ...first, ...place }))) ?? (await assign({}));
}

/**
 * Creates a further task that concerns only its creator; as a sub-task of one that the caller sees, and for a user, if
 * accepted.
 */
async function createFurtherPrivate(creator: TaskCreator, visible: CreatedTask, key: string): Promise<CreatedTask> {
  const { check, create } = creator;
  const { user } = check.context.target.fixtures;
  const relations = { parentTaskId: visible.id, ...(user === undefined ? {} : { assigneeUserId: user }) };
  const withRelations = await tryOrNull(() => create(key, relations));
  return withRelations !== null && isUnrelatedToCaller(creator, withRelations) ? withRelations : create(`${key} 0`, {});
}

/** Returns the other agent's tasks, which are created once per run. */
export type OtherAgentTasksSource = (check: CheckContext) => Promise<OtherAgentTasks>;

/** Shared by the whole run, since checks of other areas use these tasks too. */
export const otherAgentTasksOf = oncePerRun((): OtherAgentTasksSource => once(createOtherAgentTasks));
