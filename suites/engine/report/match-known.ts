import type { ReportCheck, ReportKnownFailure, ReportRequirement } from "../../../spec/report.ts";
import type { KnownFailure, KnownFailures } from "../../target/types.ts";

/** The requirements of a run with known failures marked, and the state of the entries. */
export interface KnownMatch {
  readonly requirements: readonly ReportRequirement[];
  /** Every entry with its state in this run; undefined if no file was given. */
  readonly entries: readonly ReportKnownFailure[] | undefined;
  /**
   * Why entries fail the gate, each as a sentence: the failure passes now, the entry has expired, or its requirement is
   * unknown.
   */
  readonly stale: readonly string[];
}

/** Marks the failures that the file declares, and finds the entries that no longer apply. */
export function matchKnown(requirements: readonly ReportRequirement[], known: KnownFailures | null): KnownMatch {
  if (known === null) return { requirements, entries: undefined, stale: [] };
  const active = known.entries.map((entry) => report(entry, stateOf(entry, requirements)));
  const ineffective = known.problems.map(({ entry, kind }) =>
    report(entry, kind === "expired" ? "expired" : "unknown"),
  );
  const passing = active.filter((entry) => entry.state === "passing");
  const stale = [
    ...known.problems.map((problem) => problem.message),
    ...passing.map(({ requirement, operation }) => {
      const fails = requirements.some(({ id, verdict }) => id === requirement && verdict === "fail");
      if (!fails) return `the known failure of ${requirement} passes now: take its entry out`;
      const of = operation === null ? "of this cause" : `at ${operation}`;
      return `the known failure of ${requirement} ${of} is not what fails there: correct its entry, or remove it`;
    }),
  ];
  return {
    requirements: requirements.map((requirement) =>
      isDeclared(requirement, known.entries) ? { ...requirement, known: true } : requirement,
    ),
    entries: [...active, ...ineffective],
    stale,
  };
}

/** Returns true if every cause of a failed requirement is declared. */
function isDeclared(requirement: ReportRequirement, entries: readonly KnownFailure[]): boolean {
  const failing = failingChecks(requirement);
  return (
    requirement.verdict === "fail" &&
    failing.every((check) => entries.some((entry) => entry.requirement === requirement.id && excuses(entry, check)))
  );
}

/** Returns the failed checks of a requirement. */
export function failingChecks(requirement: ReportRequirement): ReportCheck[] {
  return requirement.checks.filter((check) => check.verdict === "fail");
}

function excuses(entry: KnownFailure, { failure }: ReportCheck): boolean {
  const operation = failure?.exchanges.at(-1)?.operation ?? null;
  return (
    (entry.operation === null || operation === null || entry.operation === operation) &&
    (entry.cause === null || entry.cause === failure?.cause)
  );
}

function stateOf(entry: KnownFailure, requirements: readonly ReportRequirement[]): ReportKnownFailure["state"] {
  const requirement = requirements.find((requirement) => requirement.id === entry.requirement);
  if (!requirement) return "untried";
  if (failingChecks(requirement).some((check) => excuses(entry, check))) return "failing";
  // A requirement without a verdict may still fail: only a verdict shows that the entry no longer applies.
  return requirement.verdict === "pass" || requirement.verdict === "fail" ? "passing" : "untried";
}

function report(entry: KnownFailure, state: ReportKnownFailure["state"]): ReportKnownFailure {
  const { requirement, operation, reason, owner, expires } = entry;
  return { requirement, operation, reason, owner, expires, state };
}
