import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { OperatorError } from "../../spec/operator-error.ts";
import { partialOf, unwritable } from "./partial-file.ts";
import { createProgress } from "./progress.ts";
import { beginRestore, checkedHead, damaged, type Place, type Restoration, restore } from "./restore.ts";
import { expectedCount, headOf, type SnapshotHead, snapshotRecords } from "./snapshot.ts";
import { readLine, snapshotLines } from "./snapshot-lines.ts";

/** Receives a line on the progress of loading or saving. */
export type Print = (line: string) => void;

const CHUNK_BYTES = 1024 * 1024;
/** The size limit of a snapshot with other line breaks: it is read as one text, and JavaScript limits texts. */
const MAX_TEXT_BYTES = 400 * 1024 * 1024;

/**
 * Returns the head of the snapshot in a file.
 *
 * @throws OperatorError `SNAPSHOT-…` if it cannot be read, is not a snapshot, or has another version.
 */
export function readHead(path: string): SnapshotHead {
  return withLines(path, (lines) => {
    const { value, done } = lines.next();
    if (done !== true && looksWritten(value.text)) return headIn(path, value);
    return checkedHead(readWhole(path), path);
  });
}

/**
 * Loads the snapshot in a file in place of everything that a fake holds.
 *
 * @throws OperatorError `SNAPSHOT-…` when it cannot be read, is none, damaged, or of another version.
 */
export function loadSnapshot(path: string, place: Place, print?: Print): void {
  const laidOut = withLines(path, (lines, size) => {
    const first = lines.next();
    if (first.done === true || !looksWritten(first.value.text)) return false;
    const head = headIn(path, first.value);
    const progress = createProgress(`Loading ${path}`, size, print);
    takeLines(path, lines, beginRestore(place, head, path), progress.at);
    return true;
  });
  if (!laidOut) restore(place, readWhole(path), path);
}

function takeLines(path: string, lines: Iterable<Line>, restoration: Restoration, at: (bytes: number) => void): void {
  let count: unknown;
  for (const line of lines) {
    if (count !== undefined) throw damaged(path, `something follows its end in line ${line.number}`);
    const read = parsed(path, line, false);
    if (read.kind === "end") count = read.count;
    else restoration.take(read.value);
    at(line.end);
  }
  if (count === undefined) throw damaged(path, "its end is missing");
  restoration.finish(count);
}

/**
 * Saves the complete state of a fake atomically: an earlier file stays until the new one is on the disk.
 *
 * @throws OperatorError `SNAPSHOT-UNWRITABLE`.
 */
export function saveSnapshot(path: string, place: Place, print?: Print): void {
  const { service, populations } = place;
  const all = populations.all();
  const progress = createProgress(`Saving ${path}`, expectedCount(service, all), print);
  const partial = partialOf(path);
  try {
    const file = openSync(partial, "w", 0o600);
    try {
      writeLines(file, snapshotLines(headOf(place, true), snapshotRecords(service, all)), progress.at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
    syncFolder(dirname(path));
  } catch (cause) {
    rmSync(partial, { force: true });
    throw unwritable(path, cause);
  }
}

/**
 * Makes sure, before any work is done, that a snapshot can be saved.
 *
 * @throws OperatorError `SNAPSHOT-UNWRITABLE`.
 */
export function checkWritable(path: string): void {
  const partial = partialOf(path);
  try {
    closeSync(openSync(partial, "a", 0o600));
    rmSync(partial);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

function writeLines(file: number, lines: Iterable<string>, at: (count: number) => void): void {
  let waiting: string[] = [];
  let size = 0;
  let count = 0;
  const flush = () => {
    const bytes = Buffer.from(waiting.join(""));
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(file, bytes, sent);
    waiting = [];
    size = 0;
  };
  for (const line of lines) {
    waiting.push(line);
    size += line.length;
    count += 1;
    if (size < CHUNK_BYTES) continue;
    flush();
    at(count);
  }
  flush();
}

/** Synchronises a folder, since a rename is on the disk only after that. Not every system supports it. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Windows, and some network file systems.
  }
}

/** A line of a file, without its end. */
interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Bytes read so far. */
  readonly end: number;
}

function withLines<T>(path: string, use: (lines: Iterator<Line> & Iterable<Line>, size: number) => T): T {
  const file = opened(path);
  try {
    return use(linesOf(file), fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number {
  try {
    const file = openSync(path, "r");
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  throw unreadable(path, new Error("It is not a file."));
}

function* linesOf(file: number): Generator<Line> {
  const decoder = new StringDecoder("utf8");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest: string[] = [];
  let number = 0;
  let end = 0;
  for (;;) {
    const size = readSync(file, chunk);
    end += size;
    const [first = "", ...others] = (size === 0 ? decoder.end() : decoder.write(chunk.subarray(0, size))).split("\n");
    rest.push(first);
    for (const piece of others) {
      yield { text: rest.join(""), number: ++number, end };
      rest = [piece];
    }
    if (size === 0) break;
  }
  const last = rest.join("");
  if (last !== "") yield { text: last, number: number + 1, end };
}

function looksWritten(first: string): boolean {
  return first.startsWith('{"format"') && first.endsWith("[");
}

function headIn(path: string, line: Line): SnapshotHead {
  const read = parsed(path, line, true);
  return checkedHead(read.kind === "head" ? read.value : null, path);
}

function parsed(path: string, { text, number }: Line, first: boolean): ReturnType<typeof readLine> {
  try {
    return readLine(text, first);
  } catch (error) {
    throw damaged(path, `line ${number} is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}

function readWhole(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw unreadable(path, cause);
  }
  if (text.length > MAX_TEXT_BYTES) throw damaged(path, "it is no longer laid out with a record on each line");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(path, `it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}

function unreadable(path: string, cause: unknown): OperatorError {
  return new OperatorError({
    code: "SNAPSHOT-UNREADABLE",
    message: `The snapshot ${JSON.stringify(path)} cannot be read.`,
    hint: "Check that it is a file, and that you may read it.",
    cause,
  });
}
