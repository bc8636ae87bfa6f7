import type { History, Past } from "../../knowledge/history.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/** A history as the other agent has it: what it sent is its own, and what the caller sent is another's. */
export function asSecondCaller(history: History, target: ResolvedTarget): History {
  const { apiKey, fixtures } = target;
  const callerKey = fixtures.otherAgent?.apiKey ?? "";
  const turned = new WeakMap<readonly Past[], readonly Past[]>();
  return {
    note: (operation, past) => history.note(operation, { ...past, ...toldTo(past, apiKey, callerKey) }),
    of(operation) {
      const all = history.of(operation);
      const known = turned.get(all) ?? all.map((past) => ({ ...past, ...toldTo(past, callerKey, apiKey) }));
      turned.set(all, known);
      return known;
    },
    keepingAll: () => asSecondCaller(history.keepingAll(), target),
  };
}

/** Whose key a request carried, told to the holder of `theirs` in place of that of `ours`. */
function toldTo(
  past: Pick<Past, "isOwn" | "otherKey">,
  ours: string,
  theirs: string,
): Pick<Past, "isOwn" | "otherKey"> {
  if (past.isOwn) return { isOwn: false, otherKey: ours };
  return past.otherKey === theirs ? { isOwn: true, otherKey: null } : past;
}
