import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../spec/operator-error.ts";
import { packageFile } from "../../spec/package-root.ts";
import { keyOf, type Outcome, type Trial } from "./trial.ts";

/** One line of a file of trials. */
export interface Line {
  readonly key: string;
  /** Fingerprint of the code and the document that the trial was made with. */
  readonly build: string;
  readonly trial: Trial;
  readonly outcome: Outcome;
}

/** The longest reason in a line; the complete one is in the report of a single run. */
const REASON_KEPT = 300;

/** Appends one trial atomically, so that an interrupted run can continue. */
export function record(path: string, build: string, trial: Trial, outcome: Outcome): void {
  const line: Line = { key: keyOf(trial), build, trial, outcome: shortened(outcome) };
  try {
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  } catch (cause) {
    throw new OperatorError({
      code: "SELFTEST-OUT",
      message: `Cannot write the trials to "${path}".`,
      hint: "Give --out a file in a folder that exists and can be written to.",
      cause,
    });
  }
}

/**
 * Returns the trials in a file, without a last line that an interrupt cut off; none if the file is missing.
 *
 * @throws OperatorError `SELFTEST-RECORDS` for a file with other content.
 */
export function readRecords(path: string): Line[] {
  if (!existsSync(path)) return [];
  const rows = readFileSync(path, "utf8").split("\n");
  const cut = rows.pop();
  return [...rows, ...(cut ? [cut] : [])].flatMap((row, index) => {
    const line = parsed(row);
    if (line !== null) return [line];
    if (row === "" || index === rows.length) return [];
    throw new OperatorError({
      code: "SELFTEST-RECORDS",
      message: `Line ${index + 1} of "${path}" is not a trial of the self-test.`,
      hint: "Give a file that npm run selftest -- --out wrote, or a name that is not taken.",
    });
  });
}

function parsed(row: string): Line | null {
  try {
    const line = JSON.parse(row) as Line;
    return typeof line.key === "string" && typeof line.outcome === "object" ? line : null;
  } catch {
    return null;
  }
}

function shortened(outcome: Outcome): Outcome {
  const cut = <T extends { readonly reason: string | null }>(one: T): T => ({
    ...one,
    reason: one.reason?.slice(0, REASON_KEPT) ?? null,
  });
  return { ...outcome, failed: outcome.failed.map(cut), unproven: outcome.unproven.map(cut) };
}

/** Returns a fingerprint of everything that affects trials: the compiled code and the files of `spec/`. */
export function fingerprint(): string {
  const hash = createHash("sha256");
  for (const folder of ["dist", "spec"]) {
    const names = readdirSync(packageFile(folder), { recursive: true, encoding: "utf8" });
    for (const name of names.filter((each) => /\.(js|yaml)$/.test(each)).sort()) {
      hash.update(name).update(readFileSync(join(packageFile(folder), name)));
    }
  }
  return hash.digest("hex").slice(0, 12);
}
