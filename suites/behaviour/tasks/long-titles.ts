import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { type TriedTask, tryTask } from "./requests.ts";

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
