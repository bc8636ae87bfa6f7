import { expect, test } from "vitest";
import { report, requirement } from "./samples/parts.ts";
import { nonconformant } from "./samples/runs.ts";
import { areas, findings, gapSize, gaps } from "./select.ts";

test("orders findings: undeclared before known, MUST before SHOULD", () => {
  expect(findings(nonconformant()).map((finding) => finding.requirement.id)).toEqual([
    "tasks.create.title-length",
    "recall.order",
    "messages.page.exclusive",
  ]);
});

test("groups requirements by the first part of their ids", () => {
  const ids = ["tasks.a", "files.b", "tasks.c", "whole"].map((id) => requirement({ id }));
  expect(areas(ids).map((area) => [area.name, area.requirements.length])).toEqual([
    ["tasks", 2],
    ["files", 1],
    ["whole", 1],
  ]);
});

test("puts the reason first that holds back most MUST, and leaves out what is outside the verdict", () => {
  const skip = { verdict: "skip", reason: "the target file has no fixture" } as const;
  const all = gaps(
    report({
      requirements: [
        requirement({ id: "a", level: "SHOULD", verdict: "inconclusive", reason: "late" }),
        requirement({ id: "b", ...skip, missingFixtures: ["scope"] }),
        requirement({ id: "c", ...skip, missingFixtures: ["scope"], level: "SHOULD" }),
        requirement({ id: "d", ...skip, missingFixtures: ["agent.id", "user"] }),
        requirement({ id: "h", ...skip, missingFixtures: ["smallPlan.remaining"], reason: "nothing is left of it" }),
        requirement({ id: "e", ...skip, unobservable: true }),
        requirement({ id: "f", ...skip, unchecked: true }),
        requirement({ id: "g", ...skip, notApplicable: true }),
      ],
    }),
  );
  expect(all.map((gap) => `${gapSize(gap)}: ${gap.reason}`)).toEqual([
    "1 MUST, 1 SHOULD: fixture scope is missing",
    "1 MUST: fixtures agent.id, user are missing",
    "1 MUST: nothing is left of it (smallPlan.remaining)",
    "1 SHOULD: late",
  ]);
});

test("takes the reason of a check where the requirement gives none", () => {
  const silent = requirement({ verdict: "inconclusive", reason: null });
  const checks = silent.checks.map((check) => ({ ...check, reason: "rate limited to the end" }));
  expect(gaps(report({ requirements: [{ ...silent, checks }] }))[0]?.reason).toBe("rate limited to the end");
});
