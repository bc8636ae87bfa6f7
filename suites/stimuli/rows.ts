import { coveringRows } from "../../generators/covering/rows.ts";
import type { Row, Space } from "../../generators/covering/space.ts";
import type { Table } from "./table.ts";

/** What rows of a table can be: with all levels, or with those for which this target has what they take. */
export function spaceOf({ factors, exclusions = [] }: Table, isComplete = false): Space {
  return {
    factors: factors.map(({ name, levels }) => ({
      name,
      levels: levels.filter(({ lacks }) => isComplete || lacks === undefined).map((level) => level.name),
    })),
    exclusions,
  };
}

/** The rows of a table in the order of what they newly cover; from the first one again where they are worth repeating. */
export function* rowsOf(table: Table, seed: number): Generator<Row> {
  const space = spaceOf(table);
  if (space.factors.some(({ levels }) => levels.length === 0)) return;
  do yield* coveringRows(space, seed);
  while (table.repeats === true);
}
