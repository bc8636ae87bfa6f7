import { readFileSync, writeFileSync } from "node:fs";
import type { Measurement } from "../../reports/mutation-score/result.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import type { Command, Input } from "../cli/core/command.ts";
import type { Io } from "../cli/core/io.ts";
import { badValue } from "../cli/core/values.ts";
import { codeTrials } from "./code/draw.ts";
import { printCodeScore } from "./code/print-score.ts";
import { alarmLine, falseAlarms } from "./correct/false-alarms.ts";
import { correctTrials, drawCorrect } from "./correct/population.ts";
import { shrinkAlarms } from "./correct/shrink-alarms.ts";
import { judgeTrial } from "./finding.ts";
import { type Gate, gateOf, type KnownSurvivors, knownSince, readKnownSurvivors } from "./known-survivors.ts";
import { measurement } from "./measurement.ts";
import { readScore, withScore, writeScorePages } from "./mutants/merge-scores.ts";
import { aimedMutantTrials, drawnMutantTrials } from "./mutants/plan.ts";
import { printScore, writeScore } from "./mutants/print-score.ts";
import { regressionIds, regressionLists } from "./mutants/regression.ts";
import { resultsOf } from "./mutants/score.ts";
import { readSelftestOptions, SELFTEST, type SelftestOptions } from "./options.ts";
import { choiceTrials, independentTrials, sample, shareOf, variantTrial } from "./plan.ts";
import { runTrials } from "./pool.ts";
import { progress } from "./progress.ts";
import { fingerprint, readRecords, record } from "./records.ts";
import type { ScenarioResult } from "./scenarios/results.ts";
import { runScenarios } from "./scenarios/run.ts";
import { ALL } from "./scenarios/selection.ts";
import { countLines, failureLines, findingsTable, scenarioTable } from "./summary.ts";
import { type FinishedTrial, keyOf, type Outcome, type Trial } from "./trial.ts";
import { writeOutput } from "./write-output.ts";

/** `npm run selftest`: tries the suite on servers with one rule broken, and on correct ones. */
export const selftest: Command = {
  ...SELFTEST,
  async run(input: Input, io: Io) {
    const wishes = readSelftestOptions(input);
    if (wishes.mode === "merge") return mergeInto(wishes, io);
    const scenarios = await scenariosOf(wishes);
    const tried = await tryAll(await trialsOf(wishes), wishes, io);
    if (wishes.mode === "draw") return endDraw(tried, wishes, io);
    for (const table of [findingsTable(tried), scenarioTable(scenarios)]) if (table !== "") io.out(`${table}\n`);
    for (const line of await shrinkAlarms(tried)) io.out(`${line}\n`);
    if (wishes.mode === "correct") printAlarms(tried, wishes, io);
    if (wishes.mode === "code") await printCodeScore(tried, aboutRun(wishes), wishes.score, io);
    const failures = failureLines(tried, scenarios);
    for (const line of [...failures, ...countLines(tried, scenarios)]) io.out(`${line}\n`);
    return failures.length === 0 ? 0 : 1;
  },
};

/**
 * Milliseconds after which a trial is stopped, many times its usual duration: of one requirement, and of the complete
 * suite.
 */
const timeoutOf = ({ only }: Trial) => (only.length > 0 ? 240_000 : 900_000);

/** The numbers of each kind that the short run tries, and the share of scenarios: some four minutes on two cores. */
const SAMPLES = { independent: 1, correct: 4, listed: 50, scenarios: 1 / 10 };

/** Milliseconds after which the short run begins no more scenarios: some take a minute, and chance may draw several of these. */
const SCENARIOS_MS = 100_000;

/** @throws OperatorError `CLI-VALUE` where no scenario has such a name. */
function someOf(results: readonly ScenarioResult[], named: readonly string[]): readonly ScenarioResult[] {
  if (results.length > 0) return results;
  const hint = 'Name a part of the path of a *.scenario.test.ts file, and after " > " a part of a scenario\'s name.';
  throw badValue("scenario", named.join(", "), "the name of a scenario", hint);
}

async function scenariosOf({ mode, scenarios, seed }: SelftestOptions): Promise<readonly ScenarioResult[]> {
  const one = seed ?? 1;
  if (mode === "scenarios") return someOf(await runScenarios({ ...ALL, named: scenarios, seed: one }), scenarios);
  if (mode !== "short") return [];
  return runScenarios({ named: [], seed: one, share: SAMPLES.scenarios, endsAt: Date.now() + SCENARIOS_MS });
}

async function trialsOf(wishes: SelftestOptions): Promise<readonly Trial[]> {
  const { mode, draw, mutants, budget, seed } = wishes;
  const depth = budget ?? "standard";
  switch (mode) {
    case "draw":
      return shareOf(await drawnMutantTrials(draw, depth, seed ?? 1), wishes.slice);
    case "code":
      return shareOf(await codeTrials(wishes.code, depth, seed ?? 1), wishes.slice);
    case "mutants":
      return aimedMutantTrials(shareOf(mutants, wishes.slice), depth, seed ?? 1);
    case "short":
      return shareOf(await shortTrials(wishes), wishes.slice);
    case "choices":
      return shareOf(choiceTrials(depth, seed ?? 1), wishes.slice);
    case "variant":
      return [variantTrial(wishes.variant, depth, seed ?? 1)];
    case "correct":
      return shareOf(correctTrials(wishes.correct, depth, seed ?? 1), wishes.slice);
    case "scenarios":
    case "merge":
      return [];
  }
}

async function endDraw(tried: readonly FinishedTrial[], wishes: SelftestOptions, io: Io): Promise<number> {
  const { score, budget } = wishes;
  const mutants = resultsOf(tried);
  if (score !== null) {
    writeScore(score, { kind: "draw", ...aboutRun(wishes), mutants });
  }
  const list = readKnownSurvivors();
  const gate = gateOf(mutants, list);
  const unlisted = budget === "smoke" ? await survivingAtStandard(gate.unlisted, tried, wishes, io) : gate.unlisted;
  return printScore(mutants, { ...gate, unlisted }, list, io);
}

/**
 * Repeats surviving mutants at the standard budget: a smoke run is too small to conclude that the suite misses a
 * mutant.
 */
async function survivingAtStandard(
  some: Gate["unlisted"],
  tried: readonly FinishedTrial[],
  wishes: SelftestOptions,
  io: Io,
) {
  const names = new Set(some.map(({ mutant }) => mutant));
  const trials = tried.flatMap(({ trial }): Trial[] =>
    trial.subject.kind === "mutant" && names.has(trial.subject.mutant) ? [{ ...trial, budget: "standard" }] : [],
  );
  const again = trials.length === 0 ? [] : resultsOf(await tryAll(trials, wishes, io));
  return again.filter(({ status }) => status !== "killed");
}

/** Prints the rate of false alarms, and writes it to the score file. */
function printAlarms(tried: readonly FinishedTrial[], wishes: SelftestOptions, io: Io): void {
  const { score } = wishes;
  const result = falseAlarms(tried);
  io.out(`${alarmLine(result)}\n`);
  if (score === null) return;
  writeOutput(score, `${JSON.stringify({ ...result, ...aboutRun(wishes) }, null, 2)}\n`, "score");
}

/** Returns the settings of a score's measurement. */
const aboutRun = ({ budget, seed }: SelftestOptions): Measurement => measurement(budget ?? "standard", seed ?? 1);

/**
 * Returns the trials of .ci/run, other than scenarios: samples drawn by the seed, so that each commit tries others,
 * and correct servers. The longest come first, so that no process is still busy with one at the end.
 */
async function shortTrials({ budget, seed }: SelftestOptions): Promise<readonly Trial[]> {
  const one = seed ?? 1;
  const depth = budget ?? "standard";
  const listed = regressionLists().flatMap(regressionIds);
  return [
    ...independentTrials(SAMPLES.independent, depth, one),
    // With the smallest budget: such a server may be rate limited, and its thousands of requests would be minutes of waiting.
    ...correctTrials(drawCorrect(SAMPLES.correct, one), budget ?? "smoke", one),
    ...(await aimedMutantTrials(sample(listed, SAMPLES.listed, one), depth, one)),
  ];
}

/** Runs the trials that are not on record yet; returns all of them, in the order of the plan. */
async function tryAll(
  trials: readonly Trial[],
  { workers, out, mode }: SelftestOptions,
  io: Io,
): Promise<FinishedTrial[]> {
  const build = fingerprint();
  const known = readKnownSurvivors();
  const done = new Map<string, FinishedTrial>();
  for (const line of out === null ? [] : readRecords(out)) if (line.build === build) done.set(line.key, line);
  const missing = trials.filter((trial) => !done.has(keyOf(trial)));
  const shown = progress(missing.length, io);
  const onOutcome = (trial: Trial, outcome: Outcome) => {
    done.set(keyOf(trial), { trial, outcome });
    if (out !== null) record(out, build, trial, outcome);
    shown.tick(judgeTrial(trial, outcome).passed);
  };
  await runTrials(missing, { workers, timeoutOf, onOutcome });
  shown.end();
  return trials.flatMap((trial) => {
    const tried = done.get(keyOf(trial));
    if (tried === undefined) return [];
    const reason = knownReason(tried, known) ?? (mode === "short" ? whyReportedOnly(tried) : null);
    return [reason === null ? tried : { ...tried, known: reason }];
  });
}

/** Why the suite is known not to kill a mutant; a line for many mutants does not speak of the ones that it kills. */
function knownReason({ trial: { subject, ...trial }, outcome }: FinishedTrial, list: KnownSurvivors): string | null {
  if (subject.kind !== "mutant") return null;
  const isKilled = judgeTrial({ subject, ...trial }, outcome).passed;
  return (isKilled ? list.survivors.get(subject.mutant) : knownSince(list, subject.mutant)) ?? null;
}

/** Returns why a trial is only reported. Only listed mutants without a guard must be killed by every commit. */
function whyReportedOnly({ trial, outcome }: FinishedTrial): string | null {
  const { subject } = trial;
  const isGuarded = subject.kind === "mutant" && subject.guards > 0;
  return isGuarded && !judgeTrial(trial, outcome).passed ? `survives; it breaks ${subject.breaks}` : null;
}

/** The folder of the pages in the repository. */
const PAGES = "reports";

function mergeInto({ merge, to }: SelftestOptions, io: Io): number {
  const scores = merge.map((path) => readScore(path) ?? notAScore(path));
  for (const path of writeScorePages(scores, to ?? PAGES)) io.out(`${path}\n`);
  if (to === null) writeFileSync("README.md", withScore(readFileSync("README.md", "utf8"), scores));
  return 0;
}

/** @throws OperatorError `SELFTEST-SCORE`, as the file holds something else. */
function notAScore(path: string): never {
  throw new OperatorError({
    code: "SELFTEST-SCORE",
    message: `"${path}" holds no score.`,
    hint: "Give files that npm run selftest -- --draw N, --code N or --correct N wrote with --score FILE.",
  });
}
