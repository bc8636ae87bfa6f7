import { isKilled, type MutantSubject } from "./mutants/score.ts";
import type { Alarm, Miss, Outcome, Trial } from "./trial.ts";

/** What a trial says about the suite. */
export interface Finding {
  /** True when the suite did what it has to do with this server. */
  readonly passed: boolean;
  /** What is wrong with the suite, one sentence each; empty when it passed. */
  readonly complaints: readonly string[];
  /** Requirements that a correct server failed although it keeps them. */
  readonly alarms: readonly string[];
  /** Requirements that failed with the broken one: a defect of the suite as well, distinguished from a miss. */
  readonly echoes: readonly string[];
  /** Requirements that a correct server should have proven, and that stayed open. */
  readonly unproven: readonly string[];
}

/**
 * Judges the suite by a trial: a mutant has to be killed; a correct server must fail no
 * MUST, and no SHOULD but those that it reads otherwise.
 */
export function judgeTrial(trial: Trial, outcome: Outcome): Finding {
  const { subject } = trial;
  if (subject.kind === "mutant") return judgeMutant(subject, outcome);
  if (subject.kind === "code") return judgeCode(outcome);
  const { failed } = outcome;
  const open = outcome.unproven.filter(({ level }) => level === "MUST");
  const forgiven = subject.kind === "independent" && subject.liberties ? shoulds(failed) : [];
  const expected = subject.kind === "variant" ? subject.against : [];
  const alarms = failed.filter(({ id }) => !forgiven.includes(id) && !expected.includes(id));
  // A smoke run need not come to what only SHOULD hold.
  const silent = trial.budget === "smoke" ? [] : expected.filter((id) => !failed.some((one) => one.id === id));
  return finding(
    [
      ...problemOf(outcome),
      ...alarms.map((alarm) => `false alarm: ${told(alarm)}`),
      ...silent.map((id) => `${id} does not fail, although the server reads it otherwise`),
    ],
    [],
    open.map(told),
    alarms.map(({ id }) => id),
  );
}

/** A mutant is killed by any requirement of the level that it breaks; what nothing tells from the original is no miss. */
function judgeMutant(subject: MutantSubject, outcome: Outcome): Finding {
  const echoes = outcome.failed.map(({ id }) => id).filter((id) => id !== subject.breaks);
  if (isKilled(subject, outcome) || outcome.distinguishedAfter === null) return finding([], echoes, []);
  return finding([`survived: ${subject.breaks} is broken`, ...problemOf(outcome)], echoes, []);
}

/** Nobody has said what a mutant of the code breaks, if anything: a survivor is reported, and is no complaint. */
function judgeCode(outcome: Outcome): Finding {
  return finding(problemOf(outcome), [], []);
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

const shoulds = (failed: readonly Alarm[]) => failed.filter(({ level }) => level === "SHOULD").map(({ id }) => id);

const told = ({ id, verdict, reason }: Miss) => `${id} (${verdict}${reason ? `: ${reason}` : ""})`;
