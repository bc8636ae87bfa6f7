import { describe, type TestContext, test } from "vitest";
import { type Case, caseOf } from "../reports/cases.ts";
import type { Report, ReportRequirement } from "../spec/report.ts";
import type { Requirement } from "../spec/requirement.ts";
import type { TargetFile } from "../spec/target-file.ts";
import type { RunOptions } from "./engine/check/options.ts";
import { loadContract } from "./engine/contract.ts";
import { runChecks } from "./host/run-checks.ts";
import { type RunRequest, readRunRequest } from "./host/run-settings.ts";
import { loadTarget } from "./target/load.ts";

/** What {@link conformance} tests, and how. */
export interface ConformanceOptions
  extends Pick<RunRequest, "budget" | "seed" | "only" | "strict" | "readOnly" | "maxFailures" | "knownFailures"> {
  /** Path of a target file, or what such a file holds, such as the `target` of a fake. */
  readonly target: string | TargetFile;
  /** Name of the group of tests; `conformance` without it. */
  readonly name?: string;
}

/**
 * Registers one test for each requirement, at the top level or in a `describe` of a vitest file. The first of them that runs
 * starts the run; the others share its report. Where only some of the tests run (`-t`, `.only`, one test of the UI or of an
 * editor) the run is restricted to their requirements.
 *
 * A test fails where `junit.xml` has a failure or an error: a MUST failed or stayed inconclusive, or a SHOULD failed with
 * `strict`. It is skipped, with the reason, where the requirement was, where it is not counted, and for known failures.
 *
 * The commands `setup` and `teardown` of a target file are not run: `beforeAll` and `afterAll` do that here.
 *
 * @example
 * const fake = await createFake();
 * afterAll(() => fake.close());
 * conformance({ target: fake.target, budget: "smoke", only: ["tasks.*"] });
 */
export function conformance({ target: given, name = "conformance", ...more }: ConformanceOptions): void {
  const frames = callersFrames();
  describe(name, async () => {
    const { target } = loadTarget(typeof given === "string" ? { file: given } : { value: given });
    const settings = await readRunRequest({ target, ...more });
    const { catalogue } = await loadContract(target);
    const selected = settings.only.length === 0 ? catalogue.requirements : catalogue.select(settings.only);
    const nameOf = new Map(selected.map((requirement) => [requirement.id, testName(requirement)]));
    let started: Promise<Report> | null = null;
    for (const { id } of selected) {
      // A run takes as long as it takes, and trying again would show the same report.
      test(nameOf.get(id) ?? id, { timeout: 0, retry: 0 }, async (context) => {
        const isFirst = started === null;
        started ??= runChecks(restricted(settings, nameOf, context));
        const report = await started;
        if (report.verdict === "unusable") return unusable(report, isFirst, context);
        end(report, id, frames, context);
      });
    }
  });
}

/** The id comes first, for `-t`. */
function testName({ id, level, statement }: Requirement): string {
  return `${id} (${level}): ${statement}`;
}

/** The run of those requirements whose tests are not filtered out; an interrupt of the first test ends it. */
function restricted(
  settings: RunOptions,
  nameOf: ReadonlyMap<string, string>,
  { task, signal }: TestContext,
): RunOptions {
  const wanted = new Set(task.suite?.tasks.flatMap(({ mode, name }) => (mode === "skip" ? [] : [name])));
  const ids = [...nameOf].flatMap(([id, name]) => (wanted.has(name) ? [id] : []));
  return { ...settings, signal, onlyFailed: ids.length === nameOf.size ? settings.onlyFailed : ids };
}

/** One test tells why nothing could be judged: of all the others it is said that they were not. */
function unusable({ headline, problem }: Report, isFirst: boolean, { skip }: TestContext): void {
  if (isFirst) throw new Error(problem === null ? headline : `${headline}\n${problem}`);
  skip(`nothing could be judged: ${problem ?? headline}`);
}

function end(report: Report, id: string, frames: string, { skip }: TestContext): void {
  const requirement = report.requirements.find((one) => one.id === id);
  if (requirement === undefined) throw new Error(`The report says nothing of ${id}: this is a defect of the suite.`);
  const { outcome } = caseOf(report, withTestLines(requirement, report.run.seed));
  if (outcome.kind === "passed") return;
  if (outcome.kind === "skipped") skip(outcome.message);
  throw failureOf(requirement, outcome, frames);
}

/** What repeats a failure here is its own test. */
function withTestLines(requirement: ReportRequirement, seed: number): ReportRequirement {
  const replay = `npx vitest run -t '${requirement.id}' (seed ${seed})`;
  const checks = requirement.checks.map((check) =>
    check.failure === null ? check : { ...check, failure: { ...check.failure, replay } },
  );
  return { ...requirement, checks };
}

function failureOf({ level, clause }: ReportRequirement, { text }: WithText, frames: string): Error {
  const error = new Error(`${level} · ${clause}\n${text}`);
  error.name = "ConformanceFailure";
  // The place that an editor marks is where the user's file asks for the tests, not this one.
  error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}

type WithText = Extract<Case["outcome"], { readonly text: string }>;

/** The frames of the stack from the caller of `conformance` on. */
function callersFrames(): string {
  const holder = { stack: "" };
  Error.captureStackTrace(holder, conformance);
  return holder.stack.split("\n").slice(1).join("\n");
}
