import type { MutantResult, MutantStatus } from "../../../reports/mutation-score/result.ts";
import { SCORE_COLUMNS, type Score } from "../../../reports/mutation-score/score.ts";
import { table } from "../../cli/core/table.ts";
import type { FinishedTrial, Outcome, Subject } from "../trial.ts";

/** A drawn mutant as the subject of a trial. */
export type MutantSubject = Extract<Subject, { kind: "mutant" }>;

/** Returns true if a run noticed a mutant: by any requirement, of level MUST if a MUST is broken. */
export function isKilled({ level }: MutantSubject, { failed }: Outcome): boolean {
  return failed.some((requirement) => level === "SHOULD" || requirement.level === "MUST");
}

/** Returns the result of each mutant of a draw, in order. */
export function resultsOf(tried: readonly FinishedTrial[]): readonly MutantResult[] {
  return tried.flatMap(({ trial: { subject }, outcome }) =>
    subject.kind === "mutant" ? [resultOf(subject, outcome)] : [],
  );
}

function resultOf(subject: MutantSubject, outcome: Outcome): MutantResult {
  const { mutant, guards, breaks } = subject;
  return {
    mutant,
    operator: mutant.slice(0, mutant.indexOf("@")),
    guards,
    breaks,
    status: statusOf(subject, outcome),
    failed: outcome.failed.map(({ id }) => id),
    distinguishedAfter: outcome.distinguishedAfter ?? null,
    requests: outcome.requests,
  };
}

function statusOf(subject: MutantSubject, outcome: Outcome): MutantStatus {
  if (outcome.distinguishedAfter === null) return "undistinguished";
  if (isKilled(subject, outcome)) return "killed";
  if (outcome.distinguishedAfter === undefined) return "noResult";
  return (outcome.reached ?? 0) === 0 ? "neverReached" : "notJudged";
}

/** Scores as a table for people. */
export function scoreTable(scores: readonly Score[]): string {
  const head = ["", ...SCORE_COLUMNS.map(([heading]) => heading)];
  return table([head, ...scores.map((score) => [score.group, ...SCORE_COLUMNS.map(([, cell]) => cell(score))])]);
}
