import { checkWritable, hasSnapshot, loadSnapshot, type Print, readHead, saveSnapshot } from "./file.ts";
import { lockFile } from "./lock.ts";
import type { Place } from "./restore.ts";
import type { SnapshotHead } from "./snapshot.ts";

/** The file that a running fake continues from and saves to: its own until it lets go. */
export interface SnapshotSession {
  /** What is at the beginning of the snapshot that is there; null when there is none yet. */
  readonly head: SnapshotHead | null;
  /** Loads what is there, if anything. */
  load(place: Place): void;
  save(place: Place): void;
  letGo(): void;
}

/**
 * Takes a file for a fake.
 *
 * @throws OperatorError `SNAPSHOT-…` when another fake has it, when it is no sound snapshot, or cannot be written.
 */
export function openSnapshotSession(path: string, print?: Print): SnapshotSession {
  const letGo = lockFile(path);
  try {
    checkWritable(path);
    const head = hasSnapshot(path) ? readHead(path) : null;
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
