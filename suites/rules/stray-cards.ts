import { isObject } from "../../spec/json.ts";
import { accepted, possiblyAccepted, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere } from "../knowledge/resources.ts";
import { valueAt } from "../verifiers/read.ts";
import { mentionedBy, type TaskNames } from "../verifiers/task-mentions.ts";
import { judgeItems, type Rule } from "./rule.ts";

/** A task of which no card may come, or none into other channels than its own. */
interface Named extends TaskNames {
  /** Null for one that is bound to none. */
  readonly channel: string | null;
}

/** Cards of tasks stand where these are bound, and nowhere else. */
export const strayCardRules: readonly Rule[] = [
  {
    requirement: "events.no-card-unbound",
    name: "no message names a task without a channel",
    operations: ["create-task", "get-messages"],
    judge: (knowledge) =>
      judgeCards(knowledge, ({ channel }) => channel === null, "a task that is bound to no channel must post no card"),
  },
  {
    requirement: "events.card-own-channel",
    name: "no message of another channel names a task that is bound to one",
    operations: ["create-task", "get-messages"],
    judge: (knowledge) =>
      judgeCards(
        knowledge,
        ({ channel }) => channel !== null,
        "the cards of a task must appear in no channel but its own",
      ),
  },
];

function judgeCards(knowledge: Knowledge, isMeant: (task: Named) => boolean, message: string): number {
  const named = namedTasks(knowledge).filter(isMeant);
  const sent = new Set(accepted(knowledge, "send-message").map(({ exchange }) => valueAt(exchange, "/data/id")));
  // In another workspace the same identifier may be that of another task.
  for (const past of acceptedHere(knowledge, "get-messages")) {
    const strangers = named.filter(({ channel }) => channel === null || channel !== requested(past, "channel"));
    judgeItems(past, "/data/messages", (shown) => {
      const task = sent.has(shown.id) ? undefined : strangers.find(mentionedBy(shown));
      if (task === undefined) return null;
      return { message, expected: `no message that names ${task.identifier ?? task.id}`, keyword: "card" };
    });
  }
  return named.length;
}

/**
 * Tasks of the caller that a message can name only with a card of their own. A card may name the task above its own, and a
 * sub-task may be bound as the one above is: those that are alone count.
 */
function namedTasks(knowledge: Knowledge): readonly Named[] {
  const made = accepted(knowledge, "create-task").filter(({ isOwn }) => isOwn);
  const above = new Set(made.map((past) => requested(past, "parentTaskId")));
  const isOne = areIdentifiersOfOne(knowledge);
  const elsewhere = [...writtenByRun(knowledge)];
  return made.flatMap((past) => {
    const task = valueAt(past.exchange, "/data");
    if (!isObject(task) || typeof task.id !== "string" || typeof task.title !== "string") return [];
    const channel = requested(past, "channelId") ?? null;
    const isAlone = !above.has(task.id) && requested(past, "parentTaskId") === undefined;
    const isBoundAsAsked = (task.channelId ?? null) === channel && (channel === null || typeof channel === "string");
    const { id, title, identifier } = task;
    if (!isAlone || !isBoundAsAsked || !title.includes(knowledge.context.mark)) return [];
    if (elsewhere.some(({ from, text }) => from !== past && text.includes(title))) return [];
    const told = isOne && isTelling(identifier) ? String(identifier) : null;
    return [{ id: isTelling(id) ? id : title, identifier: told, word: title, channel }];
  });
}

/**
 * Texts that messages may hold for another reason than a card of the task with that title: titles of other tasks, also of
 * those that may be there although no response told so, and what the run has written itself, which others may quote.
 */
function* writtenByRun(knowledge: Knowledge): Generator<{ readonly from: Past; readonly text: string }> {
  for (const from of accepted(knowledge, "create-task"))
    yield { from, text: String(valueAt(from.exchange, "/data/title")) };
  for (const from of possiblyAccepted(knowledge, "create-task")) yield { from, text: String(requested(from, "title")) };
  for (const from of [...accepted(knowledge, "send-message"), ...possiblyAccepted(knowledge, "send-message")])
    yield { from, text: String(requested(from, "content")) };
}

/** Where tasks share identifiers, a card may name another task by one. */
function areIdentifiersOfOne(knowledge: Knowledge): boolean {
  const identifiers = acceptedHere(knowledge, "create-task").map(({ exchange }) =>
    valueAt(exchange, "/data/identifier"),
  );
  return new Set(identifiers).size === identifiers.length;
}

/** A number alone may stand in any message. */
function isTelling(identifier: unknown): boolean {
  return typeof identifier === "string" && /\p{L}/u.test(identifier) && /\p{N}/u.test(identifier);
}
