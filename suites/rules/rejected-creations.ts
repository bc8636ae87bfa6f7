import type { JsonObject } from "../../spec/json.ts";
import { statusOf } from "../client/exchange.ts";
import { isPlanRejection } from "../client/load-rejection.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import { type ItemList, MEMORY_LISTS, MESSAGE_LISTS, TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfRun } from "../models/words.ts";
import { CREDENTIAL_REJECTIONS, INPUT_REJECTIONS } from "./rejections.ts";
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
    toRule(creation, creation.requirement, INPUT_REJECTIONS),
    toRule(creation, "auth.refused-without-effect", CREDENTIAL_REJECTIONS),
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
  const titles = rejectedTexts(knowledge, TASKS, INPUT_REJECTIONS);
  const requestedTitles = knowledge.history(TASKS.operation).map((entry) => String(requested(entry, TASKS.text)));
  const written = knowledge.history("send-message").map((entry) => String(requested(entry, "content")));
  const elsewhere = [...requestedTitles.filter((title) => !titles.has(title)), ...written];
  const rejected = [...titles].filter((title) => !elsewhere.some((other) => other.includes(title)));
  for (const entry of accepted(knowledge, "get-messages")) {
    judgeItems(entry, "/data/messages", ({ content }) =>
      rejected.some((title) => String(content).includes(title))
        ? {
            message: "no message may name a task whose creation was rejected",
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
    judge: (knowledge) => judgeLeftovers(knowledge, creation, statuses),
  };
}

function judgeLeftovers(knowledge: Knowledge, creation: Creation, statuses: readonly number[]): number {
  const rejected = rejectedTexts(knowledge, creation, statuses);
  const { text } = creation;
  for (const { operation, pointers } of creation.lists) {
    for (const entry of accepted(knowledge, operation)) {
      for (const list of pointers) {
        judgeItems(entry, list, (item) =>
          isOneOf(item, text, rejected)
            ? {
                message: `a rejected ${creation.operation} must create nothing`,
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

function isOneOf(item: JsonObject, text: string, rejected: ReadonlySet<string>): boolean {
  const shown = item[text];
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
  for (const entry of knowledge.history(operation)) {
    const value = requested(entry, text);
    if (typeof value !== "string" || !isOfRun(knowledge.context, value)) continue;
    // Rejections for a used-up plan belong to another requirement.
    const isRejected = statuses.includes(statusOf(entry.exchange)) && !isPlanRejection(entry.exchange);
    (isRejected ? rejected : taken).add(value);
  }
  return new Set([...rejected].filter((text) => !taken.has(text)));
}
