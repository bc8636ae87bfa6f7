import { randomUUID } from "node:crypto";
import { fsync } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "../spec/operator-error.ts";
import type { Report } from "../spec/report.ts";
import type { ReportFormat } from "./registry.ts";

/** A file that was written: its format and its path. */
export interface WrittenReport {
  readonly format: string;
  readonly path: string;
}

/**
 * Writes the report in each format into the folder, which is created if it is missing. A file is either complete or
 * unchanged: text is written to a temporary file next to it, which is renamed when it is complete.
 *
 * @throws OperatorError `REPORT-FOLDER-UNWRITABLE`, `REPORT-FILE-UNWRITABLE`.
 */
export async function writeReports(
  report: Report,
  folder: string,
  formats: readonly ReportFormat[],
): Promise<WrittenReport[]> {
  await makeFolder(folder);
  const written: WrittenReport[] = [];
  for (const format of formats) {
    const path = join(folder, format.file);
    await writeFileAtomic(path, format.render(report));
    written.push({ format: format.name, path });
  }
  return written;
}

/** Makes the folder of the reports, and those above it; throws as {@link writeReports} does. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeFolders(folder);
  } catch (cause) {
    throw new OperatorError({
      code: "REPORT-FOLDER-UNWRITABLE",
      message: `the folder ${JSON.stringify(folder)} for the reports cannot be created`,
      hint: "Name another folder with --out: one that exists or whose parent may be written, and that is not a file.",
      cause,
    });
  }
}

/**
 * Creates a folder and its missing ancestors; an existing one stays unchanged. It does not use `recursive`: Node.js
 * never returns from that if a file system allows no folder and reports a missing one, as /proc does.
 *
 * @throws the system's error if it cannot be created.
 */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await makeMissingFolder(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolders(dirname(folder));
    await makeMissingFolder(folder);
  }
}

/** One that is there already will do: another process may have created it meanwhile. */
async function makeMissingFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Writes one text file so that readers see the old content or the new, never a part.
 *
 * @throws OperatorError `REPORT-FILE-UNWRITABLE`.
 */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeSynced(temporary, text);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new OperatorError({
      code: "REPORT-FILE-UNWRITABLE",
      message: `${JSON.stringify(path)} cannot be written`,
      hint: "See that the folder may be written, that there is room on the disk and that the name is not a folder; or use --out.",
      cause,
    });
  }
}

/** Not `FileHandle.sync`, which the file system of Yarn's Plug'n'Play does not have. */
const synced = promisify(fsync);

/** Synced, so that the name never points at an empty file after a power cut. */
async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(text, "utf8");
    await synced(file.fd);
  } finally {
    await file.close();
  }
}
