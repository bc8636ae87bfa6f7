import type { Change } from "../overrides/changes.ts";
import { onCall } from "../overrides/hooks.ts";

/**
 * Returns functions that undo changes this many calls of any operation later: `undoLater` records one, and `counting`
 * must see every call.
 */
export function createUndoLater(calls: number): {
  readonly undoLater: (undo: () => void) => void;
  readonly counting: Change;
} {
  const due: { readonly at: number; readonly undo: () => void }[] = [];
  let count = 0;
  return {
    undoLater: (undo) => due.push({ at: count + calls, undo }),
    counting: onCall("*", () => {
      count += 1;
      while ((due[0]?.at ?? Number.POSITIVE_INFINITY) <= count) due.shift()?.undo();
    }),
  };
}
