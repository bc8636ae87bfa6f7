import { allowing, completed, type Levels, levelsOf, OPEN, type Row, rowOf, type Space, sizesOf } from "./space.ts";
import { createTuples, type Tuples } from "./tuples.ts";

/** Rows that are made for each that is taken: the one that covers most. */
const CANDIDATES = 8;

/**
 * Rows in the order of what they newly cover: at first until all pairs of levels have been met that can be met, then until
 * all triples have. Whoever stops earlier has covered the most that this many rows cover, nearly. The same seed, the same rows.
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
 * Rows that show what each level does alone: each but the first of its factor, with the first of all others, where these go
 * together. The second level of every factor comes before the third of any.
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
 * Rows that show what two levels do together: each pair of levels of two factors with the plain level of every other one,
 * where these go together. In an order that depends on the seed alone.
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

/** The candidate that covers most of what is left; null where nothing is. */
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

/** A row with one combination that is left, and with it the levels that cover most, factor by factor. */
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
  return completed(start, order, allowing(space), (factor, levels) => {
    const all = Array.from({ length: sizes[factor] ?? 0 }, (_, level) => level);
    return shuffled(all, random)
      .map((level) => ({ level, gain: tuples.gain(levels.with(factor, level), factor) }))
      .sort((one, other) => other.gain - one.gain)
      .map(({ level }) => level);
  });
}

/** What a whole row would newly cover: each combination is counted at the last of its factors. */
function gainOf(tuples: Tuples, row: Readonly<Levels>): number {
  const soFar: Levels = row.map(() => OPEN);
  return row.reduce((sum, level, factor) => {
    soFar[factor] = level;
    return sum + tuples.gain(soFar, factor);
  }, 0);
}

/** A whole number below the given one. */
type Random = (below: number) => number;

/** Numbers that depend on the seed alone (mulberry32). */
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
