import { allowing, completed, type Levels, OPEN, type Space, sizesOf } from "./space.ts";

/** Levels of a few factors: the factors in rising order, and the level of each. */
export interface Tuple {
  readonly factors: readonly number[];
  readonly levels: readonly number[];
}

/** Which combinations of levels rows have shown so far. */
export interface Tuples {
  /** Combinations that some row can have. */
  readonly possible: number;
  covered(): number;
  /** Combinations not covered yet that the row, as far as it is set, has with this factor. */
  gain(levels: Readonly<Levels>, factor: number): number;
  /** Counts what a whole row has; how much of it is new. */
  cover(levels: Readonly<Levels>): number;
  /** The first combination, from a place on, that is not covered; null where all are. */
  uncovered(from: number): Tuple | null;
}

const COVERED = 1;
const IMPOSSIBLE = 2;

/** All combinations of so many factors of a space. */
export function createTuples(space: Space, strength: number): Tuples {
  const sizes = sizesOf(space);
  const groups = groupsOf(sizes, strength);
  const ofFactor = sizes.map((_, factor) => groups.filter(({ factors }) => factors.includes(factor)));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const state = new Uint8Array(total);
  const possible = total - markImpossible(space, groups, state);
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

/** The combinations of certain factors: they stand together, from a place on. */
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

/** Marks what stands in no row, as the exclusions have it; how many there are. */
function markImpossible(space: Space, groups: readonly Group[], state: Uint8Array): number {
  if (space.exclusions.length === 0) return 0;
  const sizes = sizesOf(space);
  const allows = allowing(space);
  const order = sizes.map((_, factor) => factor);
  const all = sizes.map((size) => Array.from({ length: size }, (_, level) => level));
  let impossible = 0;
  for (let place = 0; place < state.length; place += 1) {
    const levels = order.map(() => OPEN);
    const tuple = tupleAt(groups, sizes, place);
    tuple?.factors.forEach((factor, index) => {
      levels[factor] = tuple.levels[index] ?? OPEN;
    });
    if (completed(levels, order, allows, (factor) => all[factor] ?? []) !== null) continue;
    state[place] = IMPOSSIBLE;
    impossible += 1;
  }
  return impossible;
}
