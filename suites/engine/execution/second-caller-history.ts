import type { History, HistoryEntry } from "../../knowledge/history.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/**
 * Returns the history as the other agent sees it: its requests are its own, and those of the caller are another
 * agent's.
 */
export function secondCallerHistory(history: History, target: ResolvedTarget): History {
  const { apiKey, fixtures } = target;
  const callerKey = fixtures.otherAgent?.apiKey ?? "";
  const swapped = new WeakMap<readonly HistoryEntry[], readonly HistoryEntry[]>();
  return {
    note: (operation, entry) => history.note(operation, { ...entry, ...withCallersSwapped(entry, apiKey, callerKey) }),
    of(operation) {
      const all = history.of(operation);
      const known =
        swapped.get(all) ?? all.map((entry) => ({ ...entry, ...withCallersSwapped(entry, callerKey, apiKey) }));
      swapped.set(all, known);
      return known;
    },
    keepingAll: () => secondCallerHistory(history.keepingAll(), target),
  };
}

/** Returns which key a request carried, with the two agents swapped. */
function withCallersSwapped(
  entry: Pick<HistoryEntry, "isOwn" | "otherKey">,
  otherKey: string,
  theirs: string,
): Pick<HistoryEntry, "isOwn" | "otherKey"> {
  if (entry.isOwn) return { isOwn: false, otherKey };
  return entry.otherKey === theirs ? { isOwn: true, otherKey: null } : entry;
}
