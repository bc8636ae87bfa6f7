import { isObject, type JsonObject } from "../../spec/json.ts";
import { askedFor, granted, perhapsGranted } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfTheWorkspace } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { valueAt } from "../verifiers/read.ts";
import { mentionedBy } from "../verifiers/task-mentions.ts";
import { judgeThings, type Rule } from "./rule.ts";

/** What shows in each single response, whatever it was asked for. */
export const aloneRules: readonly Rule[] = [
  {
    requirement: "events.no-card-unbound",
    name: "no message names a task without a channel",
    operations: ["create-task", "get-messages"],
    judge: judgeCards,
  },
  {
    requirement: "messages.send.sender-type",
    name: "no message of an agent names a human",
    operations: ["send-message"],
    judge: judgeSenderType,
  },
];

interface Own {
  readonly id: string;
  readonly task: JsonObject;
  readonly past: Past;
}

/** Tasks that the caller has created, as the responses to their making show them. */
function ownTasks(knowledge: Knowledge): readonly Own[] {
  return granted(knowledge, "create-task").flatMap((past) => {
    const task = valueAt(past.exchange, "/data");
    return past.isOwn && isObject(task) && typeof task.id === "string" ? [{ id: task.id, task, past }] : [];
  });
}

/** A card may name the task above its own, and a sub-task may be bound as the one above is: those that stand alone are judged. */
function judgeCards(knowledge: Knowledge): number {
  const tasks = ownTasks(knowledge);
  const above = new Set(tasks.map(({ past }) => askedFor(past, "parentTaskId")));
  const unbound = tasks.filter(
    ({ id, task, past }) =>
      !above.has(id) &&
      [askedFor(past, "parentTaskId"), askedFor(past, "channelId")].every((one) => one === undefined) &&
      (task.channelId ?? null) === null,
  );
  const isOne = areIdentifiersOfOne(knowledge);
  // The card of a task may hold the title of another one, where that is a part of its own.
  const alone = new Set(unbound.map(({ past }) => past));
  const others = granted(knowledge, "create-task").filter((past) => !alone.has(past));
  const titles = others.map(({ exchange }) => String(valueAt(exchange, "/data/title")));
  // And what the run has written to a channel itself others may quote there.
  const sending = [...granted(knowledge, "send-message"), ...perhapsGranted(knowledge, "send-message")];
  const written = sending.map((past) => String(askedFor(past, "content")));
  // A bound task may be there, with its card, although the response to its making never came.
  const lost = perhapsGranted(knowledge, "create-task").map((past) => String(askedFor(past, "title")));
  const elsewhere = [...titles, ...written, ...lost];
  const mayStandElsewhere = (title: string) => elsewhere.some((other) => other.includes(title));
  const names = unbound.flatMap(({ id, task }) =>
    typeof task.title === "string" && task.title.includes(knowledge.world.mark) && !mayStandElsewhere(task.title)
      ? [
          {
            id: isTelling(id) ? id : task.title,
            identifier: isOne && isTelling(task.identifier) ? String(task.identifier) : null,
            word: task.title,
          },
        ]
      : [],
  );
  const sent = new Set(granted(knowledge, "send-message").map(({ exchange }) => valueAt(exchange, "/data/id")));
  for (const past of granted(knowledge, "get-messages")) {
    judgeThings(past, "/data/messages", (message) => {
      const named = sent.has(message.id) ? undefined : names.find(mentionedBy(message));
      return named === undefined
        ? null
        : {
            message: "a task that is bound to no channel must post no card",
            expected: `no message that names ${named.identifier ?? named.id}`,
            keyword: "card",
          };
    });
  }
  return names.length;
}

/** Where tasks share identifiers, a card may name another task by one. */
function areIdentifiersOfOne(knowledge: Knowledge): boolean {
  const here = granted(knowledge, "create-task").filter((past) => isOfTheWorkspace(knowledge, past));
  const identifiers = here.map(({ exchange }) => valueAt(exchange, "/data/identifier"));
  return new Set(identifiers).size === identifiers.length;
}

/** A number alone may stand in any message. */
function isTelling(identifier: unknown): boolean {
  return typeof identifier === "string" && /\p{L}/u.test(identifier) && /\p{N}/u.test(identifier);
}

function judgeSenderType(knowledge: Knowledge): number {
  const sent = granted(knowledge, "send-message");
  for (const { exchange } of sent) {
    judging([exchange], () =>
      expectThat(valueAt(exchange, "/data/senderType") !== "human", {
        message: "a message that an agent sent should not name a human as its sender",
        expected: "another kind of sender",
        actual: "human",
        pointer: "/data/senderType",
        keyword: "human",
      }),
    );
  }
  return sent.length;
}
