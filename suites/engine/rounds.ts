import type { Check } from "./check.ts";

/** Lets the checks of a run begin round by round. */
export interface Rounds {
  /** Waits until the check may begin: all earlier rounds are over, and in a later round it is its turn. */
  turn(check: Check): Promise<void>;
  /** The check has ended. */
  ended(check: Check): void;
  /** True for a check of any round but the first. */
  isExtra(check: Check): boolean;
}

/**
 * Checks of a later round that are under way at once: those of the first are all needed, and of these the last may find the
 * budget spent. Enough that some can wait for an index while others go on.
 */
const UNDER_WAY = 24;

/** Rounds in which areas take turns; every check in the map has to come for its turn. */
export function createRounds(roundOf: ReadonlyMap<Check, number>): Rounds {
  const place = new Map(inTurns([...roundOf.keys()]).map((check, index) => [check, index]));
  const open = new Set(roundOf.keys());
  const waiting = new Map<Check, () => void>();
  let underWay = 0;

  function admit(): void {
    const current = Math.min(...[...open].map((check) => roundOf.get(check) ?? 0));
    const next = [...waiting.keys()]
      .filter((check) => (roundOf.get(check) ?? 0) <= current)
      .sort((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
    for (const check of next) {
      if (current > 0 && underWay >= UNDER_WAY) return;
      underWay += 1;
      waiting.get(check)?.();
      waiting.delete(check);
    }
  }

  return {
    turn: (check) =>
      new Promise((resolve) => {
        waiting.set(check, resolve);
        admit();
      }),
    ended(check) {
      underWay -= 1;
      open.delete(check);
      admit();
    },
    isExtra: (check) => (roundOf.get(check) ?? 0) > 0,
  };
}

/** The checks in an order in which areas take turns; those of an area keep theirs. */
function inTurns(checks: readonly Check[]): Check[] {
  const taken = new Map<string, number>();
  const turnOf = (area: string) => {
    const turn = taken.get(area) ?? 0;
    taken.set(area, turn + 1);
    return turn;
  };
  return checks
    .map((check) => ({ check, turn: turnOf(check.requirement.split(".", 1)[0] ?? "") }))
    .sort((one, other) => one.turn - other.turn)
    .map(({ check }) => check);
}
