import { allowing, completeRow, type Levels, levelsOf, OPEN, type Row, rowOf, type Space, sizesOf } from "./space.ts";
import { createTuples, type Tuples } from "./tuples.ts";

/** The number of candidates for each row; the one that covers most is used. */
const CANDIDATES = 8;

/**
 * Yields rows ordered by how much they newly cover: first until all possible pairs of levels are covered, then all
 * triples. A caller that stops early has covered nearly the maximum for this number of rows. The same seed gives the
 * same rows.
 */
export function* coveringRows(space: Space, seed: number): Generator<Row> {
  const random = randomFrom(seed);
  const pairs = createTuples(space, 2);
  const triples = createTuples(space, 3);
  // A space of one factor has no pairs: each of its levels is a row.
  for (const tuples of space.factors.length < 2 ? [createTuples(space, 1)] : [pairs, triples]) {
    for (;;) {
      const row = bestRow(space, tuples, random);
      if (row === null) break;
      for (const each of new Set([pairs, triples, tuples])) each.cover(row);
      yield rowOf(space, row);
    }
  }
}

/**
 * Returns rows that each change one level: every level but the first of its factor, with the first of all other
 * factors, if the exclusions allow it. The second level of every factor comes before the third of any.
 */
export function rowsOfOne(space: Space): Row[] {
  const plain = space.factors.map(() => 0);
  const most = Math.max(0, ...sizesOf(space));
  return Array.from({ length: most - 1 }, (_, index) => index + 1)
    .flatMap((level) =>
      space.factors.flatMap(({ levels }, factor) => (level < levels.length ? [plain.with(factor, level)] : [])),
    )
    .filter(allowing(space))
    .map((levels) => rowOf(space, levels));
}

/**
 * Returns rows that each change two levels: every pair of levels of two factors with the plain level of every other
 * one, if the exclusions allow it. The order depends only on the seed.
 */
export function rowsOfTwo(space: Space, plain: Row, seed: number): Row[] {
  const plainLevels = levelsOf(space, plain);
  const others = space.factors.flatMap(({ levels }, factor) =>
    levels.flatMap((_, level) => (level === plainLevels[factor] ? [] : [{ factor, level }])),
  );
  const rows = others.flatMap((one, index) =>
    others
      .slice(index + 1)
      .filter(({ factor }) => factor !== one.factor)
      .map((other) => plainLevels.with(one.factor, one.level).with(other.factor, other.level)),
  );
  return shuffled(rows.filter(allowing(space)), randomFrom(seed)).map((levels) => rowOf(space, levels));
}

/** Returns the candidate that covers most of the remaining combinations; null if none remain. */
function bestRow(space: Space, tuples: Tuples, random: Random): Levels | null {
  let best: { readonly row: Levels; readonly gain: number } | null = null;
  for (let index = 0; index < CANDIDATES; index += 1) {
    const row = candidate(space, tuples, random);
    if (row === null) return null;
    const gain = gainOf(tuples, row);
    if (best === null || gain > best.gain) best = { row, gain };
  }
  return best?.row ?? null;
}

/** Returns a row with one uncovered combination, completed factor by factor with the levels that cover most. */
function candidate(space: Space, tuples: Tuples, random: Random): Levels | null {
  const tuple = tuples.uncovered(random(tuples.possible));
  if (tuple === null) return null;
  const sizes = sizesOf(space);
  const start: Levels = sizes.map(() => OPEN);
  tuple.factors.forEach((factor, index) => {
    start[factor] = tuple.levels[index] ?? OPEN;
  });
  const order = shuffled(
    sizes.map((_, factor) => factor),
    random,
  );
  return completeRow(start, order, allowing(space), (factor, levels) => {
    const all = Array.from({ length: sizes[factor] ?? 0 }, (_, level) => level);
    return shuffled(all, random)
      .map((level) => ({ level, gain: tuples.gain(levels.with(factor, level), factor) }))
      .sort((one, other) => other.gain - one.gain)
      .map(({ level }) => level);
  });
}

/** Returns how many combinations a complete row would newly cover: each is counted at its last factor. */
function gainOf(tuples: Tuples, row: Readonly<Levels>): number {
  const soFar: Levels = row.map(() => OPEN);
  return row.reduce((sum, level, factor) => {
    soFar[factor] = level;
    return sum + tuples.gain(soFar, factor);
  }, 0);
}

/** Returns a whole number below the given one. */
type Random = (below: number) => number;

/** Returns numbers that depend only on the seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below);
  };
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}
