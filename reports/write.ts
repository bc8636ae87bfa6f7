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
 * Writes the report in each format into the folder, which is created if need be. A file is there whole or as it was
 * before: text goes to a temporary neighbour first and takes the name when it is complete.
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
      message: `the folder ${JSON.stringify(folder)} for the reports cannot be made`,
      hint: "Name another folder with --out: one that exists or whose parent may be written, and that is not a file.",
      cause,
    });
  }
}

/**
 * Makes a folder and those above it that are missing; one that is there is left as it is. Not with `recursive`: Node.js
 * never comes back from that where a file system takes no folder and says that something is missing, as /proc does.
 *
 * @throws the system's error when it cannot be created.
 */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolders(dirname(folder));
    await makeOne(folder);
  }
}

/** One that is there already will do: another process may have created it meanwhile. */
async function makeOne(folder: string): Promise<void> {
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

/** Not `FileHandle.sync`: the file system that Yarn's Plug'n'Play puts in place has no such method. */
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
