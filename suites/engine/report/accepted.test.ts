import { expect, test } from "vitest";
import { check, requirement } from "../../../reports/samples/parts.ts";
import { markAccepted } from "./accepted.ts";

test.each<[string, readonly string[], readonly string[], readonly string[] | null]>([
  ["no fixture", [], ["user"], null],
  ["a fixture that is accepted", ["user"], ["scope", "user"], ["user"]],
  ["a fixture of a group that is accepted", ["tasks.done"], ["tasks"], ["tasks"]],
  ["two fixtures of which one is accepted", ["user", "scope"], ["user"], null],
  ["two fixtures that are both accepted", ["user", "scope"], ["scope", "user"], ["scope", "user"]],
])("a skip for %s", (_, missingFixtures, acceptSkips, entries) => {
  const [marked] = markAccepted([requirement({ verdict: "skip", missingFixtures })], acceptSkips);
  expect(marked?.accepted).toEqual(entries === null ? undefined : { by: "acceptSkips", entries });
});

test("neither what was tried nor what is outside the verdict needs acceptance", () => {
  const missingFixtures = ["user"];
  const requirements = [
    requirement({ verdict: "inconclusive", missingFixtures }),
    requirement({ verdict: "fail", missingFixtures }),
    requirement({ verdict: "skip", missingFixtures, unobservable: true }),
  ];
  expect(markAccepted(requirements, ["user"])).toEqual(requirements);
});

test("what only a known failure prevents is accepted because of it", () => {
  const checks = [check(), check({ verdict: "inconclusive", blockedBy: "a.cause" })];
  const echo = requirement({ id: "a.echo", verdict: "inconclusive", checks });
  const cause = requirement({ id: "a.cause", verdict: "fail" });
  expect(markAccepted([{ ...cause, known: true }, echo], [])[1]?.accepted).toEqual({
    by: "knownFailures",
    entries: ["a.cause"],
  });
  expect(markAccepted([cause, echo], [])[1]?.accepted).toBeUndefined();
});
