import type { Call } from "../http/call.ts";
import type { Rules } from "../rules.ts";
import { type Change, type Patch, patched } from "./change.ts";

/**
 * Lets a change act on some calls only: its hooks as well as its rules. Of what answers are read from later only that is
 * changed which such a call has written, or reads.
 */
export function onlyWhen(holds: (call: Call) => boolean, change: Change): Change {
  const { around = (_call, next) => next() } = change;
  let acts = false;
  return {
    rules: (before) => {
      const after = change.rules === undefined ? before : patched<Rules>(before, change.rules(before));
      return eitherOf(before, after, () => acts) as Patch<Rules>;
    },
    around: (call, next) => {
      const acted = acts;
      acts = holds(call);
      try {
        return acts ? around(call, next) : next();
      } finally {
        acts = acted;
      }
    },
  };
}

/** One of two values, whichever is in force at the moment. */
function eitherOf(before: unknown, after: unknown, acts: () => boolean): unknown {
  if (typeof before === "function" && typeof after === "function") {
    return (...given: unknown[]) => (acts() ? after(...given) : before(...given));
  }
  if (!isTable(before) || !isTable(after)) return after;
  const table = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, other] = [before[name], after[name]];
    const isInner = [old, other].every((one) => typeof one === "function" || isTable(one));
    const inner = isInner && old !== other ? eitherOf(old, other, acts) : other;
    const get = isInner ? () => inner : () => (acts() ? other : old);
    Object.defineProperty(table, name, { enumerable: true, configurable: true, get });
  }
  return table;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
