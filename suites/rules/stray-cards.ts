import { isObject } from "../../spec/json.ts";
import { accepted, acceptedOrUnknown, possiblyAccepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere } from "../knowledge/resources.ts";
import { valueAt } from "../verifiers/read.ts";
import { mentionedBy, type TaskNames } from "../verifiers/task-mentions.ts";
import { judgeItems, type Rule } from "./rule.ts";

/** A task that must have no card, or none outside its own channel. */
interface NamedTask extends TaskNames {
  /** Null for a task without a channel. */
  readonly channel: string | null;
}

/** Cards appear only in the channel of their task. */
export const strayCardRules: readonly Rule[] = [
  {
    requirement: "events.no-card-unbound",
    name: "no message names a task without a channel",
    operations: ["create-task", "get-messages"],
    judge: (knowledge) =>
      judgeCards(knowledge, ({ channel }) => channel === null, "a task without a channel must post no card"),
  },
  {
    requirement: "events.card-own-channel",
    name: "no message of another channel names a task that is bound to one",
    operations: ["create-task", "get-messages"],
    judge: (knowledge) =>
      judgeCards(knowledge, ({ channel }) => channel !== null, "the cards of a task must appear only in its channel"),
  },
];

function judgeCards(knowledge: Knowledge, isJudged: (task: NamedTask) => boolean, message: string): number {
  const named = namedTasks(knowledge).filter(isJudged);
  const sent = new Set(accepted(knowledge, "send-message").map(({ exchange }) => valueAt(exchange, "/data/id")));
  // Another workspace may use the same identifier for another task.
  for (const entry of acceptedHere(knowledge, "get-messages")) {
    const others = named.filter(({ channel }) => channel === null || channel !== requested(entry, "channel"));
    judgeItems(entry, "/data/messages", (shown) => {
      const task = sent.has(shown.id) ? undefined : others.find(mentionedBy(shown));
      if (task === undefined) return null;
      return { message, expected: `no message that names ${task.identifier ?? task.id}`, keyword: "card" };
    });
  }
  return named.length;
}

/**
 * Returns the caller's tasks that a message can name only in their own card. Tasks with a parent or a sub-task are left
 * out: a card may name the parent of its task, and a sub-task may take over the channel of its parent.
 */
function namedTasks(knowledge: Knowledge): readonly NamedTask[] {
  const creations = accepted(knowledge, "create-task").filter(({ isOwn }) => isOwn);
  const parents = new Set(creations.map((entry) => requested(entry, "parentTaskId")));
  const areUnique = areIdentifiersUnique(knowledge);
  const otherTexts = [...writtenByRun(knowledge)];
  return creations.flatMap((entry) => {
    const task = valueAt(entry.exchange, "/data");
    if (!isObject(task) || typeof task.id !== "string" || typeof task.title !== "string") return [];
    const channel = requested(entry, "channelId") ?? null;
    const isUnrelated = !parents.has(task.id) && requested(entry, "parentTaskId") === undefined;
    const hasRequestedChannel =
      (task.channelId ?? null) === channel && (channel === null || typeof channel === "string");
    const { id, title, identifier } = task;
    if (!isUnrelated || !hasRequestedChannel || !title.includes(knowledge.context.mark)) return [];
    if (otherTexts.some(({ from, text }) => from !== entry && text.includes(title))) return [];
    const usableIdentifier = areUnique && isDistinctive(identifier) ? String(identifier) : null;
    return [{ id: isDistinctive(id) ? id : title, identifier: usableIdentifier, word: title, channel }];
  });
}

/**
 * Yields the texts that a message may contain without being the card of a task with this title: the titles of tasks,
 * including those that were possibly created, and the messages of the run, which others may quote.
 */
function* writtenByRun(knowledge: Knowledge): Generator<{ readonly from: HistoryEntry; readonly text: string }> {
  for (const from of accepted(knowledge, "create-task"))
    yield { from, text: String(valueAt(from.exchange, "/data/title")) };
  for (const from of possiblyAccepted(knowledge, "create-task")) yield { from, text: String(requested(from, "title")) };
  for (const from of acceptedOrUnknown(knowledge, "send-message"))
    yield { from, text: String(requested(from, "content")) };
}

/** Returns true if no two tasks share an identifier. Otherwise a card may name another task by it. */
function areIdentifiersUnique(knowledge: Knowledge): boolean {
  const identifiers = acceptedHere(knowledge, "create-task").map(({ exchange }) =>
    valueAt(exchange, "/data/identifier"),
  );
  return new Set(identifiers).size === identifiers.length;
}

/** Returns true for an identifier with letters and digits. A bare number may occur in any message. */
function isDistinctive(identifier: unknown): boolean {
  return typeof identifier === "string" && /\p{L}/u.test(identifier) && /\p{N}/u.test(identifier);
}
