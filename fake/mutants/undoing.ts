import type { Change } from "../overrides/change.ts";
import { onCall } from "../overrides/hooks.ts";

/** Undoes things this many calls of any operation later: `undoLater` notes one, and `counting` has to see every call. */
export function undoing(calls: number): { readonly undoLater: (undo: () => void) => void; readonly counting: Change } {
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
