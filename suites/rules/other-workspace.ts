import { askedFor, granted } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfRun } from "../models/words.ts";
import { judgeThings, type Rule } from "./rule.ts";

/** Lists of one workspace, and what makes the things in them: each has a text that nothing else has. */
const LISTS = [
  {
    requirement: "isolation.list-tasks",
    operation: "list-tasks",
    pointer: "/data",
    making: "create-task",
    text: "title",
  },
  {
    requirement: "isolation.search-memories",
    operation: "search-memories",
    pointer: "/data/hits",
    making: "remember",
    text: "content",
  },
  {
    requirement: "isolation.recall-query",
    operation: "recall",
    pointer: "/data/hits",
    making: "remember",
    text: "content",
  },
  {
    requirement: "isolation.search-messages",
    operation: "search-messages",
    pointer: "/data/messages",
    making: "send-message",
    text: "content",
  },
  {
    requirement: "isolation.get-messages",
    operation: "get-messages",
    pointer: "/data/messages",
    making: "send-message",
    text: "content",
  },
] as const;

/** Nothing that the caller has created is in a list for another workspace. Identifiers may be the same in both; texts are not. */
export const apartRules: readonly Rule[] = LISTS.map(({ requirement, operation, pointer, making, text }) => ({
  requirement,
  name: "nothing of the caller's workspace for another one",
  operations: [operation],
  fixtures: ["otherWorkspace.apiKey"],
  judge: (knowledge) => {
    const key = knowledge.world.target.fixtures.otherWorkspace?.apiKey;
    const ours = textsOf(knowledge, making, text, key);
    const theirs = granted(knowledge, operation).filter(({ otherKey }) => otherKey !== null && otherKey === key);
    for (const past of theirs) {
      judgeThings(past, pointer, ({ [text]: shown }) =>
        typeof shown !== "string" || !ours.has(shown)
          ? null
          : {
              message: `${operation} must show another workspace nothing that the caller has created in its own`,
              expected: "nothing of it",
              actual: shown,
              member: text,
              keyword: "leak",
            },
      );
    }
    return theirs.length;
  },
}));

/** Texts of what the caller has created, and the other workspace has not. */
function textsOf(knowledge: Knowledge, making: string, member: string, key: string | undefined): ReadonlySet<string> {
  const made = granted(knowledge, making).map((past) => ({ ...past, text: String(askedFor(past, member)) }));
  const theirs = made.filter(({ otherKey }) => otherKey === key).map(({ text }) => text);
  const ours = made.filter(({ isOwn }) => isOwn).map(({ text }) => text);
  return new Set(ours.filter((text) => isOfRun(knowledge.world, text) && !theirs.includes(text)));
}
