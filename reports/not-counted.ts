import { thousands } from "../spec/format-text.ts";
import { groupBy } from "../spec/group-by.ts";
import type { Report, ReportRequirement } from "../spec/report.ts";
import { counts, levelCounts, whyNotCounted } from "./select.ts";

/** Requirements that are not counted, for the same reason. */
export interface NotCounted {
  /** `not observable from outside`, `not applicable here`, `not checked yet`. */
  readonly kind: string;
  /** The reason: from the catalogue, or the optional value that the target never sent. */
  readonly reason: string;
  readonly requirements: readonly ReportRequirement[];
}

/**
 * Returns the requirements outside the counts of a run, by kind and reason. Those that depend on this target come
 * first.
 */
export function notCounted({ requirements }: Pick<Report, "requirements">): NotCounted[] {
  const apart = requirements.filter((each) => !counts(each));
  const byReason = groupBy(apart, (each) => `${whyNotCounted(each)}\n${each.reason}`);
  return [...byReason]
    .map(([, members]) => ({
      kind: (members[0] && whyNotCounted(members[0])) ?? "",
      reason: members[0]?.reason ?? "no reason given",
      requirements: members,
    }))
    .sort((a, b) => Number(dependsOnTarget(b)) - Number(dependsOnTarget(a)));
}

/** Returns true if another target, or another run, may count them. */
export function dependsOnTarget({ requirements }: NotCounted): boolean {
  return requirements.some(({ unobservable }) => !unobservable);
}

/**
 * Returns `7 MUST not applicable here, 15 MUST and 2 SHOULD not observable from outside`; empty if all are counted.
 */
export function notCountedLine(all: readonly NotCounted[]): string {
  const kinds = groupBy(all, ({ kind }) => kind);
  return [...kinds]
    .map(
      ([kind, members]) =>
        `${levelCounts(
          members.flatMap(({ requirements }) => requirements),
          " and ",
        )} ${kind}`,
    )
    .join(", ");
}

/**
 * Returns `22 of 384 MUST are not counted`, for those that the total of a headline leaves out; empty if it leaves out
 * none.
 */
export function totalLine({ requirements }: Pick<Report, "requirements">): string {
  const must = requirements.filter(({ level }) => level === "MUST");
  const apart = must.filter((each) => !counts(each)).length;
  return apart === 0 ? "" : `${thousands(apart)} of ${thousands(must.length)} MUST are not counted`;
}
