import { levelsOf, type Row, type Space } from "./space.ts";
import { createTuples } from "./tuples.ts";

/**
 * Returns the number of combinations of this many levels (pairs, triples) that rows can have, and how many of them
 * these rows have.
 */
export function combinationCoverage(
  space: Space,
  rows: readonly Row[],
  strength: number,
): { readonly possible: number; readonly covered: number } {
  const tuples = createTuples(space, strength);
  for (const row of rows) tuples.cover(levelsOf(space, row));
  return { possible: tuples.possible, covered: tuples.covered() };
}
