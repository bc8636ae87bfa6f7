import { coveringRows, rowsOfOne, rowsOfTwo } from "../../generators/covering/rows.ts";
import type { Exclusion, Row, Space } from "../../generators/covering/space.ts";
import type { Table } from "./table.ts";

/** What rows of a table can be: with all levels, or with those for which this target has what they take. */
export function spaceOf({ factors, exclusions = [], mismatches = {} }: Table, isComplete = false): Space {
  return {
    factors: factors.map(({ name, levels }) => ({
      name,
      levels: levels.filter(({ lacks }) => isComplete || lacks === undefined).map((level) => level.name),
    })),
    exclusions: [...exclusions, ...oneOf(mismatches)],
  };
}

/** Rows of two levels beside the widest of all others: their lists are long, and tell much, whatever their resource is. */
function wideRows({ factors, exclusions = [] }: Table, { factors: there }: Space, seed: number): Row[] {
  const plain = factors.map(({ name, levels, widest = levels[0]?.name ?? "" }) => [name, widest]);
  return rowsOfTwo({ factors: there, exclusions }, Object.fromEntries(plain), seed);
}

/** What excludes rows with two of these levels. */
function oneOf(mismatches: NonNullable<Table["mismatches"]>): Exclusion[] {
  const all = Object.entries(mismatches).map(([name, levels]) => ({ [name]: levels.map((level) => level.name) }));
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => ({ ...one, ...other })));
}

/** The same without any of these levels: its rows ask for what their resources have. */
function matchingSpace({ mismatches = {} }: Table, { exclusions, ...space }: Space): Space {
  const isMatching = (factor: string, level: string) => mismatches[factor]?.every(({ name }) => name !== level) ?? true;
  return {
    factors: space.factors.map(({ name, levels }) => ({ name, levels: levels.filter((one) => isMatching(name, one)) })),
    exclusions,
  };
}

/** Rows before those that ask for one filter alone: by then lists have shown what there is. */
const BEFORE_ALONE = 6;

/** Rows before all that levels give in turns is asked for alone: what stimuli have created first has been there for a while by then. */
const BEFORE_TURNS = 24;

/**
 * The rows of a table in the order of what they newly cover; from the first one again where they are worth repeating. Where
 * rows can ask for what their resource does not have, each of these is followed by one that does not. Where each level tells
 * something alone, rows of their own come after the first few, and all their turns later; from then on rows of two levels come
 * between the others.
 */
export function* rowsOf(table: Table, seed: number): Generator<Row> {
  const space = spaceOf(table);
  if (space.factors.some(({ levels }) => levels.length === 0)) return;
  const matching = table.mismatches === undefined ? [].values() : coveringRows(matchingSpace(table, space), seed);
  const wide = table.isEachAlone === true ? wideRows(table, space, seed).values() : [].values();
  let sent = 0;
  do {
    for (const row of coveringRows(space, seed)) {
      yield row;
      const { value: matched } = matching.next();
      if (matched !== undefined) yield matched;
      sent += 1;
      if (table.isEachAlone !== true) continue;
      if (sent === BEFORE_ALONE) yield* eachAlone(space);
      const { value: two } = sent > BEFORE_ALONE ? wide.next() : { value: undefined };
      if (two !== undefined) yield two;
      if (sent === BEFORE_TURNS) yield* furtherTurns(table, space);
    }
  } while (table.repeats === true);
}

/**
 * Each level alone: the second of every factor, then the third, and then the second ones again, as what they were about the
 * first time may not have been there for long; then all others.
 */
function eachAlone(space: Space): Row[] {
  const rows = rowsOfOne(space);
  const seconds = rows.slice(0, space.factors.length);
  const next = 2 * seconds.length;
  return [...rows.slice(0, next), ...seconds, ...rows.slice(next)];
}

/** Each level alone, once for each of its turns but the first. */
function furtherTurns({ factors }: Table, space: Space): Row[] {
  const turnsOf = ({ name, levels }: Table["factors"][number], row: Row) =>
    levels.find((level) => level.name === row[name])?.turns ?? 1;
  return rowsOfOne(space).flatMap((row) => {
    const most = Math.max(...factors.map((factor) => turnsOf(factor, row)));
    return Array.from({ length: most - 1 }, () => row);
  });
}
