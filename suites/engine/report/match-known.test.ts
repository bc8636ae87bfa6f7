import { expect, test } from "vitest";
import { check, exchange, failure, requirement } from "../../../reports/samples/parts.ts";
import type { ReportCheck, ReportRequirement } from "../../../spec/report.ts";
import type { KnownFailure, KnownFailureProblem } from "../../target/types.ts";
import { matchKnown } from "./match-known.ts";

const ID = "tasks.list.order";

function entry(over: Partial<KnownFailure> = {}): KnownFailure {
  const base = { requirement: ID, operation: null, reason: "later", owner: "me", expires: "2026-12-31" };
  return { ...base, counterexample: null, cause: null, ...over };
}

/** Returns a check that fails from this cause, at this operation. */
function failing(cause: string, operation: string | null = "list-tasks"): ReportCheck {
  return check({ verdict: "fail", failure: failure({ cause, exchanges: [exchange({ operation })] }) });
}

function failed(...checks: readonly ReportCheck[]): ReportRequirement {
  return requirement({ id: ID, verdict: "fail", checks });
}

/** Returns whether entries excuse a requirement, and the state of each entry. */
function matched(requirement: ReportRequirement, ...entries: readonly KnownFailure[]) {
  const { requirements, entries: match, stale } = matchKnown([requirement], { entries, problems: [] });
  return { isKnown: requirements[0]?.known, states: match?.map(({ state }) => state), stale };
}

test("knows no failures and no stale entries without a file", () => {
  const requirements = [failed(failing("a"))];
  expect(matchKnown(requirements, null)).toEqual({ requirements, entries: undefined, stale: [] });
});

test.each<[string, readonly KnownFailure[], boolean, readonly string[]]>([
  ["no cause in particular", [entry()], true, ["failing"]],
  ["both causes", [entry({ cause: "a" }), entry({ cause: "b" })], true, ["failing", "failing"]],
  ["one cause of two", [entry({ cause: "a" })], false, ["failing"]],
  ["the operation", [entry({ operation: "list-tasks" })], true, ["failing"]],
  ["another cause", [entry({ cause: "c" })], false, ["passing"]],
  ["another operation", [entry({ operation: "create-task" })], false, ["passing"]],
  ["another requirement", [entry({ requirement: "tasks.list.limit" })], false, ["untried"]],
])("excuses a failure from two causes only if entries cover both: they name %s", (_, entries, isKnown, states) => {
  expect(matched(failed(failing("a"), failing("b")), ...entries)).toMatchObject({ isKnown, states });
});

test("excuses a failure although other checks passed, or no exchange states its operation", () => {
  expect(matched(failed(check(), failing("a")), entry({ cause: "a" })).isKnown).toBe(true);
  expect(matched(failed(failing("a", null)), entry({ operation: "list-tasks" })).isKnown).toBe(true);
});

test.each<[ReportRequirement["verdict"], string, number]>([
  ["pass", "passing", 1],
  ["skip", "untried", 0],
  ["inconclusive", "untried", 0],
])("treats an entry whose requirement ended in %s as %s", (verdict, state, stale) => {
  const match = matched(requirement({ id: ID, verdict }), entry());
  expect([match.isKnown, match.states, match.stale.length]).toEqual([false, [state], stale]);
});

test("reports an entry whose requirement passes as stale", () => {
  expect(matched(requirement({ id: ID }), entry()).stale).toEqual([
    `the known failure of ${ID} passes now: take its entry out`,
  ]);
});

test("does not report an entry that excuses nothing of a failing requirement as fixed", () => {
  const requirement = failed(failing("a"));
  expect(matched(requirement, entry({ operation: "verify-connection" })).stale).toEqual([
    `the known failure of ${ID} at verify-connection is not what fails there: correct its entry, or remove it`,
  ]);
  expect(matched(requirement, entry({ cause: "another" })).stale[0]).toMatch(/of this cause is not what fails there/);
  expect(matched(requirement, entry()).stale).toEqual([]);
});

test.each<[KnownFailureProblem["kind"], string]>([
  ["expired", "expired"],
  ["unknown-requirement", "unknown"],
  ["unknown-operation", "unknown"],
])("reports an entry that can excuse nothing (%s) as %s, and fails the gate", (kind, state) => {
  const known = { entries: [], problems: [{ entry: entry(), kind, message: "no longer" }] };
  const { requirements, entries, stale } = matchKnown([failed(failing("a"))], known);
  expect([requirements[0]?.known, entries?.[0]?.state, stale]).toEqual([false, state, ["no longer"]]);
});
