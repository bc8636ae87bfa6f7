import type { RequestInput } from "../../../generators/index.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { BudgetSpent, Inconclusive, RunEnded } from "../../client/inconclusive.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { succeedsEventually, tryOrNull } from "../cases/attempt.ts";
import { oncePerRun } from "../cases/once-per-run.ts";
import { whileQuiet } from "../cases/quiescence.ts";
import type { CheckContext } from "../check/check.ts";
import { withBody } from "./create-resources.ts";

/** Fields that a rule of the workspace or a person may change on a new task that the run left alone. */
const WATCHED_FIELDS = ["status", "priority", "assigneeAgentId", "assigneeUserId"] as const;
/**
 * Requirements that such a change can break: that tasks stay as they were, and that these fields decide where they are
 * listed. Hidden tasks stay hidden.
 */
export const CHANGE_REQUIREMENTS: readonly string[] = [
  "tasks.create.listed",
  ...["block", "release"].flatMap((move) =>
    ["persists", "keeps-fields", "only-the-task", "refused-without-effect"].map((what) => `tasks.${move}.${what}`),
  ),
  ...["status", "priority", "assignee-agent", "assignee-user", "combined", "limit-fills"].map(
    (what) => `tasks.list.${what}`,
  ),
  "tasks.visibility.assigned",
  "tasks.visibility.created",
  "consistency.task-views",
];
/** The operations by which the run itself changes tasks. */
const MOVES = ["block-task", "release-task"];
/** A task in this status was blocked by someone. */
const BLOCKED = "blocked";

/** The most kinds of tasks that are watched. */
const MAX_KINDS = 4;

const watches = oncePerRun(() => ({
  /** Responses without a change. */
  looked: new WeakSet<Exchange>(),
  /** The outcome of watching a new task, by kind. */
  ofKinds: new Map<string, Promise<string | null>>(),
}));

/**
 * Returns why a failure proves nothing: the target changes tasks by itself, in ways that the API does not show. Called
 * after each check that such changes can break, while there are requests for it. If a task of the run changed without a
 * request, a new task of its kind is created and watched. Null if the failure counts.
 */
export async function changedResourceReason(requirement: string, context: CheckContext): Promise<string | null> {
  if (!CHANGE_REQUIREMENTS.includes(requirement)) return null;
  const { ofKinds } = watches(context.context);
  const changed = ofKinds.size < MAX_KINDS ? firstChanged(context) : null;
  if (changed !== null) watchKind(context, changed);
  for (const watched of ofKinds.values()) {
    const reason = await watched;
    if (reason !== null) return reason;
  }
  return null;
}

/** Returns the outcome of watching a new task of the kind of a changed one. Each kind is watched once. */
export function watchKind(context: CheckContext, changed: Changed): Promise<string | null> {
  const { ofKinds } = watches(context.context);
  const key = JSON.stringify(changed.kind);
  const watched = ofKinds.get(key) ?? watchIfPossible(context, changed);
  ofKinds.set(key, watched);
  return watched;
}

/** A task of the run that changed without a request. */
interface Changed {
  /** The requested status and priority. */
  readonly kind: JsonObject;
  /** The change, in words. */
  readonly change: string;
}

/**
 * Watches a new task. Without requests for that, what was seen decides: a doubtful failure proves nothing. Errors are
 * caught here, since nobody may be waiting for the promise yet.
 */
async function watchIfPossible(context: CheckContext, { kind, change }: Changed): Promise<string | null> {
  try {
    return await tryOrNull(() => watch(context, kind));
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof RunEnded)) throw error;
    return `the target may change tasks by itself: ${change} of one that nobody touched, and none could be watched for it, as ${error.message}`;
  }
}

/** Returns the first task that a listing shows in a later version than created; at most one of each kind. */
function firstChanged({ history, context }: CheckContext): Changed | null {
  const { looked, ofKinds } = watches(context);
  const unseen = history("list-tasks").filter(({ exchange }) => !looked.has(exchange));
  // Many checks call this, mostly without a new listing since the last call.
  if (unseen.length === 0) return null;
  const moved = new Set(MOVES.flatMap(history).map(({ input }) => asObject(input.body).taskId));
  const all = history("create-task").map(({ input, exchange }) => ({ input, task: dataOf(exchange) }));
  const creations = new Map(all.map((creation) => [creation.task.id, creation]));
  for (const { exchange } of unseen) {
    const tasks = dataIn(exchange);
    for (const task of Array.isArray(tasks) ? tasks.filter(isObject) : []) {
      const before = moved.has(task.id) ? undefined : creations.get(task.id);
      const change = before === undefined ? null : changeOf(before.task, task);
      if (before === undefined || change === null) continue;
      const { status, priority } = asObject(before.input.body);
      const kind = { ...(status === undefined ? {} : { status }), ...(priority === undefined ? {} : { priority }) };
      if (!ofKinds.has(JSON.stringify(kind))) return { kind, change };
    }
    looked.add(exchange);
  }
  return null;
}

/** The task must be seen before it changes. */
const URGENT = { urgent: true } as const;

/**
 * The most tasks that are left alone: if a lagging index shows one late, it may have been listed that way from the
 * start.
 */
const MAX_WATCHED = 3;

/**
 * Creates tasks, leaves them alone, and returns what changed after a listing showed one as created. If none is seen in
 * time, a later version than the created one is enough. Nothing is blocked or released meanwhile, since a fault there
 * may change the task that was created last.
 */
async function watch(context: CheckContext, kind: JsonObject): Promise<string | null> {
  const { input } = await context.baseline("create-task");
  for (let index = 0; index < MAX_WATCHED; index += 1) {
    const title = wordOf(context.context, `left alone ${index} ${JSON.stringify(kind)}`);
    const creation = withBody(input, { ...kind, title });
    const { change, isMissed } = await whileQuiet(context.context, MOVES, () => watchOne(context, creation, title));
    if (change !== null && (!isMissed || index === MAX_WATCHED - 1)) {
      return `the target changes tasks by itself: ${change} of one that nobody touched`;
    }
    if (!isMissed) return null;
  }
  return null;
}

interface Watched {
  readonly change: string | null;
  readonly isMissed: boolean;
}

/**
 * Returns what changed on one task. `isMissed` is true if no listing showed it as created. It is searched by a unique
 * word, since a search by parts of words could fill the page with similar ones.
 */
async function watchOne(context: CheckContext, creation: RequestInput, text: string): Promise<Watched> {
  const exchange = await context.call("create-task", creation, URGENT);
  if (statusOf(exchange) !== 200) return { change: null, isMissed: false };
  const created = dataOf(exchange);
  let wasAsCreated = false;
  let isMissed = false;
  let change: string | null = null;
  async function findTask(): Promise<JsonObject | undefined> {
    const tasks = dataIn(await context.call("list-tasks", { parameters: { text } }, URGENT));
    return Array.isArray(tasks) ? tasks.filter(isObject).find(({ id }) => id === created.id) : undefined;
  }
  await succeedsEventually(context, async () => {
    // One of several replicas may lag, and by the next attempt the task may already have changed.
    const shown = (await findTask()) ?? (await findTask());
    const now = shown === undefined ? null : changeOf(created, shown);
    change = now;
    isMissed = !wasAsCreated && now !== null;
    wasAsCreated ||= shown !== undefined && now === null;
    expectThat(change !== null, {
      message: "a task that nobody touches has not changed yet",
      expected: "a change",
      actual: "no change",
      keyword: "unchanged",
    });
  });
  return { change, isMissed };
}

/** Returns which of these fields differs in a later version of a task, in words; null if none does. */
export function changeOf(
  before: JsonObject,
  after: JsonObject,
  fields: readonly string[] = WATCHED_FIELDS,
): string | null {
  if (!isLater(before, after)) return null;
  const field = fields.find((name) => name in after && valueText(before[name]) !== valueText(after[name]));
  if (field === undefined || after[field] === BLOCKED) return null;
  return `the ${field} came from ${valueText(before[field])} to ${valueText(after[field])}`;
}

/**
 * Returns true if one state of a task is later than another. Versions beyond the exact range of numbers prove nothing;
 * if times do not either, the one that was received later counts as later.
 */
function isLater(before: JsonObject, after: JsonObject): boolean {
  const [was, is] = [Number(before.version), Number(after.version)];
  if (is > was || Date.parse(String(after.updatedAt)) > Date.parse(String(before.updatedAt))) return true;
  return is === was && is > Number.MAX_SAFE_INTEGER;
}

function valueText(value: unknown): string {
  return isUnset(value as JsonObject[string]) ? "none" : String(value);
}

export function dataOf(exchange: Exchange): JsonObject {
  return asObject(dataIn(exchange));
}

/** Returns the data of a response; undefined if a monitor found the response invalid. */
export function dataIn(exchange: Exchange): Json | undefined {
  try {
    return valueAt(exchange, "/data");
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
