import { plainRequestOf, type RequestInput } from "../../../generators/index.ts";
import { constraintsOf } from "../../../spec/document/constraints.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { itemsIn } from "../../knowledge/exchanges.ts";
import { idsInMessage } from "../../models/attachment-ids.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse, stringAt, urlAt, valueAt } from "../../verifiers/read.ts";
import { succeedsEventually, tryOrNull } from "../cases/attempt.ts";
import { once } from "../cases/once.ts";
import { oncePerRun } from "../cases/once-per-run.ts";
import { operationOf } from "../cases/operation-of.ts";
import type { References } from "../cases/reference-model.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../cases/retry-until-usable.ts";
import type { CaseContext, RunContext } from "../check/check.ts";
import { BUDGETS } from "../check/options.ts";
import { sendFollowingRedirects } from "./redirects.ts";

/** Creates a task that is assigned to the caller. */
export async function assignedTask(context: CaseContext, references: References): Promise<string> {
  const { input } = await references.baseline("create-task", context);
  const assigneeAgentId = await references.provide("agent", null, context);
  const exchange = await context.call("create-task", withBody(input, { assigneeAgentId }));
  return createdId(exchange, "/data/id", "create-task", context);
}

/**
 * Returns a provider of tasks that this target allows to block. The contract leaves open from which statuses, so the
 * possible initial statuses are tried until one works. If a blocked task can be blocked again, or no task can be
 * blocked, the same task is provided every time.
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

/** Ids of tasks of the run that someone else has changed. On such a target no task is used twice. */
export const movedTasks = oncePerRun(() => new Set<string>());

interface Blockable {
  /** A status from which a task can be blocked, or the likeliest if all were rejected; null for the default status. */
  readonly status: Json | null;
  /** A task that can be blocked repeatedly, or any task if none can be blocked; otherwise null. */
  readonly again: string | null;
}

/** The share of its tasks that a run may spend on finding a status from which a task can be blocked. */
const SEARCH_SHARE = 1 / 15;

async function findBlockable(context: CaseContext, references: References): Promise<Blockable> {
  let rejected: string | null = null;
  const maxTries = Math.ceil(SEARCH_SHARE * BUDGETS[context.context.budget].tasks);
  // Null stands for the default status.
  for (const status of [null, ...startingStatuses(context.context).slice(0, maxTries)]) {
    const taskId =
      status === null
        ? await references.provide("task", null, context)
        : await taskInStatus(status, context, references);
    rejected ??= taskId;
    if (!(await isBlocked(taskId, context))) continue;
    // If the creator holds a task from the start, another check may release it once between two of these requests.
    foundToBlock(context.context).push(...(status === null ? await usualStatus(context, references) : [status]));
    const isBlockedAgain = (await isBlocked(taskId, context)) && (await isBlocked(taskId, context));
    return { status, again: isBlockedAgain ? taskId : null };
  }
  // A new task for each request would waste the budget.
  return { status: startingStatuses(context.context)[0] ?? null, again: rejected };
}

/** Returns the default status of a task, if it is a documented one. */
async function usualStatus(context: CaseContext, references: References): Promise<string[]> {
  const { exchange } = await references.baseline("create-task", context);
  const status = valueAt(exchange, "/data/status");
  return typeof status === "string" && startingStatuses(context.context).includes(status) ? [status] : [];
}

/** The statuses from which the run was able to block a task. */
const foundToBlock = oncePerRun((): string[] => []);

/**
 * Returns the possible initial statuses of a task, the likeliest to allow a block first: the one found by the run, then
 * the middle ones.
 */
export function statusesToBlockFrom(context: RunContext): readonly string[] {
  const found = foundToBlock(context);
  return [...found, ...startingStatuses(context).filter((status) => !found.includes(status))];
}

/** Returns the documented statuses from the middle outwards: a task in progress is the likeliest to be blockable. */
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
  return createdId(exchange, "/data/id", "create-task", context);
}

async function isBlocked(taskId: string, context: CaseContext): Promise<boolean> {
  return isAccepted("block-task", { taskId }, context);
}

/** Returns true if the target accepts the plain request of an operation with these members. */
async function isAccepted(operationId: string, members: JsonObject, context: CaseContext): Promise<boolean> {
  const { document } = context.context;
  const plain = plainRequestOf(document, operationOf(document, operationId));
  if (!plain) throw new Inconclusive(`the document allows no ${operationId} request`);
  return requireResponse(await context.call(operationId, withBody(plain, members))).status === 200;
}

/**
 * Returns a provider of messages that can be flagged: always the same one if a flagged message can be flagged again,
 * which is open.
 */
export function flaggableMessage(): (context: CaseContext, references: References) => Promise<string> {
  const search = once(findFlaggable);
  return async (context, references) => (await search(context, references)) ?? (await sentMessage(context, references));
}

/** Returns a message that can be flagged repeatedly, or null. */
async function findFlaggable(context: CaseContext, references: References): Promise<string | null> {
  const messageId = await sentMessage(context, references);
  return (await isFlagged(messageId, context)) && (await isFlagged(messageId, context)) ? messageId : null;
}

async function isFlagged(messageId: string, context: CaseContext): Promise<boolean> {
  return isAccepted("flag-needs-human", { messageId }, context);
}

/**
 * Returns the id of a new memory once a recall can start from it, if that works at all: the contract leaves open
 * whether it can be named immediately. A walk without hits may begin at a memory that the target does not know yet.
 */
export async function walkableMemory(context: CaseContext, id: string): Promise<string> {
  // The additional members that the target requires are not known yet; the search for them may use this very memory.
  const body = { seed_id: id, depth: 1, limit: 1, expand: ["provenance"] };
  await tryOrNull(() =>
    succeedsEventually(context, async () => {
      const exchange = await context.call("recall", { body }, { asIs: true });
      const { status } = requireResponse(exchange);
      const isKnown = status === 200 && itemsIn(exchange, "/data/hits").length > 0;
      const isOfOtherCause = status !== 200 && !NOT_YET_USABLE.includes(status);
      expectThat(isKnown || isOfOtherCause, { ...WALKED, actual: `${status}, or no hit` });
    }),
  );
  return id;
}

const WALKED = {
  message: "a new memory can be walked from once the target knows it",
  expected: "a walk that shows a memory",
  keyword: "unknown",
} as const;

/** Creates an attachment whose bytes are uploaded and that no message uses yet. */
export async function uploadedAttachment(context: CaseContext, references: References): Promise<string> {
  const { input } = await references.baseline("request-file-upload", context);
  const granted = await context.call("request-file-upload", input);
  const id = createdId(granted, "/data/attachmentId", "request-file-upload", context);
  const size = isObject(input.body) && typeof input.body.sizeBytes === "number" ? input.body.sizeBytes : 1;
  await upload(granted, new Uint8Array(size).fill(0x61), context);
  return id;
}

/** Sends bytes to a granted upload URL with the granted headers. */
export async function upload(granted: Exchange, bytes: Uint8Array, context: CaseContext): Promise<Exchange> {
  const headers = valueAt(granted, "/data/headers");
  const request = {
    method: stringAt(granted, "/data/method"),
    url: urlAt(granted, "/data/uploadUrl"),
    headers: isObject(headers) ? textValues(headers) : {},
    body: bytes,
  };
  const put = await sendFollowingRedirects(context, request);
  if (put.outcome.kind === "none") requireResponse(put);
  const status = statusOf(put);
  if (status < 200 || status > 299) throw new Inconclusive(`the upload URL responded with ${status}`, "files.flow.put");
  return put;
}

/** Sends a new message like the first accepted one and returns its id. */
export async function sentMessage(context: CaseContext, references: References): Promise<string> {
  const { input } = await references.baseline("send-message", context);
  return createdId(await context.call("send-message", input, { fresh: true }), "/data/id", "send-message", context);
}

/** Creates an attachment that a message of the run carries. */
export async function attachedAttachment(context: CaseContext, references: References): Promise<string> {
  const attachment = await references.provide("attachment", "uploaded", context);
  const { input } = await references.baseline("send-message", context);
  const send = () => context.call("send-message", withBody(input, { attachmentIds: [attachment] }), { fresh: true });
  const sent = await retryUntilUsable(context, send, NOT_YET_USABLE);
  createdId(sent, "/data/id", "send-message", context);
  const [own = attachment] = idsInMessage(valueAt(sent, "/data/attachments"), [{ attachmentId: attachment }]);
  return own;
}

function createdId(exchange: Exchange, pointer: string, operationId: string, context: CaseContext): string {
  if (requireResponse(exchange).status !== 200) {
    const requirement = context.context.catalogue.requirementForOperation(operationId, "succeeds").id;
    throw new Inconclusive(`${operationId} was rejected with ${statusAndCode(exchange)}`, requirement);
  }
  return stringAt(exchange, pointer);
}

/** Returns the input with members of its body replaced. */
export function withBody(input: RequestInput, members: JsonObject): RequestInput {
  return { ...input, body: { ...asObject(input.body), ...members } };
}

function textValues(headers: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, Json]) => [name.toLowerCase(), headerText(value)]),
  );
}

/**
 * Returns a header value that a target gave as text. It may be a list of values, as in some libraries; other values are
 * written as JSON, since they may have no text form.
 */
export function headerText(value: Json): string {
  if (Array.isArray(value)) return value.map(headerText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
