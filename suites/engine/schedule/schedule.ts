import type { Check } from "../check/check.ts";

/** Lets the checks of a run begin round by round. */
export interface Schedule {
  /** Resolves when the check may begin: all earlier rounds are over and, in a later round, it is its turn. */
  turn(check: Check): Promise<void>;
  /** The check has ended and will not be retried. */
  ended(check: Check): void;
  /** Ends the check for now and moves it to a later round, for which it must wait again. */
  again(check: Check, round: number): void;
  /** Moves the check to the round in which each check runs alone. */
  retry(check: Check): void;
  /**
   * Runs a part of a check that watches for long, or waits for resources of others. The next round does not wait for
   * it.
   */
  whileWatching<T>(check: Check, run: () => Promise<T>): Promise<T>;
  /** Returns true while any first check has not ended, including those that watch or have not begun. */
  isFirstOpen(): boolean;
  /** Returns true for a check that is not a first check, and for a further pass of any. */
  isExtra(check: Check): boolean;
}

/**
 * The most checks of a later round that run at once: enough for some to wait for an index while others continue. In the
 * last round the budget is likely to run out, and requests of unfinished checks are wasted.
 */
const MAX_RUNNING = 24;
const MAX_RUNNING_AT_LAST = 4;

/** The order of the checks of a run. */
export interface Plan {
  /** The round of each check, from 0 on. */
  readonly rounds: ReadonlyMap<Check, number>;
  /** The first checks. When requests run short, others are dropped for them, in whichever round they are. */
  readonly first: ReadonlySet<Check>;
  /** The round in which checks are retried, each alone. */
  readonly retry: number;
}

/** Creates a schedule in which areas take turns. Every check of the plan must wait for its turn. */
export function createSchedule({ rounds, first, retry }: Plan): Schedule {
  const roundOf = new Map(rounds);
  const firstChecks = new Set(first);
  const firstOpen = new Set(first);
  const position = new Map(alternatingAreas([...roundOf.keys()]).map((check, index) => [check, index]));
  /** The number of unfinished checks of each round; cached, since it is needed whenever a check begins or ends. */
  const open = new Map<number, number>();
  for (const round of roundOf.values()) count(round, 1);
  const last = Math.max(...roundOf.values());
  const waiting = new Map<Check, () => void>();
  const watching = new Map<Check, number>();
  let running = 0;

  function count(round: number | undefined, change: 1 | -1): void {
    if (round === undefined) return;
    const left = (open.get(round) ?? 0) + change;
    if (left === 0) open.delete(round);
    else open.set(round, left);
  }

  /** Counts the cases of a check that watch. The check blocks no round from the first to the last of them. */
  function countWatching(check: Check, change: 1 | -1): void {
    const before = watching.get(check) ?? 0;
    if (before + change === 0) watching.delete(check);
    else watching.set(check, before + change);
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
          (roundOf.get(one) ?? 0) - (roundOf.get(other) ?? 0) || (position.get(one) ?? 0) - (position.get(other) ?? 0),
      );
    // Checks that judge all traffic also wait for those that watch.
    if (current >= retry && watching.size > 0) return;
    const max = maxRunning(current);
    for (const check of next) {
      if (running >= max) return;
      running += 1;
      waiting.get(check)?.();
      waiting.delete(check);
    }
  }

  function maxRunning(round: number): number {
    if (round === retry) return 1;
    // Some of the first checks wait for an index or for resources of others.
    if (round === 0) return Number.POSITIVE_INFINITY;
    return round < last ? MAX_RUNNING : MAX_RUNNING_AT_LAST;
  }

  function again(check: Check, round: number): void {
    running -= 1;
    firstOpen.delete(check);
    firstChecks.delete(check);
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
      running -= 1;
      firstOpen.delete(check);
      count(roundOf.get(check), -1);
      admit();
    },
    again,
    retry: (check) => again(check, retry),
    async whileWatching(check, run) {
      countWatching(check, 1);
      try {
        return await run();
      } finally {
        countWatching(check, -1);
      }
    },
    isFirstOpen: () => firstOpen.size > 0,
    isExtra: (check) => !firstChecks.has(check),
  };
}

/** Returns the checks in an order in which areas take turns. Those of one area keep their order. */
function alternatingAreas(checks: readonly Check[]): Check[] {
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
