import { plainRequestOf, type RequestInput } from "../../../generators/index.ts";
import { constraintsOf } from "../../../spec/document/constraints.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { idsInMessage } from "../../models/attachment-ids.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { addressAt, requireResponse, stringAt, valueAt } from "../../verifiers/read.ts";
import { tryOrNull } from "../cases/attempt.ts";
import { once } from "../cases/once.ts";
import { onceARun } from "../cases/once-a-run.ts";
import { operationOf } from "../cases/operation-of.ts";
import type { References } from "../cases/reference-model.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../cases/retry-until-usable.ts";
import type { CaseContext, RunContext } from "../check/check.ts";
import { BUDGETS } from "../check/options.ts";
import { sendOn } from "./redirects.ts";

/** A task of ours that the caller is assigned to. */
export async function assignedTask(context: CaseContext, references: References): Promise<string> {
  const { input } = await references.baseline("create-task", context);
  const assigneeAgentId = await references.provide("agent", null, context);
  const exchange = await context.call("create-task", withBody(input, { assigneeAgentId }));
  return madeId(exchange, "/data/id", "create-task", context);
}

/**
 * A task that this target lets be blocked. From which statuses is open, so the statuses that a task can start in are
 * tried until one is found; where a blocked task can be blocked again, or none at all, one task serves every time.
 */
export function blockableTask(): (context: CaseContext, references: References) => Promise<string> {
  let search: Promise<Blockable> | null = null;
  return async (context, references) => {
    search ??= findBlockable(context, references);
    const { status, again } = await search;
    if (again !== null && movedTasks(context.context).size === 0) return again;
    return taskInStatus(status, context, references);
  };
}

/** Ids of tasks of the run that someone else has moved: on such a target none serves twice. */
export const movedTasks = onceARun(() => new Set<string>());

interface Blockable {
  /** A status from which a task can be blocked, or the likeliest where it was rejected from each; null for the one that a task gets. */
  readonly status: Json | null;
  /** A task that can be blocked any number of times, or that stands for all where none can be blocked; else null. */
  readonly again: string | null;
}

/** The share of its tasks that a run may spend on the search for a status from which one can be blocked. */
const SEARCHING = 1 / 15;

async function findBlockable(context: CaseContext, references: References): Promise<Blockable> {
  let rejected: string | null = null;
  const tried = Math.ceil(SEARCHING * BUDGETS[context.context.budget].tasks);
  // Null stands for the status that a task gets without being asked.
  for (const status of [null, ...startingStatuses(context.context).slice(0, tried)]) {
    const taskId =
      status === null
        ? await references.provide("task", null, context)
        : await taskInStatus(status, context, references);
    rejected ??= taskId;
    if (!(await isBlocked(taskId, context))) continue;
    // Where a task is its creator's from the start, another check may release it, once, between two of these.
    foundToBlock(context.context).push(...(status === null ? await usualStatus(context, references) : [status]));
    const isBlockedAgain = (await isBlocked(taskId, context)) && (await isBlocked(taskId, context));
    return { status, again: isBlockedAgain ? taskId : null };
  }
  // A new one for each request would use the allowance up for nothing.
  return { status: startingStatuses(context.context)[0] ?? null, again: rejected };
}

/** The status that a task gets without being asked, where that is stated. */
async function usualStatus(context: CaseContext, references: References): Promise<string[]> {
  const { exchange } = await references.baseline("create-task", context);
  const status = valueAt(exchange, "/data/status");
  return typeof status === "string" && startingStatuses(context.context).includes(status) ? [status] : [];
}

/** The status from which the run has found that a task can be blocked. */
const foundToBlock = onceARun((): string[] => []);

/**
 * The statuses that the document lets a task start in, those from which it can likely be blocked first: the one that the
 * run has found, and what is under way.
 */
export function statusesToBlockFrom(context: RunContext): readonly string[] {
  const found = foundToBlock(context);
  return [...found, ...startingStatuses(context).filter((status) => !found.includes(status))];
}

/** From the middle of those that the document lists: what is under way is the likeliest to be blocked. */
function startingStatuses({ document }: RunContext): readonly string[] {
  const rule = constraintsOf(document).find(({ address }) => address === "create-task.body.status.enum");
  const statuses = (Array.isArray(rule?.value) ? rule.value : []).filter((status) => typeof status === "string");
  const middle = Math.floor(statuses.length / 2);
  const distance = (status: string) => Math.abs(statuses.indexOf(status) - middle);
  return statuses.toSorted((one, other) => distance(one) - distance(other));
}

async function taskInStatus(status: Json, context: CaseContext, references: References): Promise<string> {
  const { input } = await references.baseline("create-task", context);
  const exchange = await context.call("create-task", status === null ? input : withBody(input, { status }));
  return madeId(exchange, "/data/id", "create-task", context);
}

async function isBlocked(taskId: string, context: CaseContext): Promise<boolean> {
  return isAccepted("block-task", { taskId }, context);
}

/** Whether the target takes the plainest request of an operation with these members. */
async function isAccepted(operationId: string, members: JsonObject, context: CaseContext): Promise<boolean> {
  const { document } = context.context;
  const plain = plainRequestOf(document, operationOf(document, operationId));
  if (!plain) throw new Inconclusive(`the document allows no ${operationId} request`);
  return requireResponse(await context.call(operationId, withBody(plain, members))).status === 200;
}

/** A message that can be flagged: the same every time where a flagged one can be flagged again, which is open. */
export function flaggableMessage(): (context: CaseContext, references: References) => Promise<string> {
  const search = once(findFlaggable);
  return async (context, references) => (await search(context, references)) ?? (await sentMessage(context, references));
}

/** A message that can be flagged any number of times, or null. */
async function findFlaggable(context: CaseContext, references: References): Promise<string | null> {
  const messageId = await sentMessage(context, references);
  return (await isFlagged(messageId, context)) && (await isFlagged(messageId, context)) ? messageId : null;
}

async function isFlagged(messageId: string, context: CaseContext): Promise<boolean> {
  return isAccepted("flag-needs-human", { messageId }, context);
}

/** The id of a new memory once walks can start from it, where they can at all: whether it can be named at once is open. */
export async function walkableMemory(context: CaseContext, id: string): Promise<string> {
  // What the target asks for besides is not known yet: it may be found out with this very memory.
  const body = { seed_id: id, depth: 1, limit: 1, expand: ["provenance"] };
  await tryOrNull(() =>
    retryUntilUsable(context, () => context.call("recall", { body }, { asIs: true }), NOT_YET_USABLE),
  );
  return id;
}

/** An attachment whose bytes are uploaded and that no message uses yet. */
export async function uploadedAttachment(context: CaseContext, references: References): Promise<string> {
  const { input } = await references.baseline("request-file-upload", context);
  const granted = await context.call("request-file-upload", input);
  const id = madeId(granted, "/data/attachmentId", "request-file-upload", context);
  const size = isObject(input.body) && typeof input.body.sizeBytes === "number" ? input.body.sizeBytes : 1;
  await upload(granted, new Uint8Array(size).fill(0x61), context);
  return id;
}

/** Puts bytes to a granted upload URL with the headers that came with it. */
export async function upload(granted: Exchange, bytes: Uint8Array, context: CaseContext): Promise<Exchange> {
  const headers = valueAt(granted, "/data/headers");
  const request = {
    method: stringAt(granted, "/data/method"),
    url: addressAt(granted, "/data/uploadUrl"),
    headers: isObject(headers) ? textValues(headers) : {},
    body: bytes,
  };
  const put = await sendOn(context, request);
  if (put.outcome.kind === "none") requireResponse(put);
  const status = statusOf(put);
  if (status < 200 || status > 299) throw new Inconclusive(`the upload URL responded with ${status}`, "files.flow.put");
  return put;
}

/** A message of its own, like the one that was accepted first. */
export async function sentMessage(context: CaseContext, references: References): Promise<string> {
  const { input } = await references.baseline("send-message", context);
  return madeId(await context.call("send-message", input, { fresh: true }), "/data/id", "send-message", context);
}

/** An attachment that a message of ours carries. */
export async function attachedAttachment(context: CaseContext, references: References): Promise<string> {
  const attachment = await references.provide("attachment", "uploaded", context);
  const { input } = await references.baseline("send-message", context);
  const send = () => context.call("send-message", withBody(input, { attachmentIds: [attachment] }), { fresh: true });
  const sent = await retryUntilUsable(context, send, NOT_YET_USABLE);
  madeId(sent, "/data/id", "send-message", context);
  const [own = attachment] = idsInMessage(valueAt(sent, "/data/attachments"), [{ attachmentId: attachment }]);
  return own;
}

function madeId(exchange: Exchange, pointer: string, operationId: string, context: CaseContext): string {
  if (requireResponse(exchange).status !== 200) {
    const requirement = context.context.catalogue.requirementForOperation(operationId, "succeeds").id;
    throw new Inconclusive(`${operationId} was rejected with ${statusAndCode(exchange)}`, requirement);
  }
  return stringAt(exchange, pointer);
}

/** The input with members of its body replaced. */
export function withBody(input: RequestInput, members: JsonObject): RequestInput {
  return { ...input, body: { ...asObject(input.body), ...members } };
}

function textValues(headers: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, Json]) => [name.toLowerCase(), headerText(value)]),
  );
}

/**
 * A value of a header as a target gave it, which may be a list of values, as some libraries keep them: what is not a text as
 * JSON, for it need not have a way of becoming text.
 */
export function headerText(value: Json): string {
  if (Array.isArray(value)) return value.map(headerText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
