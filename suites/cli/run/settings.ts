import { randomInt } from "node:crypto";
import { readReport } from "../../../reports/read.ts";
import { DEFAULT_FORMATS, formatsNamed, type ReportFormat } from "../../../reports/registry.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { ReportRequirement } from "../../../spec/report.ts";
import { MAX_SEED } from "../../engine/check/options.ts";
import { BUDGETS, type BudgetName } from "../../index.ts";
import type { Input, Option } from "../core/command.ts";
import { listOf, oneOf, wholeNumber } from "../core/values.ts";

/** Options for the selected part of the suite and the effort. */
export const SELECTION_OPTIONS: readonly Option[] = [
  { name: "budget", value: "NAME", text: "smoke, standard (default) or thorough: limits the requests and tasks" },
  {
    name: "seed",
    value: "N",
    text: "seed of all generated values (default: that of the --only-failed report, otherwise random; printed at start)",
  },
  {
    name: "only",
    value: "ID|GLOB",
    text: "only requirements of these ids: tasks.create.* (quote the star)",
    many: true,
  },
  {
    name: "only-failed",
    value: "REPORT",
    text: "only requirements that failed in an earlier report.json, with its seed",
  },
  { name: "strict", text: "a SHOULD failure also fails the run" },
  { name: "read-only", text: "create and change nothing on the target; says what stays unproven" },
  { name: "max-failures", value: "N", text: "end after N failed MUST (with --strict, SHOULD as well)" },
];

/** The selected part of the suite and the effort. */
export interface Selection {
  readonly budget: BudgetName;
  readonly seed: number;
  readonly only: readonly string[];
  readonly onlyFailed: readonly string[] | null;
  readonly strict: boolean;
  readonly readOnly: boolean;
  /** 0: never end early. */
  readonly maxFailures: number;
}

const BUDGET_NAMES = Object.keys(BUDGETS).filter((name): name is BudgetName => name in BUDGETS);

/**
 * Reads {@link SELECTION_OPTIONS}, with the result of {@link readFailed}. Globs are checked against the catalogue
 * later, when the document is known.
 */
export function readSelection(input: Input, failed: FailedRun | null): Selection {
  return {
    budget: oneOf(input, "budget", BUDGET_NAMES) ?? "standard",
    seed: wholeNumber(input, "seed", { minimum: 0, maximum: MAX_SEED }) ?? failed?.seed ?? randomInt(MAX_SEED),
    only: listOf(input, "only"),
    onlyFailed: failed?.requirements.map(({ id }) => id) ?? null,
    strict: input.flag("strict"),
    readOnly: input.flag("read-only"),
    maxFailures: wholeNumber(input, "max-failures", { minimum: 1, maximum: 100_000 }) ?? 0,
  };
}

/**
 * Returns the formats of `--reporter`, or the default ones; report.json is always included, because other commands
 * read it.
 */
export function readFormats(input: Input): readonly ReportFormat[] {
  const names = listOf(input, "reporter");
  return formatsNamed(names.length === 0 ? DEFAULT_FORMATS : ["json", ...names]);
}

/** The parts of an earlier run that `--only-failed` repeats. */
export interface FailedRun {
  readonly requirements: readonly ReportRequirement[];
  readonly seed: number;
}

/** Returns the parts that `--only-failed` repeats; null if it is absent. */
export async function readFailed(input: Input, cwd: string): Promise<FailedRun | null> {
  const report = input.value("only-failed");
  return report === undefined ? null : failedIn(report, cwd);
}

async function failedIn(path: string, cwd: string): Promise<FailedRun> {
  const report = await readReport(path, cwd);
  const failed = report.requirements.filter((requirement) => requirement.verdict === "fail");
  if (failed.length > 0) return { requirements: failed, seed: report.run.seed };
  throw new OperatorError({
    code: "RUN-NOTHING-FAILED",
    message: `--only-failed: no requirement failed in "${path}" (${report.headline}).`,
    hint: "Run without --only-failed, or name the report of a run that failed.",
  });
}
