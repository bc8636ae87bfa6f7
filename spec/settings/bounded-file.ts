import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The beginning of a file. */
export interface BoundedFile {
  readonly bytes: Buffer;
  /** True when there is more of it. */
  readonly isCut: boolean;
  /** Bytes of the complete file; null if unknown (a device, a pipe). */
  readonly size: number | null;
}

const CHUNK = 1024 * 1024;
/** Opening a pipe must not block until someone writes to it. Windows has no such mode and no such pipes. */
const MODE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Milliseconds of silence after which a pipe or a terminal counts as ended, and between two reads of it. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;

/** A file as far as anybody wants to read it: a device may have no end, and a pipe no beginning. Throws as `node:fs` does. */
export function readBounded(path: string, limit: number): BoundedFile {
  const file = openSync(path, MODE);
  try {
    const about = fstatSync(file);
    const chunks: Buffer[] = [];
    let length = 0;
    while (length <= limit) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, limit + 1 - length));
      const got = readWithRetries(file, chunk);
      if (got === 0) break;
      chunks.push(chunk.subarray(0, got));
      length += got;
    }
    if (length === 0 && about.isFIFO()) throw new Error("it is a pipe, and nobody writes to it");
    const bytes = Buffer.concat(chunks).subarray(0, limit);
    return { bytes, isCut: length > limit, size: about.size >= length ? about.size : null };
  } finally {
    closeSync(file);
  }
}

/** Bytes that were read; 0 at the end. */
function readWithRetries(file: number, into: Buffer): number {
  for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
    try {
      return readSync(file, into, 0, into.length, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  throw new Error(`it is not a file, and nothing came from it within ${PATIENCE_MS / 1_000} s`);
}
