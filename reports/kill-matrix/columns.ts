/** A table: its headings, and rows of as many cells each. */
export interface Table<T> {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly T[])[];
}

/**
 * The table without the columns in which no row has a figure: what was not measured at all is left out, not told as a
 * column of dashes. A table without rows stays as it is.
 */
export function measuredColumns<T>({ headings, rows }: Table<T>, isFigure: (cell: T) => boolean): Table<T> {
  const kept = headings.map(
    (_, column) => rows.length === 0 || rows.some((row) => row.slice(column, column + 1).some(isFigure)),
  );
  const only = <C>(cells: readonly C[]) => cells.filter((_, column) => kept[column] === true);
  return { headings: only(headings), rows: rows.map(only) };
}
