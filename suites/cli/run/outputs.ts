import { randomUUID } from "node:crypto";
import { appendFile, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { github } from "../../../reports/formats/github.ts";
import { githubOutputs } from "../../../reports/formats/github-outputs.ts";
import { markdown } from "../../../reports/formats/markdown.ts";
import { terminal } from "../../../reports/formats/terminal.ts";
import type { ReportFormat } from "../../../reports/registry.ts";
import { makeFolder, writeFileAtomic, writeReports } from "../../../reports/write.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { Report } from "../../../spec/report.ts";
import type { Io } from "../core/io.ts";
import { readyEntries } from "./known-failures.ts";
import { withReplayLines } from "./replay-lines.ts";
import { bodiesIn, writeBodies } from "./request-bodies.ts";

/** Default folder of the reports. */
export const OUT_FOLDER = "wac-report";
export const READY_ENTRIES = "known-failures.new.yaml";
/** Findings that are shown in full on the terminal; the report files hold all. */
const FINDINGS = 20;

/**
 * Creates the folder for a run's reports, and checks that it is writable, since an error after the run would lose the
 * report.
 *
 * @throws OperatorError `REPORT-FOLDER-UNWRITABLE`, `REPORT-FILE-UNWRITABLE`.
 */
export async function prepareFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const trial = join(folder, `.${randomUUID()}.trial`);
  await writeFileAtomic(trial, "");
  await removeFile(trial);
}

/**
 * Clears the folder of an earlier run's reports as a run begins: an old verdict must not pass for this one's.
 *
 * @throws OperatorError `REPORT-FILE-UNWRITABLE`.
 */
export async function clearFolder(folder: string, formats: readonly ReportFormat[]): Promise<void> {
  for (const name of [
    ...formats.map((format) => join(folder, format.file)),
    join(folder, READY_ENTRIES),
    ...(await bodiesIn(folder)),
  ]) {
    await removeFile(name);
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (cause) {
    throw new OperatorError({
      code: "REPORT-FILE-UNWRITABLE",
      message: `${JSON.stringify(path)} is in the way of a report, and cannot be removed`,
      hint: "Take it away if it is a folder, see that the folder around it may be written, or name another one with --out.",
      cause,
    });
  }
}

/** The destination of a report, and how its target is named on the command line. */
export interface Publication {
  readonly folder: string;
  readonly formats: readonly ReportFormat[];
  readonly targetWords: readonly string[];
}

/** Writes the report files, prints the summary, and sets the outputs on GitHub. */
export async function publish(found: Report, { folder, formats, targetWords }: Publication, io: Io): Promise<void> {
  const report = withReplayLines(found, { pathOf: (file) => relativePath(join(folder, file), io), targetWords });
  const written = (await writeReports(report, folder, formats)).map(({ path }) => path);
  written.push(...(await writeBodies(report.requirements, folder)));
  const ready = readyEntries(report);
  if (ready !== null) {
    const path = join(folder, READY_ENTRIES);
    await writeFileAtomic(path, ready);
    written.push(path);
  }
  io.out(terminal(report, { colour: io.colour, findings: FINDINGS }));
  io.out(`\n${written.map((path) => `wrote ${relativePath(path, io)}`).join("\n")}\n`);
  if (io.env.GITHUB_ACTIONS === "true")
    await setGitHubOutputs(report, relativePath(join(folder, "report.json"), io), io);
}

async function setGitHubOutputs(report: Report, path: string, io: Io): Promise<void> {
  io.annotate(github(report));
  await appendFor(io, "GITHUB_STEP_SUMMARY", markdown(report));
  await appendFor(io, "GITHUB_OUTPUT", githubOutputs(report, path));
}

/** Sets the outputs on GitHub for a run that wrote no report. */
export async function setGitHubUnusable(io: Io): Promise<void> {
  if (io.env.GITHUB_ACTIONS === "true") await appendFor(io, "GITHUB_OUTPUT", "gate=unusable\nverdict=unusable\n");
}

/** Appends to the file that a variable of GitHub Actions names. */
async function appendFor(io: Io, variable: string, text: string): Promise<void> {
  const file = io.env[variable];
  if (file === undefined || file === "") return;
  try {
    await appendFile(file, text);
  } catch (error) {
    // A missing job page must not change the result of the gate.
    io.err(`warning: ${variable} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Returns a path to show: relative to the working directory if it is below that. */
export function relativePath(path: string, io: Io): string {
  const short = relative(io.cwd, resolve(io.cwd, path));
  return short.startsWith("..") ? path : short;
}

/**
 * Rejects a known-failures file that a run into this folder would clear.
 *
 * @throws OperatorError `RUN-KNOWN-FAILURES-IN-OUT`.
 */
export function rejectReadyEntries(knownFailures: string | null, folder: string): void {
  if (knownFailures !== join(folder, READY_ENTRIES)) return;
  throw new OperatorError({
    code: "RUN-KNOWN-FAILURES-IN-OUT",
    message: `"${knownFailures}" is where each run writes its ready entries, and it is named as the known-failures file.`,
    hint: "Copy the entries that you accept into a file of your own, and name that one.",
  });
}
