import { randomUUID } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { OperatorError } from "../../spec/operator-error.ts";
import { unwritable } from "./partial-file.ts";

/** The holder of a file, as in the lock file next to it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /**
   * The start time of the process by the system's own count, since pids are reused. Null if the system does not
   * provide it.
   */
  readonly began: string | null;
  /** Of the process: pids of containers are alike. */
  readonly process: string;
}

const PROCESS = randomUUID();
/**
 * The number of attempts. A lock that is released during the check is tried again; more failures have another cause.
 */
const MAX_TRIES = 5;
/**
 * The age after which an empty lock counts as abandoned: far longer than its holder needs to write it, even if the
 * clocks of machines differ a little.
 */
const MAX_WRITING_MS = 10_000;

/**
 * Locks a file for this process with a lock file next to it (`FILE.lock`). The lock of a process that has ended, or
 * that has stayed empty, is replaced. Returns the function that releases it.
 *
 * @throws OperatorError `SNAPSHOT-IN-USE` if another fake has it, `SNAPSHOT-UNWRITABLE` if no lock can be created.
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  const holder: Holder = { pid: process.pid, host: hostname(), began: beginningOf(process.pid), process: PROCESS };
  const text = `${JSON.stringify(holder)}\n`;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    if (created(lock, text, path)) return () => release(lock, text);
    const before = contentOf(lock);
    if (before !== null && !removeStaleLock(lock, before)) throw inUse(path, lock, holderIn(before));
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
    // The disk may be full: a lock without its holder would block every other process.
    rmSync(lock, { force: true });
    throw unwritable(path, cause);
  } finally {
    closeSync(file);
  }
  return true;
}

/** Returns the text of the lock; null if it no longer exists. */
function contentOf(lock: string): string | null {
  try {
    return readFileSync(lock, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    return "";
  }
}

/**
 * Removes a lock whose holder has ended and returns true, so that the caller can retry; false if the holder still
 * exists.
 */
function removeStaleLock(lock: string, before: string): boolean {
  const holder = holderIn(before);
  if (holder === null ? !isStale(lock) : isThere(holder)) return false;
  // Renamed to a unique name first: if two processes see the same lock, one renames it, and neither removes a lock
  // that the other has created since.
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
 * Returns true if a lock is empty and not being written: the machine stopped before the text was on the disk. A lock
 * with any other content was written on purpose and stays.
 */
function isStale(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === 0 && Date.now() - found.mtimeMs > MAX_WRITING_MS;
}

/** Restores a lock that another process has created since the check, unless there is a new one. */
function putBack(aside: string, lock: string): void {
  try {
    linkSync(aside, lock);
  } catch (error) {
    // Some file systems have no links. There it is renamed, which would overwrite a lock created in this moment.
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

/**
 * Returns true if the process that created a lock still exists. For another machine this is unknown and counts as
 * true.
 */
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

/** The index of the start time in /proc/PID/stat, after the name in brackets. */
const STARTED = 19;

function beginningOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[STARTED] ?? null;
  } catch {
    return null;
  }
}

/** Removes the lock unless another process has replaced it. */
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
