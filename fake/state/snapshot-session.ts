import { existsSync } from "node:fs";
import { lockFile } from "./lock.ts";
import type { Place } from "./restore.ts";
import type { SnapshotHead } from "./snapshot.ts";
import { checkWritable, loadSnapshot, type Print, readHead, saveSnapshot } from "./snapshot-file.ts";

/** The file that a running fake continues from and saves to, locked until `letGo`. */
export interface SnapshotSession {
  /** The head of the existing snapshot; null if there is none yet. */
  readonly head: SnapshotHead | null;
  /** Loads the existing snapshot, if any. */
  load(place: Place): void;
  save(place: Place): void;
  letGo(): void;
}

/**
 * Opens and locks a file for a fake.
 *
 * @throws OperatorError `SNAPSHOT-…` if another fake has it, if it is not a valid snapshot, or cannot be written.
 */
export function openSnapshotSession(path: string, print?: Print): SnapshotSession {
  const letGo = lockFile(path);
  try {
    checkWritable(path);
    const head = existsSync(path) ? readHead(path) : null;
    return {
      head,
      load: (place) => {
        if (head !== null) loadSnapshot(path, place, print);
      },
      save: (place) => saveSnapshot(path, place, print),
      letGo,
    };
  } catch (error) {
    letGo();
    throw error;
  }
}
