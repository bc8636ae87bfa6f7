import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { defineStimulus } from "../define-check.ts";
import { requireListed } from "./listing.ts";
import { createdTaskOf, type TaskAttempt, tryTask } from "./requests.ts";

/** One code point, two UTF-16 units. */
const SURROGATE_PAIR = "🧪";

/**
 * Creates a task whose title has the maximum number of code points, most of them of two UTF-16 units; null if the
 * document states no maximum. The contract leaves open how the length is measured.
 */
export const createTaskWithSurrogatePairs = oncePerRun((context: RunContext) =>
  once(async (check: CheckContext): Promise<TaskAttempt | null> => {
    const maxLength = numberAt(fieldSchema(context.document, "create-task", "title"), "maxLength");
    if (maxLength === undefined) return null;
    const key = "a title of wide signs";
    const prefixLength = `${context.mark} ${wordOf(context, key)} `.length;
    return tryTask(check, key, { title: wordsOfSurrogatePairs(maxLength - prefixLength) });
  }),
);

/** A title that is accepted by one measure must not be cut by another in lists. */
export function surrogatePairTitleListed(context: RunContext): Check {
  return defineStimulus(
    {
      requirement: "consistency.task-views",
      name: "a title of the maximum number of surrogate pairs is listed; judged by the rules",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const attempt = await createTaskWithSurrogatePairs(context)(check);
      const task = attempt === null ? null : createdTaskOf(attempt);
      if (task !== null) await requireListed(check, task);
    },
  );
}

/** Returns text of several words, which an index can store. */
function wordsOfSurrogatePairs(length: number): string {
  const isSpace = (index: number) => index % WORD_LENGTH === WORD_LENGTH - 1 && index < length - 1;
  return Array.from({ length }, (_, index) => (isSpace(index) ? " " : SURROGATE_PAIR)).join("");
}

/** The characters of a word, including the space after it. */
const WORD_LENGTH = 8;
