import type { RequestInput } from "../../../generators/index.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { BudgetSpent, Inconclusive, RunEnded } from "../../client/unanswered.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { comesToBe, tryOrNull } from "../cases/attempt.ts";
import { onceARun } from "../cases/once-a-run.ts";
import { whileQuiet } from "../cases/quiescence.ts";
import type { CheckContext } from "../check/check.ts";
import { withBody } from "./create-resources.ts";

/** What a rule of a workspace, or someone who sorts new tasks, may change of one that the run has created and left alone. */
const SORTED = ["status", "priority", "assigneeAgentId", "assigneeUserId"] as const;
/** What such a change can break: that tasks stay as they were, and are where these fields put them. What is hidden stays so. */
export const OF_MOVES: readonly string[] = [
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
/** What the run itself moves tasks by. */
const MOVES = ["block-task", "release-task"];
/** Where a block has put a task, someone asked for it. */
const BLOCKED = "blocked";

/** Kinds of tasks that are watched at most. */
const MOST_KINDS = 4;

const watches = onceARun(() => ({
  /** Responses in which nothing had changed. */
  looked: new WeakSet<Exchange>(),
  /** The outcome of watching one more task of a kind, as it was asked for. */
  ofKinds: new Map<string, Promise<string | null>>(),
}));

/**
 * Why a failure proves nothing: other moves of tasks than blocks and releases are not shown, and this target makes some by
 * itself. Asked after each check that such moves can break, while there are requests for it; only where a task of the run
 * that nobody moved has changed, one more of its kind is created and watched. Null where a failure stands.
 */
export async function changedByItself(requirement: string, context: CheckContext): Promise<string | null> {
  if (!OF_MOVES.includes(requirement)) return null;
  const { ofKinds } = watches(context.context);
  const changed = ofKinds.size < MOST_KINDS ? firstChanged(context) : null;
  if (changed !== null) watchKind(context, changed);
  for (const watched of ofKinds.values()) {
    const reason = await watched;
    if (reason !== null) return reason;
  }
  return null;
}

/** The outcome of watching one more task of a kind of which one has changed; each kind is watched once. */
export function watchKind(context: CheckContext, changed: Changed): Promise<string | null> {
  const { ofKinds } = watches(context.context);
  const key = JSON.stringify(changed.kind);
  const watched = ofKinds.get(key) ?? unlessSpent(context, changed);
  ofKinds.set(key, watched);
  return watched;
}

/** A task of the run that nobody moved, and that has changed. */
interface Changed {
  /** The status and priority that were asked for. */
  readonly kind: JsonObject;
  /** What has changed, in words. */
  readonly change: string;
}

/**
 * The outcome of a watch. Where the run has nothing left for one, what has been seen has to do: a failure that may be none
 * proves nothing. What ends a watch is caught here, where it begins: nobody may be waiting for it yet.
 */
async function unlessSpent(context: CheckContext, { kind, change }: Changed): Promise<string | null> {
  try {
    return await tryOrNull(() => watch(context, kind));
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof RunEnded)) throw error;
    return `the target may change tasks by itself: ${change} of one that nobody touched, and none could be watched for it, as ${error.message}`;
  }
}

/** The first that a listing shows otherwise than it was created, and later; none of a kind twice. */
function firstChanged({ history, context }: CheckContext): Changed | null {
  const { looked, ofKinds } = watches(context);
  const unseen = history("list-tasks").filter(({ exchange }) => !looked.has(exchange));
  // Many checks ask, and most have listed nothing since the last one did.
  if (unseen.length === 0) return null;
  const moved = new Set(MOVES.flatMap(history).map(({ input }) => asObject(input.body).taskId));
  const all = history("create-task").map(({ input, exchange }) => ({ input, task: dataOf(exchange) }));
  const made = new Map(all.map((one) => [one.task.id, one]));
  for (const { exchange } of unseen) {
    const tasks = dataIn(exchange);
    for (const task of Array.isArray(tasks) ? tasks.filter(isObject) : []) {
      const before = moved.has(task.id) ? undefined : made.get(task.id);
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

/** It has to be seen before it changes. */
const URGENT = { urgent: true } as const;

/** Tasks that are left alone at most: one that a lagging index shows too late may have been listed so from the beginning. */
const LEFT_ALONE = 3;

/**
 * Creates tasks and leaves them alone: what has changed of one, once a listing has shown it as it was created. Where each of them
 * comes too late for that, a later version than the one that was created has to do. Nothing is blocked or released meanwhile: a
 * fault of these may move whatever task was created last.
 */
async function watch(context: CheckContext, kind: JsonObject): Promise<string | null> {
  const { input } = await context.baseline("create-task");
  for (let index = 0; index < LEFT_ALONE; index += 1) {
    const title = wordOf(context.context, `left alone ${index} ${JSON.stringify(kind)}`);
    const making = withBody(input, { ...kind, title });
    const { change, isMissed } = await whileQuiet(context.context, MOVES, () => watchOne(context, making, title));
    if (change !== null && (!isMissed || index === LEFT_ALONE - 1)) {
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
 * What has changed of one task; it is missed where no listing has shown it as it was created. It is looked for by a word like
 * no other: what a search by parts of words takes for alike would fill the page.
 */
async function watchOne(context: CheckContext, making: RequestInput, text: string): Promise<Watched> {
  const exchange = await context.call("create-task", making, URGENT);
  if (statusOf(exchange) !== 200) return { change: null, isMissed: false };
  const made = dataOf(exchange);
  let wasAsMade = false;
  let isMissed = false;
  let change: string | null = null;
  async function look(): Promise<JsonObject | undefined> {
    const tasks = dataIn(await context.call("list-tasks", { parameters: { text } }, URGENT));
    return Array.isArray(tasks) ? tasks.filter(isObject).find(({ id }) => id === made.id) : undefined;
  }
  await comesToBe(context, async () => {
    // One of several replicas may lag; by the next attempt the task may have changed already.
    const shown = (await look()) ?? (await look());
    const now = shown === undefined ? null : changeOf(made, shown);
    change = now;
    isMissed = !wasAsMade && now !== null;
    wasAsMade ||= shown !== undefined && now === null;
    expectThat(change !== null, {
      message: "a task that nobody touches has not changed yet",
      expected: "a change",
      actual: "none",
      keyword: "unchanged",
    });
  });
  return { change, isMissed };
}

/** Which of these fields is another one in a later version of a task; null where none is. */
export function changeOf(before: JsonObject, after: JsonObject, fields: readonly string[] = SORTED): string | null {
  if (!isLater(before, after)) return null;
  const field = fields.find((name) => name in after && plain(before[name]) !== plain(after[name]));
  if (field === undefined || after[field] === BLOCKED) return null;
  return `the ${field} came from ${plain(before[field])} to ${plain(after[field])}`;
}

/** Versions beyond what numbers distinguishes say nothing: where times do not either, what came later is taken for later. */
function isLater(before: JsonObject, after: JsonObject): boolean {
  const [was, is] = [Number(before.version), Number(after.version)];
  if (is > was || Date.parse(String(after.updatedAt)) > Date.parse(String(before.updatedAt))) return true;
  return is === was && is > Number.MAX_SAFE_INTEGER;
}

function plain(value: unknown): string {
  return isUnset(value as JsonObject[string]) ? "none" : String(value);
}

export function dataOf(exchange: Exchange): JsonObject {
  return asObject(dataIn(exchange));
}

/** What a response holds; nothing where a monitor has found it broken. */
export function dataIn(exchange: Exchange): Json | undefined {
  try {
    return valueAt(exchange, "/data");
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
