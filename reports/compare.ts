import type { Report, ReportGate, ReportObservation, ReportRequirement } from "../spec/report.ts";
import type { Level } from "../spec/requirement.ts";
import type { RunVerdict, Verdict } from "../spec/verdict.ts";
import { counts } from "./select.ts";

/** The outcome of a requirement: its verdict, or `known` for an excused failure. */
export type Outcome = Verdict | "known";

/** A requirement whose outcome differs between two runs; null if a run does not have it. */
export interface RequirementChange {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly before: Outcome | null;
  readonly after: Outcome | null;
  /** Why it is so now: the message of the failure, or the reason. */
  readonly why: string | null;
}

/** An open point at which the target now behaves differently; null if a run did not answer it. */
export interface ObservationChange {
  readonly id: string;
  readonly question: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The changes between two runs. */
export interface Comparison {
  readonly verdict: { readonly before: RunVerdict; readonly after: RunVerdict };
  /**
   * The results of the runs for their jobs. A change is not a regression by itself, as it also depends on what the
   * jobs declare.
   */
  readonly gate: { readonly before: ReportGate; readonly after: ReportGate };
  readonly headline: { readonly before: string; readonly after: string };
  /** Failing now, and not before. */
  readonly newlyFailing: readonly RequirementChange[];
  /** Failing before, proven now. */
  readonly newlyPassing: readonly RequirementChange[];
  /** Proven before, neither proven nor failing now, and not accepted. */
  readonly noLongerProven: readonly RequirementChange[];
  /** Failing now as someone has declared, and not before: no regression, as the run counts it as excused. */
  readonly newlyKnown: readonly RequirementChange[];
  /** Proven before, and a gap now that the newer run accepts: no regression. */
  readonly newlyAccepted: readonly RequirementChange[];
  /** Every other change of outcome. */
  readonly otherChanges: readonly RequirementChange[];
  /** Only in the new run (those that fail are under `newlyFailing` or `newlyKnown` too). */
  readonly added: readonly RequirementChange[];
  /** Only in the old run. */
  readonly gone: readonly RequirementChange[];
  readonly observations: readonly ObservationChange[];
  /** Why the runs are not quite comparable: another contract, another target, another budget. */
  readonly caveats: readonly string[];
  /**
   * True if a MUST fails that did not fail before, if a proven MUST is no longer proven, even because the new run
   * lacks it, or if the run as a whole is worse. Known failures and accepted gaps that the newer run declares are not
   * regressions, and neither are other answers at open points.
   */
  readonly regressed: boolean;
}

/** Returns how bad a run is, ignoring known failures and accepted gaps. */
function severityOf({ verdict, summary, requirements }: Report): number {
  if (verdict === "unusable") return 3;
  if (summary.MUST.fail > 0) return 2;
  return requirements.some((each) => each.level === "MUST" && isOpenGap(each)) ? 1 : 0;
}

function isOpenGap(requirement: ReportRequirement): boolean {
  return counts(requirement) && isOpen(requirement.verdict) && requirement.accepted === undefined;
}

/** Compares two runs of the same contract, the older first. */
export function compare(before: Report, after: Report): Comparison {
  const changes = requirementChanges(before, after);
  const newlyFailing = changes.filter((change) => change.after === "fail");
  const lost = changes.filter((change) => change.before === "pass" && isOpen(change.after));
  const accepted = new Set(after.requirements.filter((each) => each.accepted !== undefined).map(({ id }) => id));
  const noLongerProven = lost.filter(({ id }) => !accepted.has(id));
  const newlyAccepted = lost.filter(({ id }) => accepted.has(id));
  const added = changes.filter((change) => change.before === null);
  const gone = changes.filter((change) => change.after === null);
  const newlyKnown = changes.filter((change) => change.after === "known" && change.before !== "fail");
  const newlyPassing = changes.filter((change) => change.after === "pass" && isFailing(change.before));
  const told = new Set([...newlyFailing, ...newlyKnown, ...newlyPassing, ...lost, ...added, ...gone]);
  const worse = severityOf(after) > severityOf(before);
  return {
    verdict: { before: before.verdict, after: after.verdict },
    gate: { before: before.gate, after: after.gate },
    headline: { before: before.headline, after: after.headline },
    newlyFailing,
    newlyPassing,
    noLongerProven,
    newlyKnown,
    newlyAccepted,
    otherChanges: changes.filter((change) => !told.has(change)),
    added,
    gone,
    observations: observationChanges(before.observations, after.observations),
    caveats: caveats(before, after),
    regressed:
      worse ||
      [...newlyFailing, ...noLongerProven, ...gone.filter((change) => change.before === "pass")].some(
        ({ level }) => level === "MUST",
      ),
  };
}

function isFailing(outcome: Outcome | null): boolean {
  return outcome === "fail" || outcome === "known";
}

function isOpen(outcome: Outcome | null): boolean {
  return outcome === "skip" || outcome === "inconclusive";
}

function requirementChanges(before: Report, after: Report): RequirementChange[] {
  const old = byId(before.requirements);
  const now = byId(after.requirements);
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort();
  return ids.flatMap((id) => {
    const change = requirementChange(old.get(id), now.get(id));
    return change === null || change.before === change.after ? [] : [change];
  });
}

function requirementChange(
  before: ReportRequirement | undefined,
  after: ReportRequirement | undefined,
): RequirementChange | null {
  const known = after ?? before;
  if (known === undefined) return null;
  return {
    id: known.id,
    level: known.level,
    statement: known.statement,
    before: outcomeOf(before),
    after: outcomeOf(after),
    why: after === undefined ? null : whyOf(after),
  };
}

function outcomeOf(requirement: ReportRequirement | undefined): Outcome | null {
  if (requirement === undefined) return null;
  return requirement.known && requirement.verdict === "fail" ? "known" : requirement.verdict;
}

function whyOf(requirement: ReportRequirement): string | null {
  const failure = requirement.checks.find((check) => check.failure !== null)?.failure;
  return failure?.message ?? requirement.reason;
}

function observationChanges(
  before: readonly ReportObservation[],
  after: readonly ReportObservation[],
): ObservationChange[] {
  const old = byId(before);
  const now = byId(after);
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort();
  return ids.flatMap((id) => {
    const [was, is] = [old.get(id), now.get(id)];
    const change = { before: was?.answer ?? null, after: is?.answer ?? null };
    if ((is ?? was)?.varies !== undefined) return [];
    return change.before === change.after ? [] : [{ id, question: (is ?? was)?.question ?? id, ...change }];
  });
}

function byId<Entry extends { readonly id: string }>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function caveats(before: Report, after: Report): string[] {
  const points: [string, string, string][] = [
    ["contract", before.contract.sha256, after.contract.sha256],
    ["target", before.target.baseUrl, after.target.baseUrl],
    ["budget", before.run.budget, after.run.budget],
    ["version of the suite", before.tool.version, after.tool.version],
  ];
  return points.filter(([, was, is]) => was !== is).map(([name, was, is]) => `another ${name}: ${was}, then ${is}`);
}
