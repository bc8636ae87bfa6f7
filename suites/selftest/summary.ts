import { type Finding, judgeTrial } from "./finding.ts";
import { nameOf, type Subject, type Trial, type Tried } from "./trial.ts";

/** How a trial counts: a known survivor is neither passed nor failed for as long as it survives. */
export function verdictOf({ trial, outcome, known }: Tried): "passed" | "failed" | "known" {
  if (judgeTrial(trial, outcome).passed) return "passed";
  return known === undefined ? "failed" : "known";
}

/**
 * What is wrong, as a table for people: what stayed open, echoes, and last, where it is
 * read even if only the end of a long log is kept, survivors and alarms.
 */
export function findingsTable(all: readonly Tried[]): string {
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
      "Known survivors that are killed now: take them out of known-survivors.yaml",
      rows.filter((row) => row.known !== undefined && verdictOf(row) === "passed"),
      ({ known }) => [known ?? ""],
    ),
    ...section(
      "Echoes: failed beside what is broken",
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

type Row = Tried & { readonly finding: Finding };

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

/** How many of each kind of server went well, and the line of counts that ends the output. */
export function countLines(all: readonly Tried[]): string[] {
  const passed = all.filter((tried) => verdictOf(tried) === "passed");
  const failed = all.filter((tried) => verdictOf(tried) === "failed");
  const skipped = all.length - passed.length - failed.length;
  const lines = KINDS.flatMap(([label, is]) => {
    const total = all.filter(({ trial }) => is(trial.subject)).length;
    return total === 0 ? [] : [`${label}: ${passed.filter(({ trial }) => is(trial.subject)).length} of ${total}`];
  });
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return [...lines, `${passed.length} passed, ${failed.length} failed${rest}`];
}

const KINDS: readonly (readonly [string, (subject: Subject) => boolean])[] = [
  ["mutants killed or undistinguished", (subject) => subject.kind === "mutant"],
  ["code mutants with a result", (subject) => subject.kind === "code"],
  ["correct independent servers without an alarm", (subject) => subject.kind === "independent"],
  ["correct variants of the fake without an alarm", (subject) => subject.kind === "variant"],
];
