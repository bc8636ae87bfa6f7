import { expect, test } from "vitest";
import { createEchoes } from "../../../spec/catalogue/echoes.ts";
import type { ReportCheck, ReportFailure, ReportRequirement } from "../../../spec/report.ts";
import { knownBlockers, withoutEchoes } from "./echoes.ts";

const echoes = createEchoes([
  ["list.priority", ["list.combined"]],
  ["list.combined", ["list.walk"]],
]);

test("makes a failure that follows from another inconclusive, and counts it at its cause", () => {
  const [cause, echo] = withoutEchoes([failed("list.priority"), failed("list.combined")], echoes);
  expect(echo).toMatchObject({ verdict: "inconclusive", reason: "blocked by list.priority" });
  expect(echo?.checks).toMatchObject([{ verdict: "inconclusive", blockedBy: "list.priority", failure: null }]);
  expect(cause).toMatchObject({ verdict: "fail", checks: [{ failure: { echoes: 1 } }] });
});

test("names the first cause of a chain", () => {
  const all = [failed("list.walk"), failed("list.combined"), failed("list.priority")];
  const judged = withoutEchoes(all, echoes);
  expect(judged.map(({ reason }) => reason)).toEqual(["blocked by list.priority", "blocked by list.priority", "no"]);
});

test("keeps a failure whose cause did not fail", () => {
  const all = [passed("list.priority"), failed("list.combined")];
  expect(withoutEchoes(all, echoes)).toEqual(all);
});

test("never attributes a MUST to a SHOULD", () => {
  const all: ReportRequirement[] = [{ ...failed("list.priority"), level: "SHOULD" }, failed("list.combined")];
  expect(withoutEchoes(all, echoes)).toEqual(all);
});

test("excuses a requirement that only a known failure blocks", () => {
  const [cause, echo, other] = withoutEchoes(
    [failed("list.priority"), failed("list.combined"), failed("other")],
    echoes,
  ) as [ReportRequirement, ReportRequirement, ReportRequirement];
  expect(knownBlockers(echo, [{ ...cause, known: true }, echo])).toEqual(["list.priority"]);
  expect(knownBlockers(echo, [cause, echo])).toEqual([]);
  expect(knownBlockers(other, [{ ...cause, known: true }, other])).toEqual([]);
});

function failed(id: string): ReportRequirement {
  const failure = { message: "no", echoes: 0 } as unknown as ReportFailure;
  return { ...passed(id), verdict: "fail", reason: "no", checks: [check({ verdict: "fail", reason: "no", failure })] };
}

function passed(id: string): ReportRequirement {
  return {
    id,
    level: "MUST",
    statement: "Something holds.",
    clause: "Limits",
    operations: ["list-tasks"],
    verdict: "pass",
    reason: null,
    known: false,
    unobservable: false,
    unchecked: false,
    notApplicable: false,
    missingFixtures: [],
    checks: [check({})],
  };
}

function check(over: Partial<ReportCheck>): ReportCheck {
  const nothing = { name: "c", verdict: "pass", reason: null, blockedBy: null, failure: null } as const;
  return { ...nothing, cases: 1, requests: 1, durationMs: 1, seed: 1, ...over };
}
