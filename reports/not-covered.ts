import { thousands } from "../spec/format-text.ts";
import type { OperationInteractions } from "../spec/report.ts";

/** Why pairs of levels were not covered, with the fixtures that are missing: "12 rejected, 3 not sent at this budget". */
export function notCovered({ pairs, missing }: OperationInteractions): string {
  const fixtures = [...new Set(missing.map(({ fixture }) => fixture))].join(", ");
  return [
    [pairs.rejected, "rejected"],
    [pairs.withoutFixture, `without a fixture (${fixtures})`],
    [pairs.left, "not sent at this budget"],
  ]
    .flatMap(([count, why]) => (typeof count === "number" && count > 0 ? [`${thousands(count)} ${why}`] : []))
    .join(", ");
}
