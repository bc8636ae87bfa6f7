import type { History, HistoryEntry } from "../../knowledge/history.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/**
 * Returns the history as the other agent sees it: its requests are its own, and those of the caller are another
 * agent's.
 */
export function secondCallerHistory(history: History, target: ResolvedTarget): History {
  const { apiKey, fixtures } = target;
  const callerKey = fixtures.otherAgent?.apiKey ?? "";
  const turned = new WeakMap<readonly HistoryEntry[], readonly HistoryEntry[]>();
  return {
    note: (operation, past) => history.note(operation, { ...past, ...withCallersSwapped(past, apiKey, callerKey) }),
    of(operation) {
      const all = history.of(operation);
      const known = turned.get(all) ?? all.map((past) => ({ ...past, ...withCallersSwapped(past, callerKey, apiKey) }));
      turned.set(all, known);
      return known;
    },
    keepingAll: () => secondCallerHistory(history.keepingAll(), target),
  };
}

/** Returns which key a request carried, with the two agents swapped. */
function withCallersSwapped(
  past: Pick<HistoryEntry, "isOwn" | "otherKey">,
  ours: string,
  theirs: string,
): Pick<HistoryEntry, "isOwn" | "otherKey"> {
  if (past.isOwn) return { isOwn: false, otherKey: ours };
  return past.otherKey === theirs ? { isOwn: true, otherKey: null } : past;
}
