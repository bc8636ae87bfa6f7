import { renameSync, rmSync, writeFileSync } from "node:fs";
import { partialOf } from "./partial-file.ts";

/** Writes a file completely or not at all; `mode` is its permissions. */
export function writeCompletely(path: string, text: string, mode = 0o666): void {
  const partial = partialOf(path);
  try {
    writeFileSync(partial, text, { mode });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
