import { counted } from "../../../spec/format-text.ts";
import type { ReportCounts, ReportGate, ReportRequirement } from "../../../spec/report.ts";
import { EXIT_CODES, type GateResult } from "../../../spec/verdict.ts";
import { isGap } from "./verdict.ts";

/** The facts that decide the gate. */
export interface GateFacts {
  readonly requirements: readonly ReportRequirement[];
  readonly must: ReportCounts;
  readonly should: ReportCounts;
  /** A SHOULD failure fails the gate too. */
  readonly strict: boolean;
  /** Why nothing could be judged; null if something could. */
  readonly unusable: string | null;
  /** Known-failures entries that passed, expired, or name an unknown requirement, each as a sentence. */
  readonly staleKnown: readonly string[];
  /** Expired entries of `acceptSkips`, each as a sentence. */
  readonly expired: readonly string[];
  /**
   * Entries of `acceptSkips` for requirements that are proven, each as a sentence: they should be removed but do not
   * fail the gate.
   */
  readonly unneeded: readonly string[];
}

/** Returns the result of a run for the job that started it, with the reasons. */
export function gateOf(facts: GateFacts): ReportGate {
  if (facts.unusable !== null) return gate("unusable", [facts.unusable]);
  const failures = failuresIn(facts);
  if (failures.length > 0) return gate("failed", [...failures, ...facts.unneeded]);
  const gaps = facts.requirements.filter((requirement) => requirement.level === "MUST" && isGap(requirement));
  const open = gaps.filter(({ accepted }) => accepted === undefined);
  if (open.length > 0) {
    const notProven = `${open.length} MUST not proven: ${gapCounts(open).join(", ")}`;
    return gate("incomplete", [notProven, ...facts.expired, ...facts.unneeded]);
  }
  const excused = [...knownFailures(facts), ...acceptedGaps(gaps), ...facts.expired];
  return gate("passed", [...(excused.length > 0 ? excused : ["every MUST is proven"]), ...facts.unneeded]);
}

function gate(result: GateResult, reasons: readonly string[]): ReportGate {
  return { result, exitCode: EXIT_CODES[result], reasons };
}

function failuresIn({ must, should, strict, staleKnown }: GateFacts): string[] {
  return [
    ...(must.fail > 0 ? [`${must.fail} MUST failed`] : []),
    ...(strict && should.fail > 0 ? [`${should.fail} SHOULD failed (--strict)`] : []),
    ...staleKnown,
  ];
}

function gapCounts(gaps: readonly ReportRequirement[]): string[] {
  const skipped = gaps.filter(({ verdict }) => verdict === "skip").length;
  const inconclusive = gaps.length - skipped;
  return [
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
  ];
}

function knownFailures({ must, should }: GateFacts): string[] {
  const known = must.known + should.known;
  return known > 0 ? [counted(known, "known failure")] : [];
}

function acceptedGaps(gaps: readonly ReportRequirement[]): string[] {
  const blocked = gaps.filter(({ accepted }) => accepted?.by === "knownFailures").length;
  const accepted = gaps.filter((requirement) => requirement.accepted?.by === "acceptSkips");
  const skipped = accepted.filter(({ verdict }) => verdict === "skip").length;
  const inconclusive = accepted.length - skipped;
  return [
    ...(blocked > 0 ? [`${blocked} MUST not judged because of a known failure`] : []),
    ...(skipped > 0 ? [`${counted(skipped, "skip")} accepted`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive accepted`] : []),
  ];
}
