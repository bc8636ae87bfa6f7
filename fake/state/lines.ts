import type { SnapshotHead, SnapshotRecord } from "./snapshot.ts";

/**
 * A snapshot as the text of one JSON value, with a record on each line: written and read piece by piece, so that its
 * size is bounded by the disk alone.
 */
export function* snapshotLines(head: SnapshotHead, records: Iterable<SnapshotRecord>): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"records":[`;
  let count = 0;
  for (const record of records) {
    yield `${count === 0 ? "\n" : ",\n"}${JSON.stringify(record)}`;
    count += 1;
  }
  yield `\n],"count":${count}}\n`;
}

/** What a line of a snapshot holds. */
export type SnapshotLine =
  | { readonly kind: "head"; readonly value: unknown }
  | { readonly kind: "record"; readonly value: unknown }
  | { readonly kind: "end"; readonly count: unknown };

const HEAD_END = ',"records":[';
const END = /^\],"count":(\d+)\}$/;

/** Reads a line that {@link snapshotLines} wrote; `first` is the head. Throws a SyntaxError for anything else. */
export function readLine(line: string, first: boolean): SnapshotLine {
  if (first) {
    if (!line.endsWith(HEAD_END)) throw new SyntaxError("the head is not on the first line");
    return { kind: "head", value: JSON.parse(`${line.slice(0, -HEAD_END.length)}}`) };
  }
  const end = END.exec(line);
  if (end !== null) return { kind: "end", count: Number(end[1]) };
  return { kind: "record", value: JSON.parse(line.endsWith(",") ? line.slice(0, -1) : line) };
}
