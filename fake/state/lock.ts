import { randomUUID } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { OperatorError } from "../../spec/operator-error.ts";
import { unwritable } from "./writing.ts";

/** Who holds a file, as it is in the lock next to it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, by the system's own count: a pid is given again. Null where the system does not tell. */
  readonly began: string | null;
  /** Of the process: pids of containers are alike. */
  readonly process: string;
}

const PROCESS = randomUUID();
/** A lock that is given up while it is looked at is tried again; who loses so often has met something else. */
const MOST_TRIES = 5;
/** Far longer than a lock is empty before its holder is in it, also where clocks of machines differ a little. */
const MOST_WRITING_MS = 10_000;

/**
 * Takes a file for this process alone, by a lock file next to it (`FILE.lock`); the lock of a process that is gone, or that
 * has stayed empty, is taken over. Gives the function that lets go of it.
 *
 * @throws OperatorError `SNAPSHOT-IN-USE` when another fake has it, `SNAPSHOT-UNWRITABLE` when there can be no lock.
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  const holder: Holder = { pid: process.pid, host: hostname(), began: beginningOf(process.pid), process: PROCESS };
  const text = `${JSON.stringify(holder)}\n`;
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    if (created(lock, text, path)) return () => release(lock, text);
    const before = contentOf(lock);
    if (before !== null && !takenAway(lock, before)) throw inUse(path, lock, holderIn(before));
  }
  throw inUse(path, lock, null);
}

/** True when the lock was created; false when there is one. */
function created(lock: string, text: string, path: string): boolean {
  let file: number;
  try {
    file = openSync(lock, "wx", 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw unwritable(path, cause);
  }
  try {
    writeFileSync(file, text);
  } catch (cause) {
    // A disk that is full: what says nothing of its holder would keep everybody out.
    rmSync(lock, { force: true });
    throw unwritable(path, cause);
  } finally {
    closeSync(file);
  }
  return true;
}

/** The text of the lock; null when it is gone by now. */
function contentOf(lock: string): string | null {
  try {
    return readFileSync(lock, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    return "";
  }
}

/** Takes a lock away whose holder is gone, so that it is worth another try; false while there is one. */
function takenAway(lock: string, before: string): boolean {
  const holder = holderIn(before);
  if (holder === null ? !isForsaken(lock) : isThere(holder)) return false;
  // First to a name of its own: of two who saw the same, one moves it, and neither removes what the other made since.
  const aside = `${lock}.${PROCESS}`;
  try {
    renameSync(lock, aside);
  } catch {
    return true;
  }
  if (contentOf(aside) !== before) putBack(aside, lock);
  rmSync(aside, { force: true });
  return true;
}

/**
 * Is it empty, and not in the middle of being written? The machine went down between the two, or before the text was on
 * the disk. What holds anything else was written by someone for a purpose, and stays.
 */
function isForsaken(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === 0 && Date.now() - found.mtimeMs > MOST_WRITING_MS;
}

/** Puts back a lock that others have created since it was looked at, unless there is one again. */
function putBack(aside: string, lock: string): void {
  try {
    linkSync(aside, lock);
  } catch (error) {
    // Some file systems have no links: there a rename has to do, which would overwrite one made in this very moment.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") renameSync(aside, lock);
  }
}

function holderIn(text: string): Holder | null {
  try {
    const { pid, host, began, process } = JSON.parse(text) as Partial<Record<keyof Holder, unknown>>;
    if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0 || typeof host !== "string") return null;
    return { pid, host, began: typeof began === "string" ? began : null, process: String(process) };
  } catch {
    return null;
  }
}

/** Is the process that made a lock still there? Of another machine nobody here can tell. */
function isThere({ pid, host, began, process: of }: Holder): boolean {
  if (of === PROCESS) return true;
  if (host !== hostname()) return true;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const begins = beginningOf(pid);
  return began === null || begins === null || began === begins;
}

/** Where in /proc/PID/stat, behind the name in brackets, stands when the process began. */
const STARTED = 19;

function beginningOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[STARTED] ?? null;
  } catch {
    return null;
  }
}

/** Removes the lock, unless someone has put another in its place. */
function release(lock: string, text: string): void {
  if (contentOf(lock) === text) rmSync(lock, { force: true });
}

function inUse(path: string, lock: string, holder: Holder | null): OperatorError {
  const elsewhere = holder === null || holder.host === hostname() ? "" : ` on ${holder.host}`;
  const who = holder === null ? "another process" : `the process ${holder.pid}${elsewhere}`;
  return new OperatorError({
    code: "SNAPSHOT-IN-USE",
    message: `The snapshot ${JSON.stringify(path)} is in use by ${who}: each of two fakes would overwrite what the other saves.`,
    hint: `Stop that fake first, or name another file. If no fake uses it any more, delete ${JSON.stringify(lock)}.`,
  });
}
