import { createFake } from "../../fake/index.ts";
import type { Report, ReportRequirement } from "../../spec/report.ts";
import type { TargetFile } from "../../spec/target-file.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runInPlace } from "../host/in-place.ts";
import { completeTarget } from "../target/load.ts";
import { createIndependentServer } from "./independent/independent-server.ts";
import { distinguishedAfter } from "./mutants/distinguish.ts";
import { isKilled } from "./mutants/score.ts";
import type { Alarm, Miss, Outcome, Subject, Trial } from "./trial.ts";

/** Starts the server of a trial, runs the suite against it as against any target, and stops it. */
export async function tryOut(trial: Trial): Promise<Outcome> {
  const { subject, only } = trial;
  const outcome = await tryOnce(trial);
  // Which requirement tells of a mutant does not matter: those that claim what it breaks are only asked first.
  if (subject.kind !== "mutant" || only.length === 0 || isKilled(subject, outcome)) return outcome;
  return tryOnce({ ...trial, only: [] });
}

async function tryOnce({ subject, budget, seed, only }: Trial): Promise<Outcome> {
  let reached = 0;
  const server = await start(subject, seed, () => {
    reached += 1;
  });
  try {
    const patience =
      subject.kind === "fault" || subject.kind === "mutant" ? { consistency: { timeoutMs: PATIENCE_MS } } : {};
    const target = completeTarget({ ...server.target, ...patience }, process.cwd());
    // Where one requirement is asked for, or any failure will do, the first says all that there is to know.
    const maxFailures = only.length > 0 || subject.kind === "mutant" ? 1 : 0;
    const strict = subject.kind === "mutant" && subject.level === "SHOULD";
    const outcome = outcomeOf(
      await runInPlace(ordinaryRun(target, { budget, seed, only, maxFailures, strict })),
      subject,
    );
    if (subject.kind !== "mutant" || only.length > 0 || isKilled(subject, outcome)) return outcome;
    return { ...outcome, reached, distinguishedAfter: await distinguishedAfter(subject.mutant) };
  } finally {
    await server.close();
  }
}

/**
 * How long something new is waited for where a fault hides it: several times the lag of either server. A target that
 * nobody knows gets the suite's own patience.
 */
const PATIENCE_MS = 1500;

interface Server {
  readonly target: TargetFile;
  close(): Promise<void>;
}

/** The server of a trial. Its chance follows the trial's seed, so that a trial can be repeated. */
function start(subject: Subject, seed: number, onMutantReached: () => void): Promise<Server> {
  switch (subject.kind) {
    case "fault":
      return subject.server === "fake"
        ? createFake({ faults: [subject.fault], seed })
        : createIndependentServer({ faults: [subject.fault], seed });
    case "mutant":
      return createFake({ mutants: [subject.mutant], seed, onMutantReached });
    case "independent":
      return createIndependentServer({ seed: subject.seed, liberties: subject.liberties });
    case "variant":
      return createFake({ variant: subject.variant, seed });
  }
}

function outcomeOf(report: Report, subject: Subject): Outcome {
  const taking = report.requirements.filter((one) => !one.unobservable && !one.unchecked && !one.notApplicable);
  return {
    failed: taking.filter((one) => one.verdict === "fail").map(toAlarm),
    unproven: taking.filter((one) => isOpen(one) && concerns(one, subject)).map(toMiss),
    requests: report.run.requests,
    durationMs: report.run.durationMs,
    problem: report.problem,
  };
}

function isOpen({ verdict }: ReportRequirement): boolean {
  return verdict === "inconclusive" || verdict === "skip";
}

/** Of what stays open: all that MUST hold, and what the fault breaks. */
function concerns({ level, id }: ReportRequirement, subject: Subject): boolean {
  return level === "MUST" || ("breaks" in subject && subject.breaks === id);
}

function toMiss({ id, level, verdict, reason }: ReportRequirement): Miss {
  return { id, level, verdict, reason };
}

function toAlarm(requirement: ReportRequirement): Alarm {
  const firsts = requirement.checks.flatMap(({ failure }) => failure?.afterRequests ?? []);
  return { ...toMiss(requirement), after: firsts.length === 0 ? null : Math.min(...firsts) };
}
