import { combinationCoverage } from "../../generators/covering/coverage.ts";
import type { Row } from "../../generators/covering/space.ts";
import type { OperationInteractions } from "../../spec/report.ts";
import { spaceOf } from "./rows.ts";
import type { Table } from "./table.ts";

/** A row that was sent, and the status of its response. */
export interface SentRow {
  readonly row: Row;
  readonly status: number;
}

const SUCCESS = 200;

/** Returns how far the sent rows have covered a table, and why not further. */
export function interactionsOf(table: Table, sent: readonly SentRow[]): OperationInteractions {
  const accepted = sent.filter(({ status }) => status === SUCCESS).map(({ row }) => row);
  const all = sent.map(({ row }) => row);
  const share = (strength: number) => {
    const total = combinationCoverage(spaceOf(table, true), [], strength).possible;
    const { possible, covered } = combinationCoverage(spaceOf(table), accepted, strength);
    const reached = combinationCoverage(spaceOf(table), all, strength).covered;
    return {
      possible: total,
      covered,
      rejected: reached - covered,
      withoutFixture: total - possible,
      left: possible - reached,
    };
  };
  return {
    operation: table.operation,
    rows: sent.length,
    accepted: accepted.length,
    pairs: share(2),
    triples: share(3),
    missing: table.factors.flatMap(({ name, levels }) =>
      levels.flatMap(({ name: level, missingFixture }) =>
        missingFixture === undefined ? [] : [{ factor: name, level, fixture: missingFixture }],
      ),
    ),
  };
}
