import { expect, test } from "vitest";
import { requirement as requirementOf } from "../../reports/samples/parts.ts";
import type { ReportRequirement } from "../../spec/report.ts";
import { unneededGaps } from "./accepted-gaps.ts";

const requirements = [
  { id: "tasks.plan.counts", verdict: "pass" },
  { id: "tasks.plan.limit-code", verdict: "inconclusive" },
  { id: "tasks.create.title", verdict: "pass" },
  { id: "tasks.create.unobservable", verdict: "skip", unobservable: true },
  { id: "events.card", verdict: "fail" },
].map((one) => requirementOf(one as Partial<ReportRequirement>));

function unneeded(requirement: string) {
  return unneededGaps({ acceptedGaps: [{ requirement, reason: "not here", expires: "2999-12-31" }] }, requirements);
}

test.each([
  ["tasks.plan.counts", true],
  ["tasks.create.*", true],
  ["tasks.plan.*", false],
  ["events.card", false],
  ["recall.*", false],
])("an entry for %s is no longer needed where all that counts of it is proven: %s", (requirement, isUnneeded) => {
  expect(unneeded(requirement)).toEqual(
    isUnneeded ? [`the acceptSkips entry "${requirement}" is no longer needed: it is proven`] : [],
  );
});
