import type { StoredFile } from "./model.ts";

/** The files of one workspace. */
export interface FileStore {
  readonly count: number;
  get(id: string): StoredFile | undefined;
  add(file: StoredFile): StoredFile;
  /** Bytes of all uploaded files and of running uploads. */
  readonly bytes: number;
  /** Adds this many bytes to the running uploads; a negative number after they have arrived or failed. */
  expect(bytes: number): void;
  /** Keeps the bytes of an upload, in place of those of an earlier one. */
  keep(file: StoredFile, content: readonly Buffer[]): void;
  /** Every file, oldest first. */
  all(): IterableIterator<StoredFile>;
}

/** Creates an empty store. */
export function createFileStore(): FileStore {
  const files = new Map<string, StoredFile>();
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    expect: (more) => {
      bytes += more;
    },
    keep: (file, content) => {
      bytes += sizeOf(content) - sizeOf(file.content ?? []);
      file.content = content;
    },
    get count() {
      return files.size;
    },
    get: (id) => files.get(id),
    all: () => files.values(),
    add: (file) => {
      files.set(file.id, file);
      return file;
    },
  };
}

/** Bytes in all pieces together. */
export function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
