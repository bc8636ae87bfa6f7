import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { succeedsEventually, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isUnset, requireResponse, valueAt } from "../../verifiers/read.ts";
import { mayMention, type TaskNames } from "../../verifiers/task-mentions.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "../tasks/requests.ts";
import { type Anchor, sendAnchor, withUrgentRequests } from "./channel-feed.ts";
import { createRepeatedReads } from "./repeated-reads.ts";

/** A change of a task through the API. */
export type TaskEvent = "block" | "release";

/** The result of the search for a card after a change, with the pages of the channel that were read last. */
export interface CardSearch {
  readonly event: TaskEvent;
  readonly hasCard: boolean;
  readonly pages: readonly Exchange[];
}

/** The changes of one task, with the cards that came into a channel after each. */
export interface TaskLifecycle {
  readonly task: CreatedTask;
  readonly names: TaskNames;
  /** Its parent, if it is a sub-task. */
  readonly parent: TaskNames | null;
  /** The anchor after which cards are searched; null for a task whose cards are not awaited. */
  readonly anchor: Anchor | null;
  /** Accepted changes, each with whether a further card came. */
  readonly cardSearches: readonly CardSearch[];
  readonly exchanges: readonly Exchange[];
}

/** Channels, and the unbound and bound tasks whose changes they may show. */
export interface TaskLifecycles {
  readonly anchors: readonly Anchor[];
  /** Changed before the bound ones. */
  readonly unbound: TaskLifecycle;
  /** One for each anchor, in the same order. */
  readonly bound: readonly TaskLifecycle[];
}

/** Changes one unbound task, then one bound task in each channel of the caller. */
export async function runTaskLifecycles(baseCheck: CheckContext): Promise<TaskLifecycles> {
  // Creates everything needed before the tasks change.
  await baseCheck.baseline("create-task");
  await baseCheck.reference("agent");
  const check = withUrgentRequests(baseCheck);
  const { memberChannel, secondMemberChannel } = check.context.target.fixtures;
  const channels = [memberChannel, secondMemberChannel].filter((channel) => channel !== undefined);
  const anchors = await Promise.all(channels.map((channel) => sendAnchor(check, channel)));
  return { anchors, ...(await runWithFewTasks(check, anchors)) };
}

/**
 * Uses as few tasks as possible: the unbound one is a sub-task of the first bound one, which is changed further
 * afterwards. Each begins differently, so that a target that posts cards for some tasks only is noticed.
 */
async function runWithFewTasks(
  check: CheckContext,
  anchors: readonly Anchor[],
): Promise<Pick<TaskLifecycles, "unbound" | "bound">> {
  const [first, second] = anchors;
  if (first === undefined) return { unbound: await runUnbound(check, undefined), bound: [] };
  const lowPriority = { ...statusIfAllowed(check, "backlog"), ...priorityIfAllowed(check, "low") };
  const started = await startLifecycle(check, "bound life 0", first, { members: lowPriority });
  const unbound = await runUnbound(check, started.task);
  const firstBound = await finishLifecycle(check, started);
  // The contract leaves open from which statuses a task can be blocked. If the first one got no card because of a
  // rejection, a task in the usual status replaces it.
  const isUsable = firstBound.cardSearches.some(({ hasCard }) => hasCard) || firstBound.rejected.length === 0;
  const bound = [isUsable ? firstBound : await runLifecycle(check, "bound life 0, as most begin", first)];
  if (second !== undefined) {
    const members = { ...statusIfAllowed(check, "in_progress"), ...mostUrgent(check) };
    const start = { members, parent: started.task };
    bound.push(
      (await tryOrNull(() => runLifecycle(check, "bound life 1 below", second, start))) ??
        (await runLifecycle(check, "bound life 1", second)),
    );
  }
  return { unbound, bound };
}

/**
 * Creates the unbound task, as a sub-task of the bound one if there is one: the channel of its parent is not its own. A
 * target may inherit the channel, which only shows if tasks show their channel.
 */
async function runUnbound(check: CheckContext, parent: CreatedTask | undefined): Promise<TaskLifecycle> {
  const members = statusIfAllowed(check, "in_progress");
  const hasNoChannel = ({ response }: CreatedTask) => isUnset(valueAt(response, "/data/channelId"));
  const isChannelShown = parent !== undefined && !hasNoChannel(parent);
  const start = { members: { ...mostUrgent(check), ...members }, parent };
  const subTask = isChannelShown ? await tryOrNull(() => runLifecycle(check, "unbound life below", null, start)) : null;
  return subTask !== null && hasNoChannel(subTask.task)
    ? subTask
    : runLifecycle(check, "unbound life", null, { members });
}

/** Returns the last priority, in case code treats the most urgent tasks specially. */
function mostUrgent({ context }: CheckContext): JsonObject {
  const priority = wordsOf(fieldSchema(context.document, "create-task", "priority"), "priority").at(-1);
  return priority === undefined ? {} : { priority };
}

function priorityIfAllowed({ context }: CheckContext, priority: string): JsonObject {
  return wordsOf(fieldSchema(context.document, "create-task", "priority"), "priority").includes(priority)
    ? { priority }
    : {};
}

function statusIfAllowed({ context }: CheckContext, status: string): JsonObject {
  return wordsOf(fieldSchema(context.document, "create-task", "status"), "the initial status").includes(status)
    ? { status }
    : {};
}

/** The members of a new task, and its parent. */
interface LifecycleStart {
  readonly members?: JsonObject;
  readonly parent?: CreatedTask | undefined;
}

/** A new task, and the anchor after which its cards are searched. */
type StartedLifecycle = Pick<TaskLifecycle, "task" | "names" | "parent" | "anchor">;

async function startLifecycle(
  check: CheckContext,
  key: string,
  anchor: Anchor | null,
  { members = {}, parent }: LifecycleStart,
): Promise<StartedLifecycle> {
  const assigneeAgentId = await check.reference("agent");
  const task = await createTask(check, key, {
    assigneeAgentId,
    ...(anchor ? { channelId: anchor.channel } : {}),
    ...(parent ? { parentTaskId: parent.id } : {}),
    ...members,
  });
  return { task, names: namesOf(task), parent: parent ? namesOf(parent) : null, anchor };
}

async function runLifecycle(
  check: CheckContext,
  key: string,
  anchor: Anchor | null,
  start: LifecycleStart = {},
): Promise<FinishedLifecycle> {
  return finishLifecycle(check, await startLifecycle(check, key, anchor, start));
}

/** A lifecycle with the changes that the target rejected. */
interface FinishedLifecycle extends TaskLifecycle {
  readonly rejected: readonly TaskEvent[];
}

async function finishLifecycle(check: CheckContext, started: StartedLifecycle): Promise<FinishedLifecycle> {
  const { task, names, anchor } = started;
  const cardSearches: CardSearch[] = [];
  const rejected: TaskEvent[] = [];
  const exchanges: Exchange[] = [task.response];
  const searchCard = async (event: TaskEvent) => {
    if (anchor) cardSearches.push({ event, ...(await searchForCard(check, anchor, names)) });
  };
  const changes = [
    ["block", blockWithReason],
    ["release", releaseTask],
  ] as const;
  // In reverse order if no card is awaited, so that a release before a block is covered too.
  for (const [event, send] of anchor ? changes : changes.toReversed()) {
    const exchange = await send(check, task.id);
    exchanges.push(exchange);
    const isAccepted = requireResponse(exchange).status === 200;
    if (!isAccepted) rejected.push(event);
    const isCardFound = cardSearches.some(({ hasCard }) => hasCard);
    if (isAccepted && !isCardFound) await searchCard(event);
  }
  return { ...started, cardSearches, exchanges, rejected };
}

function blockWithReason(check: CheckContext, taskId: string): Promise<Exchange> {
  return blockTask(check, taskId, "Waiting for the card");
}

/** Returns what may name a task in a message. */
export function namesOf({ id, word, response }: CreatedTask): TaskNames {
  const identifier = valueAt(response, "/data/identifier");
  return { id, word, identifier: typeof identifier === "string" ? identifier : null };
}

/**
 * Returns whether a message names the task within the consistency timeout. Throws `Inconclusive` if the channel could
 * not be read completely.
 */
export async function searchForCard(
  check: CaseContext,
  anchor: Anchor,
  names: TaskNames,
): Promise<Omit<CardSearch, "event">> {
  const isCard = (message: JsonObject) => mayMention(message, names, check.context.mark);
  const reads = createRepeatedReads(check, anchor);
  let pages: readonly Exchange[] = [];
  const found = await succeedsEventually(check, async () => {
    const feed = await reads.readNew();
    pages = feed.exchanges;
    const card = feed.messages.some(isCard);
    expectThat(card, { message: "no card yet", expected: "a card", actual: "no card", keyword: "lag" });
  });
  if (found) return { hasCard: true, pages };
  const all = await reads.readAll();
  const card = all.messages.some(isCard);
  if (!card && !all.isComplete) {
    throw new Inconclusive("there are too many other messages in the channel to read it to its end");
  }
  return { hasCard: card, pages: all.exchanges };
}
