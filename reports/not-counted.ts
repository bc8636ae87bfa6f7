import { groupBy } from "../spec/group-by.ts";
import type { Report, ReportRequirement } from "../spec/report.ts";
import { thousands } from "../spec/text.ts";
import { apartWord, counts, levelCounts } from "./select.ts";

/** Requirements that are not counted, for one and the same reason. */
export interface NotCounted {
  /** `not observable from outside`, `not applicable here`, `not checked yet`. */
  readonly kind: string;
  /** Why, for these; what the catalogue says of the requirement, or what the target never sent. */
  readonly reason: string;
  readonly requirements: readonly ReportRequirement[];
}

/** What is outside the counts of a run, by kind and reason: what depends on this target first. */
export function notCounted({ requirements }: Pick<Report, "requirements">): NotCounted[] {
  const apart = requirements.filter((each) => !counts(each));
  const byReason = groupBy(apart, (each) => `${apartWord(each)}\n${each.reason}`);
  return [...byReason]
    .map(([, members]) => ({
      kind: (members[0] && apartWord(members[0])) ?? "",
      reason: members[0]?.reason ?? "no reason given",
      requirements: members,
    }))
    .sort((a, b) => Number(isOfTarget(b)) - Number(isOfTarget(a)));
}

/** Whether another target, or another run, may have it in its counts. */
export function isOfTarget({ requirements }: NotCounted): boolean {
  return requirements.some(({ unobservable }) => !unobservable);
}

/** `7 MUST not applicable here, 15 MUST and 2 SHOULD not observable from outside`; empty where all are counted. */
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

/** `of 384 MUST in this run, 22 are not counted`: what the total of a headline leaves out; empty where it leaves out none. */
export function totalLine({ requirements }: Pick<Report, "requirements">): string {
  const must = requirements.filter(({ level }) => level === "MUST");
  const apart = must.filter((each) => !counts(each)).length;
  return apart === 0 ? "" : `${thousands(apart)} of ${thousands(must.length)} MUST are not counted`;
}
