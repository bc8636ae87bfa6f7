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
import { type Anchor, dropAnchor, inOneGo } from "./channel-feed.ts";
import { readingOn } from "./reading-on.ts";

/** A change of a task through the API. */
export type TaskEvent = "block" | "release";

/** The result of the search for a card after a change, with the responses that showed the channel last. */
export interface Look {
  readonly event: TaskEvent;
  readonly card: boolean;
  readonly read: readonly Exchange[];
}

/** The changes of one task, with the cards that came into a channel after each. */
export interface Life {
  readonly task: CreatedTask;
  readonly names: TaskNames;
  /** Its parent, if it is a sub-task. */
  readonly above: TaskNames | null;
  /** The anchor after which cards are searched; null for a task whose cards are not awaited. */
  readonly anchor: Anchor | null;
  /** Accepted changes, each with whether a further card came. */
  readonly carded: readonly Look[];
  readonly exchanges: readonly Exchange[];
}

/** Channels, and the unbound and bound tasks whose changes they may show. */
export interface Events {
  readonly anchors: readonly Anchor[];
  /** Changed before the bound ones. */
  readonly unbound: Life;
  /** One for each anchor, in the same order. */
  readonly bound: readonly Life[];
}

/** Changes one unbound task, then one bound task in each channel of the caller. */
export async function letTasksLive(asked: CheckContext): Promise<Events> {
  // Creates everything needed before the tasks change.
  await asked.baseline("create-task");
  await asked.reference("agent");
  const check = inOneGo(asked);
  const { memberChannel, secondMemberChannel } = check.context.target.fixtures;
  const channels = [memberChannel, secondMemberChannel].filter((channel) => channel !== undefined);
  const anchors = await Promise.all(channels.map((channel) => dropAnchor(check, channel)));
  return { anchors, ...(await liveSparingly(check, anchors)) };
}

/**
 * Uses as few tasks as possible: the unbound one is a sub-task of the first bound one, which is changed further
 * afterwards. Each begins differently, so that a target that posts cards for some tasks only is noticed.
 */
async function liveSparingly(
  check: CheckContext,
  anchors: readonly Anchor[],
): Promise<Pick<Events, "unbound" | "bound">> {
  const [first, second] = anchors;
  if (first === undefined) return { unbound: await liveUnbound(check, undefined), bound: [] };
  const low = { ...startIn(check, "backlog"), ...priorityNamed(check, "low") };
  const born = await beBorn(check, "bound life 0", first, { members: low });
  const unbound = await liveUnbound(check, born.task);
  const lived = await goOn(check, born);
  // The contract leaves open from which statuses a task can be blocked. If the first one got no card because of a
  // rejection, a task in the usual status replaces it.
  const isTold = lived.carded.some(({ card }) => card) || lived.rejected.length === 0;
  const bound = [isTold ? lived : await live(check, "bound life 0, as most begin", first)];
  if (second !== undefined) {
    const members = { ...startIn(check, "in_progress"), ...mostUrgent(check) };
    const begin = { members, above: born.task };
    bound.push(
      (await tryOrNull(() => live(check, "bound life 1 below", second, begin))) ??
        (await live(check, "bound life 1", second)),
    );
  }
  return { unbound, bound };
}

/**
 * Creates the unbound task, as a sub-task of the bound one if there is one: the channel of its parent is not its own. A
 * target may inherit the channel, which only shows if tasks show their channel.
 */
async function liveUnbound(check: CheckContext, above: CreatedTask | undefined): Promise<Life> {
  const members = startIn(check, "in_progress");
  const hasNone = ({ response }: CreatedTask) => isUnset(valueAt(response, "/data/channelId"));
  const mayTell = above !== undefined && !hasNone(above);
  const begin = { members: { ...mostUrgent(check), ...members }, above };
  const below = mayTell ? await tryOrNull(() => live(check, "unbound life below", null, begin)) : null;
  return below !== null && hasNone(below.task) ? below : live(check, "unbound life", null, { members });
}

/** Returns the last priority, in case code treats the most urgent tasks specially. */
function mostUrgent({ context }: CheckContext): JsonObject {
  const priority = wordsOf(fieldSchema(context.document, "create-task", "priority"), "priority").at(-1);
  return priority === undefined ? {} : { priority };
}

function priorityNamed({ context }: CheckContext, priority: string): JsonObject {
  return wordsOf(fieldSchema(context.document, "create-task", "priority"), "priority").includes(priority)
    ? { priority }
    : {};
}

function startIn({ context }: CheckContext, status: string): JsonObject {
  return wordsOf(fieldSchema(context.document, "create-task", "status"), "the initial status").includes(status)
    ? { status }
    : {};
}

/** The members of a new task, and its parent. */
interface Beginning {
  readonly members?: JsonObject;
  readonly above?: CreatedTask | undefined;
}

/** A new task, and the anchor after which its cards are searched. */
type Born = Pick<Life, "task" | "names" | "above" | "anchor">;

async function beBorn(
  check: CheckContext,
  key: string,
  anchor: Anchor | null,
  { members = {}, above }: Beginning,
): Promise<Born> {
  const assigneeAgentId = await check.reference("agent");
  const task = await createTask(check, key, {
    assigneeAgentId,
    ...(anchor ? { channelId: anchor.channel } : {}),
    ...(above ? { parentTaskId: above.id } : {}),
    ...members,
  });
  return { task, names: namesOf(task), above: above ? namesOf(above) : null, anchor };
}

async function live(
  check: CheckContext,
  key: string,
  anchor: Anchor | null,
  beginning: Beginning = {},
): Promise<Lived> {
  return goOn(check, await beBorn(check, key, anchor, beginning));
}

/** A life with the changes that the target rejected. */
interface Lived extends Life {
  readonly rejected: readonly TaskEvent[];
}

async function goOn(check: CheckContext, born: Born): Promise<Lived> {
  const { task, names, anchor } = born;
  const carded: Look[] = [];
  const rejected: TaskEvent[] = [];
  const exchanges: Exchange[] = [task.response];
  const look = async (event: TaskEvent) => {
    if (anchor) carded.push({ event, ...(await lookForCard(check, anchor, names)) });
  };
  const moves = [
    ["block", blockIt],
    ["release", releaseTask],
  ] as const;
  // In reverse order if no card is awaited, so that a release before a block is covered too.
  for (const [event, act] of anchor ? moves : moves.toReversed()) {
    const exchange = await act(check, task.id);
    exchanges.push(exchange);
    const isDone = requireResponse(exchange).status === 200;
    if (!isDone) rejected.push(event);
    const told = carded.some(({ card }) => card);
    if (isDone && !told) await look(event);
  }
  return { ...born, carded, exchanges, rejected };
}

function blockIt(check: CheckContext, taskId: string): Promise<Exchange> {
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
export async function lookForCard(check: CaseContext, anchor: Anchor, names: TaskNames): Promise<Omit<Look, "event">> {
  const isCard = (message: JsonObject) => mayMention(message, names, check.context.mark);
  const reading = readingOn(check, anchor);
  let read: readonly Exchange[] = [];
  const found = await succeedsEventually(check, async () => {
    const feed = await reading.further();
    read = feed.exchanges;
    const card = feed.messages.some(isCard);
    expectThat(card, { message: "no card yet", expected: "a card", actual: "none", keyword: "lag" });
  });
  if (found) return { card: true, read };
  const all = await reading.all();
  const card = all.messages.some(isCard);
  if (!card && !all.whole) {
    throw new Inconclusive("others write so much into the channel that it cannot be read to its end");
  }
  return { card, read: all.exchanges };
}
