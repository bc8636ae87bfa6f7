import { oneLine, truncated } from "../../spec/format-text.ts";
import { type Finding, judgeTrial } from "./finding.ts";
import type { ScenarioResult } from "./scenarios/results.ts";
import { type FinishedTrial, nameOf, type Subject, type Trial } from "./trial.ts";

/** Returns the verdict on a trial: a known survivor is neither passed nor failed as long as it survives. */
export function verdictOf({ trial, outcome, known }: FinishedTrial): "passed" | "failed" | "known" {
  if (judgeTrial(trial, outcome).passed) return "passed";
  return known === undefined ? "failed" : "known";
}

/**
 * Returns the findings as a table: unproven requirements, echoes and, last, survivors and alarms, so that they are
 * read even if only the end of a long log is kept.
 */
export function findingsTable(all: readonly FinishedTrial[]): string {
  const rows = all.map((tried) => ({ ...tried, finding: judgeTrial(tried.trial, tried.outcome) }));
  return [
    ...section(
      "Unproven on a correct server",
      rows.filter(({ finding }) => finding.unproven.length > 0),
      ({ finding }) => finding.unproven,
    ),
    ...section(
      "Known survivors",
      rows.filter((row) => verdictOf(row) === "known"),
      ({ known }) => [known ?? ""],
    ),
    ...section(
      "Known survivors that are killed now: remove them from known-survivors.yaml",
      rows.filter((row) => row.known !== undefined && verdictOf(row) === "passed"),
      ({ known }) => [known ?? ""],
    ),
    ...section(
      "Echoes: failed with what is broken",
      rows.filter(({ finding }) => finding.echoes.length > 0),
      ({ finding }) => finding.echoes,
    ),
    ...section(
      "Survivors and false alarms",
      rows.filter((row) => verdictOf(row) === "failed"),
      ({ finding }) => finding.complaints,
    ),
  ].join("\n");
}

type Row = FinishedTrial & { readonly finding: Finding };

function section(title: string, rows: readonly Row[], words: (row: Row) => readonly string[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(
    (row) =>
      `  ${heading(row.trial)}\n${words(row)
        .map((word) => `      ${word}`)
        .join("\n")}`,
  );
  return [`${title} (${rows.length}):`, ...lines, ""];
}

function heading(trial: Trial): string {
  const breaks = trial.subject.kind === "mutant" ? ` (breaks ${trial.subject.breaks})` : "";
  return `${nameOf(trial.subject)}${breaks}, ${trial.budget}, seed ${trial.seed}`;
}

/** The most characters of the problem, and of the server's name, in a line for the end of a log. */
const WORDS_KEPT = 200;
const NAME_KEPT = 120;

/**
 * Returns a line for each failure, `failed: …`, for the end of a long log. The server's name, which may be long, comes
 * last; the table has all of it.
 */
export function failureLines(all: readonly FinishedTrial[], scenarios: readonly ScenarioResult[] = []): string[] {
  const servers = all.filter((tried) => verdictOf(tried) === "failed");
  const line = (words: string, name: string) =>
    `failed: ${truncated(oneLine(words), WORDS_KEPT)} (${truncated(oneLine(name), NAME_KEPT)})`;
  return [
    ...servers.map(({ trial, outcome }) =>
      line(judgeTrial(trial, outcome).complaints.join("; "), nameOf(trial.subject)),
    ),
    ...scenarios.flatMap(({ name, failure }) =>
      failure === null ? [] : `failed: ${oneLine(name)}: ${truncated(oneLine(failure), WORDS_KEPT)}`,
    ),
  ];
}

/** Returns the problems of scenarios, each with the command that repeats it. */
export function scenarioTable(scenarios: readonly ScenarioResult[]): string {
  return scenarios
    .flatMap(({ name, failure }) =>
      failure === null ? [] : [`npm run selftest -- --scenario '${name.replaceAll("'", "'\\''")}'`, failure, ""],
    )
    .join("\n");
}

/**
 * Returns how many of each kind of server, and of the scenarios, passed, and the line of counts at the end of the
 * output.
 */
export function countLines(all: readonly FinishedTrial[], scenarios: readonly ScenarioResult[] = []): string[] {
  const passed = all.filter((tried) => verdictOf(tried) === "passed");
  const failed = all.filter((tried) => verdictOf(tried) === "failed");
  const skipped = all.length - passed.length - failed.length;
  const lines = KINDS.flatMap(([label, is]) => {
    const total = all.filter(({ trial }) => is(trial.subject)).length;
    return total === 0 ? [] : [`${label}: ${passed.filter(({ trial }) => is(trial.subject)).length} of ${total}`];
  });
  const asExpected = scenarios.filter(({ failure }) => failure === null).length;
  const told = scenarios.length === 0 ? [] : [`scenarios as expected: ${asExpected} of ${scenarios.length}`];
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  const counts = `${passed.length + asExpected} passed, ${failed.length + scenarios.length - asExpected} failed${rest}`;
  return [...lines, ...told, counts];
}

const KINDS: readonly (readonly [string, (subject: Subject) => boolean])[] = [
  ["mutants killed or undistinguished", (subject) => subject.kind === "mutant"],
  ["code mutants with a result", (subject) => subject.kind === "code"],
  ["correct independent servers without an alarm", (subject) => subject.kind === "independent"],
  ["correct variants of the fake without an alarm", (subject) => subject.kind === "variant"],
];
