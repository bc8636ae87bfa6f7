import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { stringAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { madeOf, type TriedTask, tryTask } from "./requests.ts";
import { lastSight } from "./scenarios.ts";

/** One code point, two UTF-16 units. */
const WIDE_SIGN = "🧪";

/**
 * Creates a task whose title has the maximum number of code points, most of them of two UTF-16 units; null if the
 * document states no maximum. The contract leaves open how the length is measured.
 */
export const wideTitle = oncePerRun((context: RunContext) =>
  once(async (check: CheckContext): Promise<TriedTask | null> => {
    const most = numberAt(fieldSchema(context.document, "create-task", "title"), "maxLength");
    if (most === undefined) return null;
    const key = "a title of wide signs";
    const before = `${context.mark} ${wordOf(context, key)} `.length;
    return tryTask(check, key, { title: wideText(most - before) });
  }),
);

/** Returns text of several words, which an index can store. */
function wideText(length: number): string {
  const isBlank = (index: number) => index % WORD === WORD - 1 && index < length - 1;
  return Array.from({ length }, (_, index) => (isBlank(index) ? " " : WIDE_SIGN)).join("");
}

/** The characters of a word, including the space after it. */
const WORD = 8;

/**
 * A title that is accepted by one measure must not be cut by another: it is listed as the response to its creation
 * shows it.
 */
export function longTitleListed(context: RunContext): Check {
  return defineCheck(
    {
      requirement: "tasks.create.listed",
      name: "a title of the maximum number of characters beyond 16 bits is listed",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const tried = await wideTitle(context)(check);
      const task = tried === null ? null : madeOf(tried);
      if (task === null) throw new NotApplicable("such a title is too long here");
      const title = stringAt(task.response, "/data/title");
      const seen = await lastSight(check, task, (seen) => seen.task.title === title);
      if (seen === null) throw new NotApplicable("the task with such a title is not listed");
      check.asserted();
      const why = "a listed task must show the title that the response to its creation shows";
      judging([task.response, seen.exchange], () => expectEqual(seen.exchange, `${seen.pointer}/title`, title, why));
    },
  );
}
