import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { HistoryEntry } from "../../knowledge/history.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { succeedsEventually, tryOrNull } from "../cases/attempt.ts";
import type { CaseContext, CheckContext } from "../check/check.ts";
import { movedTasks, withBody } from "./create-resources.ts";
import { changeOf, dataIn, dataOf, watchKind } from "./spontaneous-changes.ts";

/**
 * Changes of a task that must be accepted, the field on which acceptance may depend, and the operations whose responses
 * show that field as the run set it.
 */
export const CONDITIONS: readonly Condition[] = [
  {
    requirement: "tasks.block.succeeds",
    operation: "block-task",
    field: "status",
    setBy: ["create-task", "block-task", "release-task"],
  },
  {
    requirement: "tasks.release.succeeds",
    operation: "release-task",
    field: "assigneeAgentId",
    setBy: ["create-task"],
  },
];

interface Condition {
  readonly requirement: string;
  readonly operation: string;
  readonly field: string;
  readonly setBy: readonly string[];
}

/** Statuses that reject a change for the current state of the task. */
const REJECTIONS = [400, 403, 404, 409];

const KIND_MEMBERS = ["status", "priority", "assigneeAgentId"];

/** The most tasks that are changed directly after their creation. */
const MAX_IMMEDIATE_CHANGES = 3;

const URGENT = { urgent: true } as const;

/**
 * Returns why the rejection of a change proves nothing: someone else has changed the task. The failure counts if a
 * listing shows the task as the run left it, if a watched task stays as created, or if the same change of a new,
 * unchanged task is rejected.
 */
export async function movedTaskReason(
  requirement: string,
  context: CheckContext,
  exchanges: readonly Exchange[],
): Promise<string | null> {
  const condition = CONDITIONS.find((condition) => condition.requirement === requirement);
  const rejected = exchanges.findLast((exchange) => conditionOf(exchange) === condition);
  if (condition === undefined || rejected === undefined) return null;
  let watched: string | null = null;
  try {
    const change = await changeBefore(rejected, context);
    const request = requestOf(rejected, context);
    const creation = context.history("create-task").find(({ exchange }) => dataOf(exchange).id === taskOf(request));
    if (change === null || request === undefined || creation === undefined) return null;
    watched = await watchKind(context, { kind: kindOf(creation), change });
    return watched === null || (await isRejectedAsCreated(context, request, creation)) ? null : watched;
  } catch (error) {
    if (error instanceof Inconclusive) return watched;
    throw error;
  }
}

/** Returns true for a rejected change whose task a listing shows to be different from how the run left it. */
export async function isOfMovedTask(rejected: Exchange, context: CaseContext): Promise<boolean> {
  const before = conditionOf(rejected) === undefined ? null : lastKnown(rejected, context);
  const change = before === null ? null : await tryOrNull(() => changeNow(rejected, before, context));
  if (before === null || typeof change !== "string") return false;
  movedTasks(context.context).add(String(before.id));
  return true;
}

function conditionOf(exchange: Exchange): Condition | undefined {
  const { operation } = exchange;
  return REJECTIONS.includes(statusOf(exchange))
    ? CONDITIONS.find((condition) => condition.operation === operation?.id)
    : undefined;
}

/**
 * Returns what changed on the task of a rejected change since the run last saw it; null if nothing did. With `first`
 * only the first listing that shows the task counts, as people may continue to change it.
 */
async function changeBefore(rejected: Exchange, context: CaseContext, first = false): Promise<string | null> {
  const before = lastKnown(rejected, context);
  if (before === null) return null;
  let change: string | null = null;
  await succeedsEventually(context, async () => {
    const now = await changeNow(rejected, before, context);
    change = now ?? null;
    expectThat(first ? now !== undefined : change !== null, {
      message: "a task whose change was rejected has not been moved before",
      expected: "a move",
      actual: "no move",
      keyword: "unchanged",
    });
  });
  if (change !== null) movedTasks(context.context).add(String(before.id));
  return change;
}

/** Returns the task of a rejected change as the run left it, from the last response before the rejection. */
function lastKnown(rejected: Exchange, context: CaseContext): JsonObject | null {
  const id = taskOf(requestOf(rejected, context));
  const shown = (conditionOf(rejected)?.setBy ?? [])
    .flatMap((operation) => context.history(operation))
    .filter(
      ({ exchange }) =>
        statusOf(exchange) === 200 && exchange.sequence < rejected.sequence && dataOf(exchange).id === id,
    );
  const [last] = shown.toSorted((one, other) => other.exchange.sequence - one.exchange.sequence);
  return last === undefined || id === undefined ? null : dataOf(last.exchange);
}

/** Returns what changed on the task in the current listing: null if nothing did, undefined if it is not listed. */
async function changeNow(
  rejected: Exchange,
  before: JsonObject,
  context: CaseContext,
): Promise<string | null | undefined> {
  const fields = [conditionOf(rejected)?.field ?? ""];
  for (const parameters of [{ text: before.title ?? "" }, {}]) {
    const tasks = dataIn(await context.call("list-tasks", { parameters }, URGENT));
    const now = Array.isArray(tasks) ? tasks.filter(isObject).find(({ id }) => id === before.id) : undefined;
    if (now !== undefined) return changeOf(before, now, fields);
  }
  return undefined;
}

/**
 * Sends the same change of new tasks immediately after their creation. Returns true if one is rejected although a
 * listing then shows its task as created.
 */
async function isRejectedAsCreated(
  context: CheckContext,
  request: HistoryEntry,
  { input }: HistoryEntry,
): Promise<boolean> {
  const options = { ...URGENT, ...(request.otherKey === null ? {} : { apiKey: request.otherKey }) };
  for (let index = 0; index < MAX_IMMEDIATE_CHANGES; index += 1) {
    const title = wordOf(context.context, `changed at once ${index} ${request.exchange.sequence}`);
    const created = await context.call("create-task", withBody(input, { title }), URGENT);
    const taskId = dataOf(created).id;
    if (statusOf(created) !== 200 || taskId === undefined) return false;
    const exchange = await context.call(request.input.operation, withBody(request.input, { taskId }), options);
    if (conditionOf(exchange) === undefined) return false;
    if ((await changeBefore(exchange, context, true)) === null) return true;
  }
  return false;
}

function requestOf({ operation, sequence }: Exchange, context: CaseContext): HistoryEntry | undefined {
  return context.history(operation?.id ?? "").find(({ exchange }) => exchange.sequence === sequence);
}

function taskOf(request: HistoryEntry | undefined): Json | undefined {
  return request === undefined ? undefined : asObject(request.input.body).taskId;
}

/** Returns the requested values of a task by which a rule or a person may choose it. */
function kindOf({ input }: HistoryEntry): JsonObject {
  const requested = asObject(input.body);
  return Object.fromEntries(
    KIND_MEMBERS.flatMap((name) => (requested[name] === undefined ? [] : [[name, requested[name]]])),
  );
}
