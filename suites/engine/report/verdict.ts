import type { ReportCounts, ReportRequirement } from "../../../spec/report.ts";
import type { Requirement } from "../../../spec/requirement.ts";
import type { ExitCode, RunVerdict, Verdict } from "../../../spec/verdict.ts";

/**
 * The verdict of a requirement from those of its checks: it is proven only when every one of them passed. Those that stood
 * aside count where there is no other.
 */
export function combine(checks: readonly { readonly verdict: Verdict; readonly aside?: boolean }[]): Verdict {
  const order: readonly Verdict[] = ["fail", "inconclusive", "skip", "pass"];
  const tried = checks.filter(({ aside }) => aside !== true);
  const deciding = tried.length > 0 ? tried : checks;
  return order.find((verdict) => deciding.some((check) => check.verdict === verdict)) ?? "inconclusive";
}

/** Counts by verdict over the requirements of one level that take part in the verdict. */
export function countVerdicts(requirements: readonly ReportRequirement[], level: Requirement["level"]): ReportCounts {
  const counts = { pass: 0, fail: 0, skip: 0, inconclusive: 0, known: 0 };
  for (const requirement of requirements) {
    if (requirement.level !== level || !takesPart(requirement)) continue;
    if (requirement.known) counts.known += 1;
    else counts[requirement.verdict] += 1;
  }
  return counts;
}

/** What decides the verdict of a run. */
export interface RunFacts {
  readonly requirements: readonly ReportRequirement[];
  readonly must: ReportCounts;
  readonly should: ReportCounts;
  readonly strict: boolean;
  /** Why nothing can be judged; null when something could. */
  readonly unusable: string | null;
  /** Known failures that passed, expired, or name nothing: the gate must not stay open on them. */
  readonly staleKnown: number;
  /** True for a skipped requirement whose skip the target file accepts, or that does not apply. */
  readonly isExcused: (requirement: ReportRequirement) => boolean;
}

/** The verdict of the run and the exit status that says so (see `ExitCode`). */
export function judgeRun(facts: RunFacts): { readonly verdict: RunVerdict; readonly exitCode: ExitCode } {
  const { must, should } = facts;
  if (facts.unusable !== null) return { verdict: "unusable", exitCode: 2 };
  if (must.fail > 0 || (facts.strict && should.fail > 0)) return { verdict: "nonconformant", exitCode: 1 };
  if (facts.staleKnown > 0) return { verdict: "nonconformant", exitCode: 1 };
  const open = facts.requirements.filter(
    (one) => one.level === "MUST" && takesPart(one) && !one.known && isUnproven(one.verdict),
  );
  if (open.length === 0) return { verdict: "conformant", exitCode: 0 };
  const unexcused = open.filter((requirement) => !facts.isExcused(requirement));
  if (unexcused.length > 0) return { verdict: "incomplete", exitCode: 3 };
  const declared = open.some((requirement) => requirement.missingFixtures.length > 0);
  return { verdict: declared ? "incomplete" : "conformant", exitCode: 0 };
}

/** Whether a requirement counts: one that nobody can observe, that has no check yet, or that does not apply, does not. */
function takesPart(requirement: ReportRequirement): boolean {
  return !requirement.unobservable && !requirement.unchecked && !requirement.notApplicable;
}

function isUnproven(verdict: Verdict): boolean {
  return verdict === "skip" || verdict === "inconclusive";
}

/** The first line of every output: what is proven, and what is missing for the rest. */
export function headlineOf(
  verdict: RunVerdict,
  must: ReportCounts,
  should: ReportCounts,
  problem: string | null,
): string {
  if (verdict === "unusable") return `unusable: ${problem ?? "nothing could be judged"}`;
  const total = must.pass + must.fail + must.skip + must.inconclusive + must.known;
  const parts = [`${must.pass} of ${total} MUST proven`];
  if (must.fail > 0) parts.push(`${must.fail} failed`);
  if (must.known > 0) parts.push(`${must.known} known ${must.known === 1 ? "failure" : "failures"}`);
  if (must.skip > 0) parts.push(`${must.skip} skipped`);
  if (must.inconclusive > 0) parts.push(`${must.inconclusive} inconclusive`);
  if (should.fail > 0) parts.push(`${should.fail} SHOULD failed`);
  const why = problem === null ? "" : ` (${problem})`;
  return `${verdict}: ${parts.join(", ")}${why}`;
}
