import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { Past } from "../../knowledge/history.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { comesToBe, tryOrNull } from "../cases/attempt.ts";
import type { CaseContext, CheckContext } from "../check/check.ts";
import { movedTasks, withBody } from "./create-resources.ts";
import { changeOf, dataIn, dataOf, watchKind } from "./spontaneous-changes.ts";

/**
 * Changes of a task that have to be accepted, the field that their acceptance may depend on, and the requests of the run whose
 * responses show that field as the run has set it.
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

/** Statuses in which a change is rejected for what the task is by now. */
const REJECTIONS = [400, 403, 404, 409];

const KIND = ["status", "priority", "assigneeAgentId"];

/** Tasks that are changed at once after their creation, at most. */
const AT_ONCE = 3;

const URGENT = { urgent: true } as const;

/**
 * Why the rejection of a change proves nothing: someone has moved the task since the run did. A failure stands where a listing
 * shows the task as the run left it, where one that is left alone stays as created, and where the same change of a new task
 * is rejected at once, while that is as created.
 */
export async function movedBeforehand(
  requirement: string,
  context: CheckContext,
  exchanges: readonly Exchange[],
): Promise<string | null> {
  const condition = CONDITIONS.find((one) => one.requirement === requirement);
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

/** True for the rejection of a change whose task is no longer as the run left it, as a listing shows at once. */
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
    ? CONDITIONS.find((one) => one.operation === operation?.id)
    : undefined;
}

/**
 * What has changed of the task of a rejected change since the run knew it last; null where nothing has. With `first` it counts
 * how a listing first shows the task, as people may go on.
 */
async function changeBefore(rejected: Exchange, context: CaseContext, first = false): Promise<string | null> {
  const before = lastKnown(rejected, context);
  if (before === null) return null;
  let change: string | null = null;
  await comesToBe(context, async () => {
    const now = await changeNow(rejected, before, context);
    change = now ?? null;
    expectThat(first ? now !== undefined : change !== null, {
      message: "a task whose change was rejected has not been moved before",
      expected: "a move",
      actual: "none",
      keyword: "unchanged",
    });
  });
  if (change !== null) movedTasks(context.context).add(String(before.id));
  return change;
}

/** The task of a rejected change as the run left it, by the last response before that. */
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

/** What has changed of it as a listing shows it now: null where nothing has, undefined where it is not listed. */
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

/** Sends the same change of new tasks, each at once: true where one is rejected that a listing then shows as created. */
async function isRejectedAsCreated(context: CheckContext, request: Past, { input }: Past): Promise<boolean> {
  const options = { ...URGENT, ...(request.otherKey === null ? {} : { apiKey: request.otherKey }) };
  for (let index = 0; index < AT_ONCE; index += 1) {
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

function requestOf({ operation, sequence }: Exchange, context: CaseContext): Past | undefined {
  return context.history(operation?.id ?? "").find(({ exchange }) => exchange.sequence === sequence);
}

function taskOf(request: Past | undefined): Json | undefined {
  return request === undefined ? undefined : asObject(request.input.body).taskId;
}

/** What was asked of a task on which a rule or a person may act. */
function kindOf({ input }: Past): JsonObject {
  const asked = asObject(input.body);
  return Object.fromEntries(KIND.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])));
}
