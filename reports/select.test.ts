import { expect, test } from "vitest";
import { check, exchange, failure, report, requirement } from "./samples/parts.ts";
import { nonconformant } from "./samples/runs.ts";
import { areas, findings, findingsTitle, gapSize, gaps, gapText } from "./select.ts";

test("orders findings: undeclared before known, MUST before SHOULD", () => {
  expect(findings(nonconformant()).map((finding) => finding.requirement.id)).toEqual([
    "tasks.create.title-length",
    "recall.order",
    "messages.page.exclusive",
  ]);
});

test("makes one finding of the checks of a requirement that failed for one cause", () => {
  const failing = (name: string, cause: string, operation: string | null = null) =>
    check({ name, verdict: "fail", failure: failure({ cause, exchanges: [exchange({ operation })] }) });
  const { requirements } = report({
    requirements: [
      requirement({
        id: "a",
        operations: ["create-task", "list-tasks"],
        verdict: "fail",
        checks: [failing("one", "a||x", "list-tasks"), failing("two", "a||y"), failing("three", "a||x")],
      }),
      requirement({ id: "b", verdict: "fail", checks: [failing("four", "a||x")] }),
    ],
  });
  expect(
    findings(report({ requirements })).map((found) => [found.check.name, found.alsoFoundBy, found.operations]),
  ).toEqual([
    ["one", ["three"], ["list-tasks"]],
    ["two", [], ["create-task", "list-tasks"]],
    ["four", [], ["create-task"]],
  ]);
});

test("says in how many requirements the findings are, where one failed from several causes", () => {
  const checks = ["x", "y"].map((cause) => check({ verdict: "fail", failure: failure({ cause }) }));
  const twice = requirement({ id: "a", verdict: "fail", checks });
  expect(findingsTitle(findings(report({ requirements: [twice] })))).toBe("2 findings in 1 failed requirement");
  expect(findingsTitle(findings(nonconformant()))).toBe("3 findings");
});

test("has no gaps for a run that could judge nothing", () => {
  const open = requirement({ verdict: "inconclusive", reason: "no response" });
  expect(gaps(report({ requirements: [open] }))).toHaveLength(1);
  expect(gaps(report({ verdict: "unusable", requirements: [open] }))).toEqual([]);
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

test("names those that MUST hold first, as formats show the first few", () => {
  const late = { verdict: "inconclusive", reason: "late" } as const;
  const [gap] = gaps(
    report({
      requirements: [
        requirement({ id: "a", level: "SHOULD", ...late }),
        requirement({ id: "b", ...late }),
        requirement({ id: "c", level: "SHOULD", ...late }),
      ],
    }),
  );
  expect(gap?.requirements.map(({ id }) => id)).toEqual(["b", "a", "c"]);
});

test("lists gaps that the gate counts before accepted ones, and says what accepts these", () => {
  const skip = { verdict: "skip", reason: "no", missingFixtures: ["user"] } as const;
  const accepted = { by: "acceptSkips", entries: ["user"] } as const;
  const requirements = [
    requirement({ id: "a", ...skip, accepted }),
    requirement({ id: "b", ...skip, accepted }),
    requirement({ id: "c", ...skip }),
  ];
  expect(gaps(report({ requirements })).map((gap) => `${gapSize(gap)}: ${gapText(gap)}`)).toEqual([
    "1 MUST: no (user)",
    "2 MUST: no (user) (accepted by acceptSkips: user)",
  ]);
});

test("takes the reason of a check where the requirement gives none", () => {
  const silent = requirement({ verdict: "inconclusive", reason: null });
  const checks = silent.checks.map((check) => ({ ...check, reason: "rate limited to the end" }));
  expect(gaps(report({ requirements: [{ ...silent, checks }] }))[0]?.reason).toBe("rate limited to the end");
});
