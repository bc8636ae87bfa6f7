import type { Server } from "node:http";
import { createFake } from "../../fake/index.ts";
import type { Report, ReportRequirement } from "../../spec/report.ts";
import type { TargetFile } from "../../spec/target-file.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import { codeDistinguishedAfter } from "./code/distinguish.ts";
import { loadMutant } from "./code/load.ts";
import { inProcess } from "./in-process/intercept.ts";
import { createIndependentServer } from "./independent/independent-server.ts";
import { distinguishedAfter } from "./mutants/distinguish.ts";
import { isKilled, type MutantSubject } from "./mutants/score.ts";
import type { FailedRequirement, Outcome, Subject, Trial, UnprovenRequirement } from "./trial.ts";

/** Starts the server of a trial, runs the suite against it as against any target, and stops it. */
export function runTrial(trial: Trial): Promise<Outcome> {
  const { subject, only } = trial;
  if (subject.kind === "code")
    return runDistinguished(trial, () => codeDistinguishedAfter(subject.mutant, subject.server));
  if (subject.kind !== "mutant") return runOnce(trial);
  return only.length > 0
    ? runListed(subject, trial)
    : runDistinguished(trial, () => distinguishedAfter(subject.mutant));
}

/**
 * Tries a listed mutant, which is known to be killed: first with the checks of the requirement that it breaks, then
 * with all others.
 */
async function runListed(subject: MutantSubject, trial: Trial): Promise<Outcome> {
  const aimed = await runOnce(trial);
  if (isKilled(subject, aimed)) return aimed;
  const whole = await runOnce({ ...trial, only: [] });
  if (isKilled(subject, whole)) return whole;
  return { ...whole, distinguishedAfter: await distinguishedAfter(subject.mutant) };
}

/**
 * Runs the suite on a drawn mutant only if the reference workload distinguishes it, since the score counts no others.
 */
async function runDistinguished(trial: Trial, distinguished: () => Promise<number | null>): Promise<Outcome> {
  const after = await distinguished();
  return { ...(after === null ? NOT_RUN : await runOnce(trial)), distinguishedAfter: after };
}

const NOT_RUN: Outcome = { failed: [], unproven: [], requests: 0, durationMs: 0, problem: null };

async function runOnce({ subject, budget, seed, only }: Trial): Promise<Outcome> {
  let reached = 0;
  const started = await start(subject, seed, () => {
    reached += 1;
  });
  try {
    const isMutant = subject.kind === "mutant" || subject.kind === "code";
    const patience = isMutant ? { consistency: { timeoutMs: PATIENCE_MS } } : {};
    const target = completeTarget({ ...started.target, ...patience }, process.cwd());
    const settings = ordinaryRun(target, {
      budget,
      seed,
      only,
      strict: subject.kind === "mutant" && subject.level === "SHOULD",
      // For one requirement, or if any failure is enough, the first failure decides.
      maxFailures: only.length > 0 ? 1 : 0,
      verdictOnly: isMutant,
    });
    const intercept = started.server && inProcess(started.server, new URL(target.baseUrl).origin);
    const outcome = outcomeOf(await runChecksOrThrow({ ...settings, intercept }), subject);
    return isMutant ? { ...outcome, reached: started.reached?.() ?? reached } : outcome;
  } finally {
    await started.close();
  }
}

/**
 * The consistency timeout for mutants that hide new resources: several times the lag of either server. Other targets
 * have the default timeout of the suite.
 */
const PATIENCE_MS = 1500;

interface Started {
  readonly target: TargetFile;
  /** Accepts requests without sockets; absent if only sockets reach it. */
  readonly server?: Server;
  /** Returns how often the mutated code was reached. */
  readonly reached?: () => number;
  close(): Promise<void>;
}

/** Starts the server of a trial. Its randomness uses the trial's seed, so that a trial can be repeated. */
async function start(subject: Subject, seed: number, onMutantReached: () => void): Promise<Started> {
  switch (subject.kind) {
    case "mutant":
      return createFake({ mutants: [subject.mutant], seed, onMutantReached });
    case "code": {
      const { createIndependentServer: create, reached } = await loadMutant(subject.mutant);
      return { ...(await create({ seed: subject.server })), reached };
    }
    case "independent":
      return createIndependentServer({
        seed: subject.seed,
        liberties: subject.liberties,
        ...(subject.readings === undefined ? {} : { readings: subject.readings }),
      });
    case "variant":
      return createFake({ variant: subject.variant, seed });
  }
}

function outcomeOf(report: Report, subject: Subject): Outcome {
  const taking = report.requirements.filter(
    (requirement) => !requirement.unobservable && !requirement.unchecked && !requirement.notApplicable,
  );
  return {
    failed: taking.filter((requirement) => requirement.verdict === "fail").map(toAlarm),
    unproven: taking.filter((requirement) => isOpen(requirement) && concerns(requirement, subject)).map(toMiss),
    requests: report.run.requests,
    durationMs: report.run.durationMs,
    problem: report.problem,
  };
}

function isOpen({ verdict }: ReportRequirement): boolean {
  return verdict === "inconclusive" || verdict === "skip";
}

/** Returns true for an unproven requirement that matters: every MUST, and the one that the mutant breaks. */
function concerns({ level, id }: ReportRequirement, subject: Subject): boolean {
  return level === "MUST" || ("breaks" in subject && subject.breaks === id);
}

function toMiss({ id, level, verdict, reason }: ReportRequirement): UnprovenRequirement {
  return { id, level, verdict, reason };
}

function toAlarm(requirement: ReportRequirement): FailedRequirement {
  const firsts = requirement.checks.flatMap(({ failure }) => failure?.afterRequests ?? []);
  return { ...toMiss(requirement), after: firsts.length === 0 ? null : Math.min(...firsts) };
}
