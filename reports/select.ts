import { counted } from "../spec/format-text.ts";
import { groupBy } from "../spec/group-by.ts";
import type { Report, ReportCheck, ReportFailure, ReportRequirement } from "../spec/report.ts";
import { acceptedLabel } from "./gate.ts";

/** One cause of failure: the check that found it, and the requirement that it breaks. */
export interface Finding {
  readonly requirement: ReportRequirement;
  readonly check: ReportCheck;
  readonly failure: ReportFailure;
  /** Names of further checks of the requirement that failed for the same cause. */
  readonly alsoFoundBy: readonly string[];
  /** The operation whose response was judged, or all operations of the requirement if there was no response. */
  readonly operations: readonly string[];
}

/** Requirements of one area, the first part of their ids. */
export interface Area {
  readonly name: string;
  readonly requirements: readonly ReportRequirement[];
}

/** A reason for which requirements stay unproven, with the requirements. */
export interface Gap {
  readonly reason: string;
  /** What accepts the gap, in words; null if the gate counts it. */
  readonly accepted: string | null;
  /** The requirements, MUST first. */
  readonly requirements: readonly ReportRequirement[];
}

/** `tasks.create.title-length` belongs to `tasks`. */
export function areaOf(id: string): string {
  return id.split(".", 1)[0] || id;
}

/** Returns the requirements grouped by area, in the order of the report. */
export function areas(requirements: readonly ReportRequirement[]): Area[] {
  return [...groupBy(requirements, (requirement) => areaOf(requirement.id))].map(([name, members]) => ({
    name,
    requirements: members,
  }));
}

/** One finding for each cause, undeclared before known and MUST before SHOULD, otherwise in the order of the report. */
export function findings(report: Report): Finding[] {
  return report.requirements.flatMap(findingsOf).sort((a, b) => weight(a.requirement) - weight(b.requirement));
}

/** `3 findings in 1 failed requirement`: the headline counts requirements, and one may fail from several causes. */
export function findingsTitle(all: readonly Finding[]): string {
  const failed = new Set(all.map(({ requirement }) => requirement.id)).size;
  const found = counted(all.length, "finding");
  return failed === all.length ? found : `${found} in ${counted(failed, "failed requirement")}`;
}

/** Returns the findings of one requirement. */
export function findingsOf(requirement: ReportRequirement): Finding[] {
  const failed = requirement.checks.flatMap((check) =>
    check.failure === null ? [] : [{ check, failure: check.failure }],
  );
  return [...groupBy(failed, ({ failure }) => failure.cause)].flatMap(([, [first, ...others]]) => {
    if (first === undefined) return [];
    const judged = first.failure.exchanges.at(-1)?.operation ?? null;
    const operations = judged === null ? requirement.operations : [judged];
    return [{ requirement, ...first, alsoFoundBy: others.map(({ check }) => check.name), operations }];
  });
}

function weight(requirement: ReportRequirement): number {
  return (requirement.known ? 2 : 0) + (requirement.level === "MUST" ? 0 : 1);
}

/** True when the requirement counts for the verdict of the run: a check exists, it can be observed, and it applies. */
export function counts({ unchecked, unobservable, notApplicable }: ReportRequirement): boolean {
  return !unchecked && !unobservable && !notApplicable;
}

/** Returns why a requirement is outside the verdict; null if it counts. */
export function whyNotCounted({ unobservable, unchecked, notApplicable }: ReportRequirement): string | null {
  if (unobservable) return "not observable from outside";
  if (unchecked) return "not checked yet";
  return notApplicable ? "not applicable here" : null;
}

/**
 * Returns the requirements that are neither proven nor failed, by reason: first the gaps that the gate counts, then
 * those with most MUST. Empty for an unusable run, since its problem is the only reason.
 */
export function gaps(report: Report): Gap[] {
  if (report.verdict === "unusable") return [];
  const open = report.requirements.filter(
    (each) => counts(each) && (each.verdict === "skip" || each.verdict === "inconclusive"),
  );
  return [...groupBy(open, ({ accepted }) => (accepted === undefined ? "" : acceptedLabel(accepted)))]
    .flatMap(([label, members]) =>
      [...groupBy(members, reasonOf)].map(([reason, requirements]) => ({
        reason,
        accepted: label === "" ? null : label,
        // Formats name the first few, so MUST requirements, which fail the gate, come first.
        requirements: requirements.toSorted((a, b) => a.level.localeCompare(b.level)),
      })),
    )
    .sort(
      (a, b) =>
        Number(a.accepted !== null) - Number(b.accepted !== null) ||
        musts(b) - musts(a) ||
        b.requirements.length - a.requirements.length,
    );
}

/** Returns the number of MUST in the gap. */
function musts(gap: Gap): number {
  return gap.requirements.filter((each) => each.level === "MUST").length;
}

/** `12 MUST, 1 SHOULD`. */
export function gapSize({ requirements }: Gap): string {
  return levelCounts(requirements, ", ");
}

/** Returns the number of requirements of each level: `12 MUST and 1 SHOULD`. */
export function levelCounts(requirements: readonly ReportRequirement[], separator: string): string {
  return (["MUST", "SHOULD"] as const)
    .map((level) => ({ level, count: requirements.filter((each) => each.level === level).length }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => `${count} ${level}`)
    .join(separator);
}

/** Returns the reason, with what accepts the gap. */
export function gapText({ reason, accepted }: Gap): string {
  return accepted === null ? reason : `${reason} (${accepted})`;
}

/**
 * Part of the reason of a check whose fixture the target file does not have. Other checks have a fixture that is used
 * up.
 */
const NOT_THERE = "the target file has no ";

/** Returns why a requirement is neither proven nor refuted. */
export function reasonOf(requirement: ReportRequirement): string {
  const { verdict, missingFixtures, reason } = requirement;
  if (verdict === "skip" && missingFixtures.length > 0) {
    const named = missingFixtures.join(", ");
    if (reason !== null && !reason.includes(NOT_THERE)) return `${reason} (${named})`;
    return missingFixtures.length === 1 ? `fixture ${named} is missing` : `fixtures ${named} are missing`;
  }
  return reason ?? requirement.checks.find((check) => check.reason !== null)?.reason ?? "no reason given";
}

/** Requirements that had no response at first, and were tried once more at the end of the run. */
export function retriedOf({ requirements }: Report): readonly ReportRequirement[] {
  return requirements.filter(({ retried }) => retried === true);
}
