import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CallOptions, CaseContext, CheckContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { requireResponse, stringAt } from "../../verifiers/read.ts";

/** A task that this run created. */
export interface CreatedTask {
  readonly id: string;
  /** A word that occurs in its title and nowhere else. */
  readonly word: string;
  /** The members that were requested. */
  readonly requested: JsonObject;
  /** The response to its creation. */
  readonly response: Exchange;
}

/** Requests a task with these members, and those that the target requires. */
export async function requestTask(
  check: CaseContext,
  members: JsonObject,
  options: CallOptions = {},
): Promise<Exchange> {
  const { input } = await check.baseline("create-task");
  return check.call("create-task", withBody(input, members), options);
}

/**
 * Creates a task whose title begins with the mark of the run and a unique word that depends on the key. Throws
 * `Inconclusive` if it is rejected.
 */
export async function createTask(
  check: CaseContext,
  key: string,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<CreatedTask> {
  const attempt = await tryTask(check, key, members, options);
  requireAccepted(attempt.response, "tasks.create.succeeds");
  return withId(attempt);
}

/** A requested task and its response. */
export type TaskAttempt = Omit<CreatedTask, "id">;

/** Requests a task like `createTask`; it may be rejected. */
export async function tryTask(
  check: CaseContext,
  key: string,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<TaskAttempt> {
  const word = wordOf(check.context, key);
  const requested = { ...members, title: titleWith(check, word, members.title) };
  return { word, requested, response: await requestTask(check, requested, options) };
}

/** Returns the task of an attempt; null if it was rejected. Throws `Inconclusive` if there was no response. */
export function createdTaskOf(attempt: TaskAttempt): CreatedTask | null {
  return requireResponse(attempt.response).status === 200 ? withId(attempt) : null;
}

function withId(attempt: TaskAttempt): CreatedTask {
  return { ...attempt, id: stringAt(attempt.response, "/data/id") };
}

function titleWith(check: CaseContext, word: string, text: Json | undefined): string {
  return `${check.context.mark} ${word}${typeof text === "string" && text !== "" ? ` ${text}` : ""}`;
}

export async function blockTask(
  check: CaseContext,
  taskId: string,
  reason: string,
  options: CallOptions = {},
): Promise<Exchange> {
  return check.call("block-task", { body: { taskId, reason } }, options);
}

export async function releaseTask(check: CaseContext, taskId: string, options: CallOptions = {}): Promise<Exchange> {
  return check.call("release-task", { body: { taskId } }, options);
}

/** Runs a case for every task. A failure is described by the members that the task was created with. */
export function forTasks<T extends Pick<CreatedTask, "requested">>(
  check: CheckContext,
  tasks: readonly T[],
  run: (task: T, testCase: CaseContext) => Promise<void>,
): Promise<void> {
  return check.forEach(tasks, run, { describe: ({ requested }) => requested });
}
