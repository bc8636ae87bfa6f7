import type { JsonObject } from "../../spec/json.ts";
import { statusOf } from "../client/exchange.ts";
import { isPlanRejection } from "../client/load-rejection.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import { type ItemList, MEMORY_LISTS, MESSAGE_LISTS, TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfRun } from "../models/words.ts";
import { OF_CREDENTIALS, OF_INPUT } from "./rejections.ts";
import { judgeItems, type Rule } from "./rule.ts";

interface Creation {
  readonly operation: string;
  readonly text: string;
  readonly requirement: string;
  /** The lists in which it would appear, found by its text. */
  readonly lists: readonly ItemList[];
}

const CREATIONS: readonly Creation[] = [
  {
    operation: "create-task",
    text: "title",
    requirement: "tasks.create.refused-without-effect",
    lists: [TASK_LIST],
  },
  {
    operation: "remember",
    text: "content",
    requirement: "memories.remember.refused-without-effect",
    lists: MEMORY_LISTS,
  },
  {
    operation: "send-message",
    text: "content",
    requirement: "messages.send.refused-without-effect",
    lists: MESSAGE_LISTS,
  },
];

const TASKS = { operation: "create-task", text: "title" } as const;

/** A rejected resource appears in no list. It is recognized by a text that no accepted resource has. */
export const rejectedCreationRules: readonly Rule[] = [
  ...CREATIONS.flatMap((creation) => [
    toRule(creation, creation.requirement, OF_INPUT),
    toRule(creation, "auth.refused-without-effect", OF_CREDENTIALS),
  ]),
  {
    requirement: "tasks.create.refused-without-effect",
    name: "a rejected task has no card",
    operations: ["create-task", "get-messages"],
    judge: judgeCards,
  },
];

/**
 * Expects that no message holds the title of a rejected task, unless another request or message of the run has it too.
 */
function judgeCards(knowledge: Knowledge): number {
  const titles = rejectedTexts(knowledge, TASKS, OF_INPUT);
  const asked = knowledge.history(TASKS.operation).map((past) => String(requested(past, TASKS.text)));
  const written = knowledge.history("send-message").map((past) => String(requested(past, "content")));
  const elsewhere = [...asked.filter((title) => !titles.has(title)), ...written];
  const rejected = [...titles].filter((title) => !elsewhere.some((other) => other.includes(title)));
  for (const past of accepted(knowledge, "get-messages")) {
    judgeItems(past, "/data/messages", ({ content }) =>
      rejected.some((title) => String(content).includes(title))
        ? {
            message: "a task whose creation was rejected must be named in no channel",
            expected: "no message with its title",
            member: "content",
            keyword: "card",
          }
        : null,
    );
  }
  return rejected.length;
}

function toRule(creation: Creation, requirement: string, statuses: readonly number[]): Rule {
  return {
    requirement,
    name: `a rejected ${creation.operation} leaves nothing behind`,
    operations: [creation.operation],
    judge: (knowledge) => judgeLeft(knowledge, creation, statuses),
  };
}

function judgeLeft(knowledge: Knowledge, creation: Creation, statuses: readonly number[]): number {
  const rejected = rejectedTexts(knowledge, creation, statuses);
  const { text } = creation;
  for (const { operation, pointers } of creation.lists) {
    for (const past of accepted(knowledge, operation)) {
      for (const list of pointers) {
        judgeItems(past, list, (thing) =>
          isOneOf(thing, text, rejected)
            ? {
                message: `nothing must be left of a ${creation.operation} that was rejected`,
                expected: `nothing with this ${text}`,
                member: text,
                keyword: "left",
              }
            : null,
        );
      }
    }
  }
  return rejected.size;
}

function isOneOf(thing: JsonObject, text: string, rejected: ReadonlySet<string>): boolean {
  const shown = thing[text];
  return typeof shown === "string" && rejected.has(shown);
}

/**
 * Returns the texts for which every response was a rejection. With any other response, the resource may exist for that
 * reason.
 */
function rejectedTexts(
  knowledge: Knowledge,
  { operation, text }: Pick<Creation, "operation" | "text">,
  statuses: readonly number[],
): ReadonlySet<string> {
  const rejected = new Set<string>();
  const taken = new Set<string>();
  for (const past of knowledge.history(operation)) {
    const asked = requested(past, text);
    if (typeof asked !== "string" || !isOfRun(knowledge.context, asked)) continue;
    // Rejections for a used-up plan belong to another requirement.
    const isRejected = statuses.includes(statusOf(past.exchange)) && !isPlanRejection(past.exchange);
    (isRejected ? rejected : taken).add(asked);
  }
  return new Set([...rejected].filter((one) => !taken.has(one)));
}
