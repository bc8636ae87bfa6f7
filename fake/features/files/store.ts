import type { StoredFile } from "./model.ts";

/** The files of one workspace. */
export interface FileStore {
  readonly count: number;
  get(id: string): StoredFile | undefined;
  add(file: StoredFile): StoredFile;
}

/** An empty store. */
export function createFileStore(): FileStore {
  const files = new Map<string, StoredFile>();
  return {
    get count() {
      return files.size;
    },
    get: (id) => files.get(id),
    add: (file) => {
      files.set(file.id, file);
      return file;
    },
  };
}
