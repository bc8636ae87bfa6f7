import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { FORMATS } from "../../../reports/registry.ts";
import { isObject, type Json } from "../../../spec/json.ts";
import type { Command } from "../core/command.ts";
import type { Io } from "../core/io.ts";
import { typedValue } from "../core/parse.ts";
import { OUT_FOLDER, READY_ENTRIES, relativePath } from "./outputs.ts";
import { bodiesIn } from "./request-bodies.ts";

/** Subfolder of the reports' folder for the report of an earlier run if the current one ended without a report. */
const PREVIOUS = "previous";

/**
 * Moves the report of an earlier run away after a run that ended without one, so that neither `wac diff` nor CI takes
 * it for this run's. A report that the command was to read stays.
 */
export async function keepEarlierReport(args: readonly string[], command: Command, io: Io): Promise<void> {
  if (typedValue(args, command, "help") !== undefined) return;
  const folder = resolve(io.cwd, typedValue(args, command, "out") ?? OUT_FOLDER);
  const report = join(folder, "report.json");
  if (!(await isReport(report))) return;
  const read = typedValue(args, command, "only-failed");
  if (read !== undefined && resolve(io.cwd, read) === report) {
    io.err(`note: this run wrote no report: ${relativePath(report, io)} is still that of an earlier run.\n`);
    return;
  }
  const aside = join(folder, PREVIOUS);
  const named = typedValue(args, command, "known-failures");
  await moveReport(folder, aside, named === undefined ? null : resolve(io.cwd, named));
  io.err(`note: this run wrote no report: that of an earlier run is now in ${relativePath(aside, io)}/.\n`);
}

/** Returns true for a report of ours, since a file of that name may be someone else's. */
async function isReport(path: string): Promise<boolean> {
  try {
    const value: Json = JSON.parse(await readFile(path, "utf8"));
    return isObject(value) && "schemaVersion" in value && "verdict" in value;
  } catch {
    // Missing or not JSON, so nothing can mistake it for this run's report.
    return false;
  }
}

/** Moves a report, except files that the command line names. */
async function moveReport(folder: string, aside: string, named: string | null): Promise<void> {
  // Files of two runs side by side would be no report of either.
  for (const path of await filesIn(aside)) await rm(path, { force: true });
  for (const path of await filesIn(folder)) {
    if (path === named || !(await isFile(path))) continue;
    const to = join(aside, relative(folder, path));
    await mkdir(dirname(to), { recursive: true });
    await rename(path, to);
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Returns the files that a run may have written into a folder. */
async function filesIn(folder: string): Promise<string[]> {
  return [
    ...[...FORMATS.map(({ file }) => file), READY_ENTRIES].map((name) => join(folder, name)),
    ...(await bodiesIn(folder)),
  ];
}
