import type { JsonObject } from "../json.ts";
import { pointerTokens, valueAt } from "../pointer.ts";
import type { DocumentProblem } from "./document-problem.ts";

/**
 * Adds a hint to a problem of a list that an overlay made longer: overlays append to lists, and the author of `update:
 * { type: [string] }` meant to replace it. Returns other problems unchanged.
 *
 * @param before the document without the overlay
 * @param after the document with it
 */
export function explainAppended(problem: DocumentProblem, before: JsonObject, after: JsonObject): DocumentProblem {
  const [old, now] = [valueAt(before, problem.pointer), valueAt(after, problem.pointer)];
  if (!Array.isArray(old) || !Array.isArray(now) || now.length <= old.length) return problem;
  const steps = pointerTokens(problem.pointer);
  const name = steps.at(-1);
  const hint =
    `An overlay appends to lists; this one had ${counted(old.length)}. To replace it, remove it in one action and set it in the next: ` +
    `{ target: "${jsonPath(steps)}", remove: true }, { target: "${jsonPath(steps.slice(0, -1))}", update: { ${name}: […] } }. ` +
    "To change a single item, target the item.";
  return { ...problem, hint };
}

function counted(items: number): string {
  return items === 1 ? "1 item" : `${items} items`;
}

function jsonPath(steps: readonly string[]): string {
  return `$${steps.map((step) => (/^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `['${step}']`)).join("")}`;
}
