/** Rows that keep their past for a while, so that an index can lag behind them. */
export interface Table<Row extends { readonly id: string }> {
  add(row: Row): Row;
  /** Replaces members of a row; the id must exist. */
  change(id: string, patch: Partial<Row>): Row;
  find(id: string): Row | undefined;
  /** Every row in the order of its making. */
  rows(): Row[];
  /** Returns every row as of an earlier time. */
  rowsAt(time: number): Row[];
}

interface Version<Row> {
  readonly since: number;
  readonly row: Row;
}

/** Microseconds for which a replaced version is available; no index lags as long. */
const KEPT = 5_000_000;

/** Creates an empty table; `now` returns the time of changes. */
export function table<Row extends { readonly id: string }>(now: () => number): Table<Row> {
  const store = new Map<string, Version<Row>[]>();
  const latest = (versions: Version<Row>[] | undefined) => versions?.at(-1)?.row;
  const find = (id: string) => latest(store.get(id));
  const add = (row: Row) => {
    store.set(row.id, [{ since: now(), row }]);
    return row;
  };
  const change = (id: string, patch: Partial<Row>) => {
    const before = find(id);
    if (!before) throw new Error(`no row ${id}`);
    const row = { ...before, ...patch };
    const since = now();
    const past = (store.get(id) ?? []).filter((_, index, all) => (all[index + 1]?.since ?? since) > since - KEPT);
    store.set(id, [...past, { since, row }]);
    return row;
  };
  const rows = () => [...store.values()].flatMap((versions) => latest(versions) ?? []);
  const rowsAt = (time: number) =>
    [...store.values()].flatMap((versions) => versions.findLast((version) => version.since <= time)?.row ?? []);
  return { add, change, find, rows, rowsAt };
}
