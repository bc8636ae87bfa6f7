import { loadEchoes } from "../../../spec/catalogue/echoes.ts";
import { excerpt } from "../../../spec/excerpt.ts";
import type { Report, ReportCheck, ReportObservation, ReportRequirement } from "../../../spec/report.ts";
import type { OpenPoint, Requirement } from "../../../spec/requirement.ts";
import { headlineOf, verdictOf } from "../../../spec/run-verdict.ts";
import { tool } from "../../../spec/tool.ts";
import { createRedactor, type Redactor } from "../../client/redact.ts";
import type { Spending } from "../../client/spending.ts";
import { placeOf } from "../../outcome/failure.ts";
import { NAME_NOT_STATED } from "../../outcome/skipped.ts";
import { expiredGaps, unneededGaps } from "../../target/accepted-gaps.ts";
import { fixturePaths, secretsOf } from "../../target/fixtures.ts";
import { RATE_LIMITED } from "../../verifiers/read.ts";
import type { Ledger } from "../cases/ledger.ts";
import type { CheckFailure, CheckOutcome, RunContext } from "../check/check.ts";
import type { RunSettings } from "../check/options.ts";
import { NEVER_MET } from "../execution/execute.ts";
import type { Preflight } from "../execution/preflight.ts";
import { markAccepted } from "./accepted.ts";
import { coverageOf } from "./coverage.ts";
import { decidingOutcomes } from "./deciding-outcomes.ts";
import { withoutEchoes } from "./echoes.ts";
import { toReportCheck } from "./evidence.ts";
import { gateOf } from "./gate.ts";
import { matchKnown } from "./match-known.ts";
import { combine, countVerdicts } from "./verdict.ts";

/** All data that a report is built from. */
export interface RunRecord {
  readonly id: string;
  readonly context: RunContext;
  readonly settings: RunSettings;
  readonly clock: { readonly startedAt: Date; readonly started: number };
  readonly outcomes: readonly CheckOutcome[];
  readonly ledger: Ledger;
  readonly spending: Spending;
  /** Milliseconds in which nothing was sent because the run waited on purpose. */
  readonly waitedMs: number;
  /** The words that mark the texts of the run. */
  readonly marks: readonly string[];
  readonly preflight: Preflight;
  readonly selected: (requirement: string) => boolean;
  readonly openPoints: readonly OpenPoint[];
  /** Why the run ended early; null if it did not. */
  readonly problem: string | null;
}

/** Builds the report of a run. */
export function buildReport(record: RunRecord): Report {
  const { context, settings, preflight } = record;
  const { target, document } = context;
  const redactor = redactorOf(record);
  const judged = context.catalogue.requirements
    .filter((requirement) => record.selected(requirement.id))
    .map((requirement) => toRequirement(requirement, record, redactor));
  const day = record.clock.startedAt.toISOString().slice(0, 10);
  const known = matchKnown(withoutEchoes(judged, loadEchoes()), settings.knownFailures);
  const requirements = markAccepted(known.requirements, { ...target, day });
  const must = countVerdicts(requirements, "MUST");
  const should = countVerdicts(requirements, "SHOULD");
  const shown = (text: string | null) => (text === null ? null : excerpt(redactor.text(text), MAX_ANSWER_CHARACTERS));
  const unusable = shown(
    preflight.kind === "unusable" ? preflight.problem : nothingJudgedProblem(record, requirements),
  );
  const problem = unusable ?? shown(record.problem ?? rateLimitedProblem(record, requirements));
  const verdict = verdictOf(must, unusable !== null);
  const gate = gateOf({
    requirements,
    must,
    should,
    strict: settings.strict,
    unusable,
    staleKnown: known.stale,
    expired: expiredGaps(target, day),
    unneeded: unneededGaps(target, requirements),
  });
  const { present, missing } = fixturePaths(target.fixtures);
  const observations = observe(record, redactor);
  return {
    schemaVersion: 1,
    verdict,
    gate,
    exitCode: gate.exitCode,
    headline: headlineOf(verdict, must, should, problem),
    problem,
    tool: { name: tool.name, version: tool.version, node: process.version },
    contract: {
      title: document.title,
      version: document.version,
      sha256: document.sha256,
      overlay: document.overlay,
    },
    target: { baseUrl: target.baseUrl, bundledFake: false },
    run: {
      id: record.id,
      seed: settings.seed,
      budget: settings.budget,
      startedAt: record.clock.startedAt.toISOString(),
      durationMs: Math.round(performance.now() - record.clock.started),
      waitedMs: Math.round(record.waitedMs),
      requests: record.spending.requests(),
      rateLimited: record.spending.rejections(),
      strict: settings.strict,
      leftOut: record.outcomes.filter((outcome) => outcome.isLeftOut === true).length,
      cases: record.outcomes.reduce((sum, outcome) => sum + outcome.cases, 0),
      created: record.spending.total(),
      fixtures: { present, missing, accepted: target.acceptSkips },
    },
    summary: {
      MUST: must,
      SHOULD: should,
      observations: observations.filter((observation) => observation.answer !== null).length,
      unchecked: requirements.filter((requirement) => requirement.unchecked).length,
      unobservable: requirements.filter((requirement) => requirement.unobservable).length,
    },
    requirements,
    observations,
    ...(known.entries ? { knownFailures: known.entries } : {}),
    coverage: coverageOf(context, record.ledger),
  };
}

/** Returns a test that is true for a text of the run: an id that it created, or a text with one of its marks. */
export function isOwnText({ ledger, marks }: Pick<RunRecord, "ledger" | "marks">): (text: string) => boolean {
  return (text) => ledger.isOwn(text) || marks.some((mark) => text.includes(mark));
}

/** Returns the redactor for everything that is written about a run. */
export function redactorOf(record: Pick<RunRecord, "context" | "ledger" | "marks">): Redactor {
  return createRedactor([...secretsOf(record.context.target), ...record.ledger.credentials()], isOwnText(record));
}

function nothingJudgedProblem(record: RunRecord, requirements: readonly ReportRequirement[]): string | null {
  const judged = requirements.some((requirement) => requirement.verdict === "pass" || requirement.verdict === "fail");
  if (judged || record.problem !== null) return null;
  return rateProblem(record) ?? `no check could be judged${mainReason(requirements, record)}`;
}

/**
 * Returns the reason that keeps most requirements from being judged, and a remedy if a setting of the run causes it.
 */
function mainReason(requirements: readonly ReportRequirement[], { settings }: RunRecord): string {
  const counts = new Map<string, number>();
  for (const { reason } of requirements) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [mostFrequent] = [...counts].sort(([, one], [, other]) => other - one);
  if (mostFrequent === undefined) return "";
  const of = counts.size === 1 ? "" : ` (${mostFrequent[1]} of ${requirements.length} requirements)`;
  const remedy =
    settings.readOnly && /read-only/.test(mostFrequent[0]) ? ". Leave --read-only out, or select others" : "";
  return `: ${mostFrequent[0]}${of}${remedy}`;
}

/** Returns the problem if rate limits left requirements without a response, however long the run waited. */
function rateLimitedProblem(record: RunRecord, requirements: readonly ReportRequirement[]): string | null {
  const limited = requirements.some(
    (requirement) => requirement.verdict === "inconclusive" && requirement.reason === RATE_LIMITED,
  );
  return limited ? rateProblem(record) : null;
}

function rateProblem({ spending }: RunRecord): string | null {
  const [rejected, served] = [spending.rejections(), spending.requests()];
  if (rejected === 0) return null;
  return `the target rejected ${rejected} of ${rejected + served} requests for their rate (429): set limits.requestsPerSecond or limits.concurrency in the target file to what it allows, or run when its limit is free again`;
}

function toRequirement(requirement: Requirement, record: RunRecord, redactor: Redactor): ReportRequirement {
  const active = record.outcomes.filter((outcome) => outcome.check.requirement === requirement.id);
  const passive = watchOutcomes(requirement, record, active.length > 0);
  const outcomes = [...active, ...passive];
  const reported = outcomes.map((outcome) => toReportCheck(outcome, redactor, record.context.target.apiKey));
  const unobservable = requirement.unobservable !== undefined;
  const inapplicable = requirement.inapplicable ?? inapplicableHere(outcomes);
  const isOmitted =
    requirement.optional !== undefined && anySucceeded(requirement, record) && foundNothing(active, passive[0] ?? null);
  const notApplicable = inapplicable !== null || isOmitted;
  const verdict: ReportRequirement["verdict"] =
    unobservable || notApplicable || reported.length === 0
      ? "skip"
      : combine([...decidingOutcomes(requirement, record.outcomes), ...passive]);
  const decides = (check: ReportCheck) => check.verdict === verdict;
  // The checks that decide the verdict come first, since readers look for its reason.
  const checks = [...reported.filter(decides), ...reported.filter((check) => !decides(check))];
  return {
    id: requirement.id,
    level: requirement.level,
    statement: requirement.statement,
    clause: requirement.clause,
    operations: requirement.operations,
    verdict,
    reason:
      inapplicable ?? (isOmitted ? `no response had ${requirement.optional}` : reasonOf(requirement, checks, verdict)),
    known: false,
    unobservable,
    unchecked: checks.length === 0 && !unobservable,
    notApplicable,
    missingFixtures: [...new Set(outcomes.flatMap((outcome) => outcome.missingFixtures))],
    ...(outcomes.some(({ retried }) => retried === true) ? { retried: true } : {}),
    checks: notApplicable ? [] : checks,
  };
}

/** Returns why a requirement does not apply if no check of it was applicable; null otherwise. */
function inapplicableHere(outcomes: readonly CheckOutcome[]): string | null {
  if (!outcomes.every(({ isNotApplicable }) => isNotApplicable)) return null;
  return outcomes.find(({ isInapplicable }) => isInapplicable === true)?.reason ?? null;
}

/**
 * Returns true if an operation of the requirement succeeded. Otherwise the target has not shown that it omits an
 * optional part.
 */
function anySucceeded({ operations }: Requirement, { ledger }: RunRecord): boolean {
  return operations.some((operation) => hasSucceeded(ledger, operation));
}

function hasSucceeded(ledger: Ledger, operation: string): boolean {
  return (ledger.operations().get(operation)?.successes ?? 0) > 0;
}

/** Returns true if neither a response nor a check found anything that the requirement is about. */
function foundNothing(active: readonly CheckOutcome[], passive: CheckOutcome | null): boolean {
  if (passive !== null && (passive.cases > 0 || passive.verdict === "fail")) return false;
  if (active.length === 0) return passive !== null;
  const foundNone = ({ reason }: CheckOutcome) => reason === NEVER_MET;
  // A rule that judged nothing proves nothing where other checks ran. Where there are only rules, they saw all responses.
  const tried = active.filter(({ isNotApplicable }) => !isNotApplicable);
  if (tried.length > 0) return tried.every(foundNone);
  if (active.every(({ check, isLeftOut }) => check.judgesTraffic === true && isLeftOut !== true)) return true;
  // Further passes that found nothing count as well, if all of them were run.
  return active.some(foundNone) && !active.some(({ isLeftOut }) => isLeftOut);
}

function reasonOf(
  requirement: Requirement,
  checks: readonly ReportCheck[],
  verdict: ReportRequirement["verdict"],
): string | null {
  if (requirement.unobservable !== undefined) return requirement.unobservable;
  if (checks.length === 0) return "no check is there for it";
  if (verdict === "pass") return null;
  const deciding = checks.filter((check) => check.verdict === verdict);
  // A larger budget, which another check may need, does not help where the target file lacks a name.
  const lacking = deciding.find(({ reason }) => reason?.includes(NAME_NOT_STATED));
  return (lacking ?? deciding[0])?.reason ?? null;
}

/**
 * Returns the findings of the monitors about a requirement as outcomes of another check, one for each cause of failure.
 */
function watchOutcomes(requirement: Requirement, record: RunRecord, hasActive: boolean): readonly CheckOutcome[] {
  const { preflight } = record;
  const root = preflight.kind === "root" ? preflight : null;
  const isUnusable = preflight.kind === "unusable";
  const watch = record.ledger.watch(requirement.id);
  const rootFailures = root?.requirement === requirement.id ? [root.failure] : [];
  const failures = root || isUnusable ? rootFailures : watch.failures;
  // If no response could be read, the monitors saw only echoes of the root cause; and responses of another service
  // prove nothing.
  const asserted = root || isUnusable ? 0 : watch.asserted;
  const outcome: CheckOutcome = {
    check: { requirement: requirement.id, name: "every response", operations: requirement.operations },
    verdict: "pass",
    reason: null,
    blockedBy: null,
    missingFixtures: [],
    isNotApplicable: false,
    cases: asserted,
    requests: 0,
    durationMs: 0,
    seed: record.settings.seed,
    failure: null,
  };
  if (failures.length > 0) return failures.map((failure) => failed(outcome, failure));
  if (asserted > 0) return [outcome];
  if (hasActive || !record.ledger.isWatched(requirement.id)) return [];
  if (root !== null) {
    return [
      { ...outcome, verdict: "inconclusive", reason: `blocked by ${root.requirement}`, blockedBy: root.requirement },
    ];
  }
  if (isUnusable) return [{ ...outcome, verdict: "inconclusive", reason: preflight.problem }];
  const missingFixtures = blockingFixtures(requirement, record);
  const known = reasonNotShown(requirement, record, missingFixtures);
  const reason = ["no response contained what this requirement is about", ...known].join(": ");
  return [{ ...outcome, verdict: known.length > 0 ? "skip" : "inconclusive", reason, missingFixtures }];
}

function failed(outcome: CheckOutcome, failure: CheckFailure): CheckOutcome {
  const { pointer, message } = failure.evidence;
  const name = pointer === "" ? outcome.check.name : `${outcome.check.name}, at ${placeOf(pointer)}`;
  return { ...outcome, check: { ...outcome.check, name }, verdict: "fail", reason: message, failure };
}

/** Returns why an operation never succeeded if that was known before: a missing fixture, or a read-only run. */
function reasonNotShown(
  { operations }: Requirement,
  { ledger, settings, context }: RunRecord,
  missingFixtures: readonly string[],
): readonly string[] {
  if (missingFixtures.length > 0) return [`the target file has no fixture ${missingFixtures.join(", ")}`];
  const isNotSent = context.document.operations.some(
    ({ id, effect }) => effect !== "read" && operations.includes(id) && !hasSucceeded(ledger, id),
  );
  return settings.readOnly && isNotSent ? ["the run is read-only"] : [];
}

/**
 * Returns the missing fixtures that kept an operation of the requirement from succeeding: the smallest set of any
 * check.
 */
function blockingFixtures(requirement: Requirement, { ledger, outcomes }: RunRecord): readonly string[] {
  const unsuccessful = requirement.operations.filter((operation) => !hasSucceeded(ledger, operation));
  const missing = outcomes
    .filter(({ check }) => check.operations.some((operation) => unsuccessful.includes(operation)))
    .map(({ missingFixtures }) => missingFixtures)
    .filter((fixtures) => fixtures.length > 0);
  return missing.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Characters of an open point's answer that a report keeps. */
const MAX_ANSWER_CHARACTERS = 4_000;

function observe(record: RunRecord, redactor: Redactor): ReportObservation[] {
  const answers = new Map(record.ledger.observations().map((observation) => [observation.id, observation]));
  return record.openPoints.map((point) => {
    const found = answers.get(point.id);
    const nothing = point.unobservable
      ? `not observable from outside: ${point.unobservable}`
      : "the run did not find out";
    return {
      id: point.id,
      question: point.question,
      clause: point.clause,
      answer: found ? excerpt(redactor.text(found.answer), MAX_ANSWER_CHARACTERS) : null,
      evidence: found ? excerpt(redactor.text(found.evidence), MAX_ANSWER_CHARACTERS) : nothing,
      ...(point.varies === undefined ? {} : { varies: point.varies }),
    };
  });
}
