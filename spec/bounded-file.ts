import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The beginning of a file. */
export interface BoundedFile {
  readonly bytes: Buffer;
  /** True when there is more of it. */
  readonly isCut: boolean;
  /** Bytes of the whole; null where nobody can tell: a device, a pipe. */
  readonly size: number | null;
}

const CHUNK = 1024 * 1024;

/** A file as far as anybody wants to read it: a device may have no end. Throws as `node:fs` does. */
export function readBounded(path: string, limit: number): BoundedFile {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const chunks: Buffer[] = [];
    let length = 0;
    while (length <= limit) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, limit + 1 - length));
      const got = readSync(file, chunk, 0, chunk.length, null);
      if (got === 0) break;
      chunks.push(chunk.subarray(0, got));
      length += got;
    }
    const bytes = Buffer.concat(chunks).subarray(0, limit);
    return { bytes, isCut: length > limit, size: size >= length ? size : null };
  } finally {
    closeSync(file);
  }
}
