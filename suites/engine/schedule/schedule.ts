import type { Check } from "../check/check.ts";

/** Lets the checks of a run begin round by round. */
export interface Schedule {
  /** Waits until the check may begin: all earlier rounds are over, and in a later round it is its turn. */
  turn(check: Check): Promise<void>;
  /** The check has ended and will not be retried. */
  ended(check: Check): void;
  /** The check is over for now, and comes again in a later round, for which its turn has to be waited for again. */
  again(check: Check, round: number): void;
  /** The same for the round in which each check is alone, when nothing else is under way. */
  retry(check: Check): void;
  /** What a check does that looks on for long, or waits for what others make: the next round does not wait for that. */
  whileLookingOn<T>(check: Check, look: () => Promise<T>): Promise<T>;
  /** True while a first look has not ended, one that looks on or has not begun included. */
  isFirstOpen(): boolean;
  /** True for a check that is no first look. */
  isExtra(check: Check): boolean;
}

/**
 * Checks of a later round that are under way at once: enough that some can wait for an index while others go on. In the last
 * round the budget is likely to end, and what is under way then has been spent for nothing.
 */
const UNDER_WAY = 24;
const UNDER_WAY_AT_LAST = 4;

/** When the checks of a run are taken up. */
export interface Plan {
  /** The round of each check, from 0 on. */
  readonly rounds: ReadonlyMap<Check, number>;
  /** The first looks: what others are left out for where requests run short, in whichever round they are. */
  readonly first: ReadonlySet<Check>;
  /** The round in which checks are tried once more, each alone. */
  readonly retry: number;
}

/** Schedule in which areas take turns; every check of the plan has to come for its turn. */
export function createSchedule({ rounds, first, retry }: Plan): Schedule {
  const roundOf = new Map(rounds);
  const firstLooks = new Set(first);
  const firstOpen = new Set(first);
  const place = new Map(inTurns([...roundOf.keys()]).map((check, index) => [check, index]));
  /** How many checks of each round are not over yet: asked for whenever one begins or ends. */
  const open = new Map<number, number>();
  for (const round of roundOf.values()) count(round, 1);
  const last = Math.max(...roundOf.values());
  const waiting = new Map<Check, () => void>();
  const lookingOn = new Map<Check, number>();
  let underWay = 0;

  function count(round: number | undefined, change: 1 | -1): void {
    if (round === undefined) return;
    const left = (open.get(round) ?? 0) + change;
    if (left === 0) open.delete(round);
    else open.set(round, left);
  }

  /** Several cases of a check may look on at once: it holds nobody up from the first to the last of them. */
  function looksOn(check: Check, change: 1 | -1): void {
    const before = lookingOn.get(check) ?? 0;
    if (before + change === 0) lookingOn.delete(check);
    else lookingOn.set(check, before + change);
    if (before === 0) count(roundOf.get(check), -1);
    if (before + change === 0) count(roundOf.get(check), 1);
    admit();
  }

  function admit(): void {
    const current = Math.min(...open.keys());
    const next = [...waiting.keys()]
      .filter((check) => (roundOf.get(check) ?? 0) <= current)
      .sort(
        (one, other) =>
          (roundOf.get(one) ?? 0) - (roundOf.get(other) ?? 0) || (place.get(one) ?? 0) - (place.get(other) ?? 0),
      );
    // What judges all traffic waits for those that look on as well.
    if (current >= retry && lookingOn.size > 0) return;
    const places = placesIn(current);
    for (const check of next) {
      if (underWay >= places) return;
      underWay += 1;
      waiting.get(check)?.();
      waiting.delete(check);
    }
  }

  function placesIn(round: number): number {
    if (round === retry) return 1;
    // Of the first looks some wait for an index, or for what others make.
    if (round === 0) return Number.POSITIVE_INFINITY;
    return round < last ? UNDER_WAY : UNDER_WAY_AT_LAST;
  }

  function again(check: Check, round: number): void {
    underWay -= 1;
    firstOpen.delete(check);
    firstLooks.delete(check);
    count(roundOf.get(check), -1);
    count(round, 1);
    roundOf.set(check, round);
    admit();
  }

  return {
    turn: (check) =>
      new Promise((resolve) => {
        waiting.set(check, resolve);
        admit();
      }),
    ended(check) {
      underWay -= 1;
      firstOpen.delete(check);
      count(roundOf.get(check), -1);
      admit();
    },
    again,
    retry: (check) => again(check, retry),
    async whileLookingOn(check, look) {
      looksOn(check, 1);
      try {
        return await look();
      } finally {
        looksOn(check, -1);
      }
    },
    isFirstOpen: () => firstOpen.size > 0,
    isExtra: (check) => !firstLooks.has(check),
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
