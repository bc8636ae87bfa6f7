import { coveringRows, rowsOfOne, rowsOfTwo } from "../../generators/covering/rows.ts";
import type { Exclusion, Row, Space } from "../../generators/covering/space.ts";
import { ABSENT, type Table } from "./table.ts";

/** Returns the possible rows of a table: with all levels, or with those whose fixtures the target has. */
export function spaceOf({ factors, exclusions = [], mismatches = {} }: Table, isComplete = false): Space {
  return {
    factors: factors.map(({ name, levels }) => ({
      name,
      levels: levels
        .filter(({ missingFixture }) => isComplete || missingFixture === undefined)
        .map((level) => level.name),
    })),
    exclusions: [...exclusions, ...exclusionsOfPairs(mismatches)],
  };
}

/**
 * Returns rows of two levels, with the widest level of all other factors: their lists are long and informative,
 * whatever their resource is. Those without a limit come first, since the default applies to no other.
 */
function rowsOfTwoLevels({ factors, exclusions = [] }: Table, { factors: available }: Space, seed: number): Row[] {
  const widestLevels = factors.map(({ name, levels, widest = levels[0]?.name ?? "" }) => [name, widest]);
  const rows = rowsOfTwo({ factors: available, exclusions }, Object.fromEntries(widestLevels), seed);
  const isUnlimited = ({ limit }: Row) => limit === ABSENT.name;
  return [...rows.filter(isUnlimited), ...rows.filter((row) => !isUnlimited(row))];
}

/** Returns exclusions of rows with two of these levels. */
function exclusionsOfPairs(mismatches: NonNullable<Table["mismatches"]>): Exclusion[] {
  const all = Object.entries(mismatches).map(([name, levels]) => ({ [name]: levels.map((level) => level.name) }));
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => ({ ...one, ...other })));
}

/** Returns the space without any of these levels: its rows match their resources. */
function matchingSpace({ mismatches = {} }: Table, { exclusions, ...space }: Space): Space {
  const isMatching = (factor: string, level: string) => mismatches[factor]?.every(({ name }) => name !== level) ?? true;
  return {
    factors: space.factors.map(({ name, levels }) => ({ name, levels: levels.filter((one) => isMatching(name, one)) })),
    exclusions,
  };
}

/** The number of rows before those with a single filter: by then lists have shown which resources there are. */
const ROWS_BEFORE_SINGLE_LEVELS = 6;

/**
 * The number of rows before all turns of levels are sent on their own: by then the first created resources are no
 * longer new.
 */
const ROWS_BEFORE_ALL_TURNS = 24;

/**
 * Yields the rows of a table in the order of new coverage, repeatedly if the table has `isRepeated`. If rows can ask for
 * values that their resource does not have, each is followed by one that matches. With `hasSingleLevelRows`, rows of single
 * levels come after the first few and all their turns later, and from then on rows of two levels come in between.
 */
export function* rowsOf(table: Table, seed: number): Generator<Row> {
  const space = spaceOf(table);
  if (space.factors.some(({ levels }) => levels.length === 0)) return;
  const matching = table.mismatches === undefined ? [].values() : coveringRows(matchingSpace(table, space), seed);
  const twoLevelRows = table.hasSingleLevelRows === true ? rowsOfTwoLevels(table, space, seed).values() : [].values();
  let sent = 0;
  do {
    for (const row of coveringRows(space, seed)) {
      yield row;
      const { value: matchingRow } = matching.next();
      if (matchingRow !== undefined) yield matchingRow;
      sent += 1;
      if (table.hasSingleLevelRows !== true) continue;
      if (sent === ROWS_BEFORE_SINGLE_LEVELS) yield* singleLevelRows(space);
      const { value: twoLevelRow } = sent > ROWS_BEFORE_SINGLE_LEVELS ? twoLevelRows.next() : { value: undefined };
      if (twoLevelRow !== undefined) yield twoLevelRow;
      if (sent === ROWS_BEFORE_ALL_TURNS) yield* rowsOfRemainingTurns(table, space);
    }
  } while (table.isRepeated === true);
}

/**
 * Returns rows of single levels: the second of every factor, then the third, then the second again, since their
 * resources may have been too new the first time, and then all others.
 */
function singleLevelRows(space: Space): Row[] {
  const rows = rowsOfOne(space);
  const seconds = rows.slice(0, space.factors.length);
  const next = 2 * seconds.length;
  return [...rows.slice(0, next), ...seconds, ...rows.slice(next)];
}

/** Returns rows of single levels, once for each of their turns except the first. */
function rowsOfRemainingTurns({ factors }: Table, space: Space): Row[] {
  const turnsOf = ({ name, levels }: Table["factors"][number], row: Row) =>
    levels.find((level) => level.name === row[name])?.turns ?? 1;
  return rowsOfOne(space).flatMap((row) => {
    const maxTurns = Math.max(...factors.map((factor) => turnsOf(factor, row)));
    return Array.from({ length: maxTurns - 1 }, () => row);
  });
}
