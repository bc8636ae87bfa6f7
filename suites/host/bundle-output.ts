import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file of a bundle: its name and its text. */
export interface BundleFile {
  readonly fileName: string;
  readonly text: string;
}

/**
 * Writes a bundle into its folder so that a run which starts meanwhile finds each file whole. One that is there as it is
 * stays untouched; entries come after the chunks that they import, and what is no longer part of the bundle goes last.
 */
export function writeBundle(folder: string, chunks: readonly BundleFile[], entries: readonly BundleFile[]): void {
  mkdirSync(folder, { recursive: true });
  const files = [...chunks, ...entries];
  for (const file of files) if (!isThere(folder, file)) writeWhole(folder, file);
  const names = new Set(files.map(({ fileName }) => fileName));
  for (const name of readdirSync(folder))
    if (!names.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

function isThere(folder: string, { fileName, text }: BundleFile): boolean {
  return readdirSync(folder).includes(fileName) && readFileSync(join(folder, fileName), "utf8") === text;
}

function writeWhole(folder: string, { fileName, text }: BundleFile): void {
  const path = join(folder, fileName);
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
