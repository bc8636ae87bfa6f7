import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { comesToBe, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isUnset, requireResponse, valueAt } from "../../verifiers/read.ts";
import { mayMention, type TaskNames } from "../../verifiers/task-mentions.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "../tasks/requests.ts";
import { type Anchor, dropAnchor, inOneGo } from "./channel-feed.ts";
import { readingOn } from "./reading-on.ts";

/** What happens to a task through the API. */
export type TaskEvent = "block" | "release";

/** What was looked for after an event, with the responses that showed the channel last. */
export interface Look {
  readonly event: TaskEvent;
  readonly card: boolean;
  readonly read: readonly Exchange[];
}

/** The life of one task, with the cards that came into a channel after each event. */
export interface Life {
  readonly task: CreatedTask;
  readonly names: TaskNames;
  /** Its parent, where it lives below one. */
  readonly above: TaskNames | null;
  /** Where cards were looked for; null for a task whose cards nobody waits for. */
  readonly anchor: Anchor | null;
  /** Events after which a card more was there; events that the target rejected are left out. */
  readonly carded: readonly Look[];
  readonly exchanges: readonly Exchange[];
}

/** Channels with unbound and bound tasks that have lived in them. */
export interface Events {
  readonly anchors: readonly Anchor[];
  /** Lived before the bound ones. */
  readonly unbound: Life;
  /** One for each anchor, in the same order. */
  readonly bound: readonly Life[];
}

/** Lets one unbound task live, then one bound task in each channel of the caller. */
export async function letTasksLive(asked: CheckContext): Promise<Events> {
  // What the lives need is there before they begin.
  await asked.baseline("create-task");
  await asked.reference("agent");
  const check = inOneGo(asked);
  const { memberChannel, secondMemberChannel } = check.context.target.fixtures;
  const channels = [memberChannel, secondMemberChannel].filter((channel) => channel !== undefined);
  const anchors = await Promise.all(channels.map((channel) => dropAnchor(check, channel)));
  return { anchors, ...(await liveSparingly(check, anchors)) };
}

/**
 * With the fewest tasks: the unbound one lives below the first that is bound, whose life goes on after it. Each begins in
 * another way, so that what is told of some tasks alone shows.
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
  // From which statuses a task can be blocked is open: where it says nothing for that, another one lives as most do.
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
 * Below the bound one, where there is one: no channel of its own is not a channel of its parent's, unless it takes that over,
 * which shows only where tasks show their channel at all.
 */
async function liveUnbound(check: CheckContext, above: CreatedTask | undefined): Promise<Life> {
  const members = startIn(check, "in_progress");
  const hasNone = ({ response }: CreatedTask) => isUnset(valueAt(response, "/data/channelId"));
  const mayTell = above !== undefined && !hasNone(above);
  const begin = { members: { ...mostUrgent(check), ...members }, above };
  const below = mayTell ? await tryOrNull(() => live(check, "unbound life below", null, begin)) : null;
  return below !== null && hasNone(below.task) ? below : live(check, "unbound life", null, { members });
}

/** The priority that stands last: code that treats the most urgent tasks in its own way is met too. */
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

/** What a task begins with, and the one above it. */
interface Beginning {
  readonly members?: JsonObject;
  readonly above?: CreatedTask | undefined;
}

/** A task that has just been created, and where cards are looked for from then on. */
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

/** A life, with the changes that the target rejected. */
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
  // The other way round where no card is waited for: a task is released while it is under way, too.
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

/** What names a task in a message. */
export function namesOf({ id, word, response }: CreatedTask): TaskNames {
  const identifier = valueAt(response, "/data/identifier");
  return { id, word, identifier: typeof identifier === "string" ? identifier : null };
}

/** Whether a message names the task before the target's patience is over; Inconclusive where not all could be read. */
export async function lookForCard(check: CaseContext, anchor: Anchor, names: TaskNames): Promise<Omit<Look, "event">> {
  const isCard = (message: JsonObject) => mayMention(message, names, check.context.mark);
  const reading = readingOn(check, anchor);
  let read: readonly Exchange[] = [];
  const found = await comesToBe(check, async () => {
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
