import type { SnapshotHead, SnapshotRecord } from "./snapshot.ts";

/**
 * Yields a snapshot as the text of one JSON value, with a record on each line. It is written and read line by line, so
 * that only the disk limits its size.
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

/** The content of a line of a snapshot. */
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
