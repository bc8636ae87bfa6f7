import { isKilled, type MutantSubject } from "./mutants/score.ts";
import type { FailedRequirement, Outcome, Trial, UnprovenRequirement } from "./trial.ts";

/** The result of a trial for the suite. */
export interface Finding {
  /** True if the suite did what it must with this server. */
  readonly passed: boolean;
  /** The defects of the suite, one sentence each; empty if it passed. */
  readonly complaints: readonly string[];
  /** Requirements that a correct server failed although it keeps them. */
  readonly alarms: readonly string[];
  /** Requirements that failed together with the broken one: also a defect of the suite, but not a miss. */
  readonly echoes: readonly string[];
  /** Requirements that a correct server should have proven, and that stayed open. */
  readonly unproven: readonly string[];
}

/**
 * Judges the suite by a trial: a mutant must be killed; a correct server must fail no MUST, and no SHOULD except those
 * that it reads differently.
 */
export function judgeTrial(trial: Trial, outcome: Outcome): Finding {
  const { subject } = trial;
  if (subject.kind === "mutant") return judgeMutant(subject, outcome);
  // It is unknown what a mutant of the code breaks, if anything, so a survivor is reported and is not a complaint.
  if (subject.kind === "code") return finding(problemOf(outcome), [], []);
  const { failed } = outcome;
  const open = outcome.unproven.filter(({ level }) => level === "MUST");
  const forgiven = subject.kind === "independent" && subject.liberties ? shoulds(failed) : [];
  const expected = subject.kind === "variant" ? subject.against : [];
  const alarms = failed.filter(({ id }) => !forgiven.includes(id) && !expected.includes(id));
  // A smoke run need not reach every SHOULD.
  const silent =
    trial.budget === "smoke" ? [] : expected.filter((id) => !failed.some((requirement) => requirement.id === id));
  return finding(
    [
      ...problemOf(outcome),
      ...alarms.map((alarm) => `false alarm: ${requirementText(alarm)}`),
      ...silent.map((id) => `${id} does not fail, although the server reads it otherwise`),
    ],
    [],
    open.map(requirementText),
    alarms.map(({ id }) => id),
  );
}

/**
 * Judges a mutant: any failed requirement of the broken level kills it, and one that cannot be distinguished from the
 * original is not a miss.
 */
function judgeMutant(subject: MutantSubject, outcome: Outcome): Finding {
  const echoes = outcome.failed.map(({ id }) => id).filter((id) => id !== subject.breaks);
  if (isKilled(subject, outcome) || outcome.distinguishedAfter === null) return finding([], echoes, []);
  return finding([`survived: ${subject.breaks} is broken`, ...problemOf(outcome)], echoes, []);
}

function finding(
  complaints: readonly string[],
  echoes: readonly string[],
  unproven: readonly string[],
  alarms: readonly string[] = [],
): Finding {
  return { passed: complaints.length === 0, complaints, echoes, unproven, alarms };
}

function problemOf({ problem }: Outcome): string[] {
  return problem === null ? [] : [problem];
}

const shoulds = (failed: readonly FailedRequirement[]) =>
  failed.filter(({ level }) => level === "SHOULD").map(({ id }) => id);

const requirementText = ({ id, verdict, reason }: UnprovenRequirement) =>
  `${id} (${verdict}${reason ? `: ${reason}` : ""})`;
