import { allowing, completeRow, type Levels, OPEN, type Space, sizesOf } from "./space.ts";

/** Levels of a few factors: the factors in rising order, and the level of each. */
export interface Tuple {
  readonly factors: readonly number[];
  readonly levels: readonly number[];
}

/** The combinations of levels that rows have covered so far. */
export interface Tuples {
  /** Combinations that some row can have. */
  readonly possible: number;
  covered(): number;
  /** Returns the number of uncovered combinations with this factor that the row, as far as it is set, has. */
  gain(levels: Readonly<Levels>, factor: number): number;
  /** Marks the combinations of a complete row as covered and returns how many are new. */
  cover(levels: Readonly<Levels>): number;
  /** Returns the first uncovered combination from a position on; null if all are covered. */
  uncovered(from: number): Tuple | null;
}

const COVERED = 1;
const IMPOSSIBLE = 2;

/** All combinations of this many factors of a space. */
export function createTuples(space: Space, strength: number): Tuples {
  const sizes = sizesOf(space);
  const groups = groupsOf(sizes, strength);
  const ofFactor = sizes.map((_, factor) => groups.filter(({ factors }) => factors.includes(factor)));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const state = impossibleOf(space, groups, total).slice();
  const possible = state.reduce((count, mark) => count + (mark === IMPOSSIBLE ? 0 : 1), 0);
  let covered = 0;

  function placeIn({ factors, from }: Group, levels: Readonly<Levels>): number {
    let place = 0;
    for (const factor of factors) {
      const level = levels[factor] ?? OPEN;
      if (level === OPEN) return OPEN;
      place = place * (sizes[factor] ?? 1) + level;
    }
    return from + place;
  }

  return {
    possible,
    covered: () => covered,
    gain: (levels, factor) =>
      (ofFactor[factor] ?? []).filter((group) => {
        const place = placeIn(group, levels);
        return place !== OPEN && state[place] === 0;
      }).length,
    cover(levels) {
      let news = 0;
      for (const group of groups) {
        const place = placeIn(group, levels);
        if (place === OPEN || state[place] !== 0) continue;
        state[place] = COVERED;
        news += 1;
      }
      covered += news;
      return news;
    },
    uncovered(from) {
      if (covered === possible) return null;
      const start = from % total;
      const next = state.indexOf(0, start);
      return tupleAt(groups, sizes, next === -1 ? state.indexOf(0) : next);
    },
  };
}

/** The combinations of certain factors: adjacent, from a position on. */
interface Group {
  readonly factors: readonly number[];
  readonly from: number;
  readonly count: number;
}

function groupsOf(sizes: readonly number[], strength: number): Group[] {
  let from = 0;
  return subsets(sizes.length, strength).map((factors) => {
    const count = factors.reduce((product, factor) => product * (sizes[factor] ?? 1), 1);
    const group = { factors, from, count };
    from += count;
    return group;
  });
}

/** Every choice of so many of the first numbers, in rising order. */
function subsets(count: number, size: number, least = 0): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: Math.max(0, count - least) }, (_, index) => least + index).flatMap((first) =>
    subsets(count, size - 1, first + 1).map((rest) => [first, ...rest]),
  );
}

function tupleAt(groups: readonly Group[], sizes: readonly number[], place: number): Tuple | null {
  const group = groups.find(({ from, count }) => place >= from && place < from + count);
  if (group === undefined) return null;
  let rest = place - group.from;
  const levels = group.factors.toReversed().map((factor) => {
    const size = sizes[factor] ?? 1;
    const level = rest % size;
    rest = Math.floor(rest / size);
    return level;
  });
  return { factors: group.factors, levels: levels.toReversed() };
}

/**
 * Marks of spaces, cached: finding combinations that are in no row is a search, and a run requests the same few spaces
 * repeatedly, one for each table of requests, as does a process with several runs.
 */
const known = new Map<string, Uint8Array>();

/** Returns a mark for each combination: {@link IMPOSSIBLE} if the exclusions keep it out of every row. */
function impossibleOf(space: Space, groups: readonly Group[], total: number): Uint8Array {
  const key = JSON.stringify([space, groups[0]?.factors.length]);
  const marks = known.get(key) ?? findImpossible(space, groups, total);
  known.set(key, marks);
  return marks;
}

function findImpossible(space: Space, groups: readonly Group[], total: number): Uint8Array {
  const marks = new Uint8Array(total);
  if (space.exclusions.length === 0) return marks;
  const sizes = sizesOf(space);
  // Every row needs a level of every factor, so with a factor without levels there is no row.
  if (sizes.includes(0)) return marks.fill(IMPOSSIBLE);
  const allows = allowing(space);
  const all = sizes.map((size) => Array.from({ length: size }, (_, level) => level));
  // A factor that no exclusion names can be combined with everything.
  const order = space.factors.flatMap(({ name }, factor) =>
    space.exclusions.some((exclusion) => exclusion[name] !== undefined) ? [factor] : [],
  );
  const some = completeRow(
    sizes.map(() => OPEN),
    order,
    allows,
    (factor) => all[factor] ?? [],
  );
  if (some === null) return marks.fill(IMPOSSIBLE);
  for (let place = 0; place < total; place += 1) {
    const tuple = tupleAt(groups, sizes, place);
    // Most combinations go with the levels that one row has: only for the others a row is searched.
    if (allows(withTuple(some, tuple))) continue;
    const open = withTuple(
      sizes.map(() => OPEN),
      tuple,
    );
    if (completeRow(open, order, allows, (factor) => all[factor] ?? []) === null) marks[place] = IMPOSSIBLE;
  }
  return marks;
}

/** Returns the row with the levels of the combination. */
function withTuple(row: Readonly<Levels>, tuple: Tuple | null): Levels {
  const levels = [...row];
  tuple?.factors.forEach((factor, index) => {
    levels[factor] = tuple.levels[index] ?? OPEN;
  });
  return levels;
}
