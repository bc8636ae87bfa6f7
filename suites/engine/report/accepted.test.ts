import { expect, test } from "vitest";
import { check, requirement } from "../../../reports/samples/parts.ts";
import { type Accepted, markAccepted } from "./accepted.ts";

const accepting = (overrides: Partial<Accepted>): Accepted => ({
  acceptSkips: [],
  acceptedGaps: [],
  day: "2026-03-01",
  ...overrides,
});

test.each<[string, readonly string[], readonly string[], readonly string[] | null]>([
  ["no fixture", [], ["user"], null],
  ["a fixture that is accepted", ["user"], ["scope", "user"], ["user"]],
  ["a fixture of a group that is accepted", ["tasks.done"], ["tasks"], ["tasks"]],
  ["two fixtures of which one is accepted", ["user", "scope"], ["user"], null],
  ["two fixtures that are both accepted", ["user", "scope"], ["scope", "user"], ["scope", "user"]],
])("finds the acceptSkips entries that accept a skip for %s", (_, missingFixtures, acceptSkips, entries) => {
  const [marked] = markAccepted([requirement({ verdict: "skip", missingFixtures })], accepting({ acceptSkips }));
  expect(marked?.accepted).toEqual(entries === null ? undefined : { by: "acceptSkips", entries });
});

test("requires no acceptance of what was tried, or is outside the verdict", () => {
  const missingFixtures = ["user"];
  const requirements = [
    requirement({ verdict: "inconclusive", missingFixtures }),
    requirement({ verdict: "fail", missingFixtures }),
    requirement({ verdict: "skip", missingFixtures, unobservable: true }),
  ];
  expect(markAccepted(requirements, accepting({ acceptSkips: ["user"] }))).toEqual(requirements);
});

test("accepts a requirement that only a known failure blocks", () => {
  const checks = [check(), check({ verdict: "inconclusive", blockedBy: "a.cause" })];
  const echo = requirement({ id: "a.echo", verdict: "inconclusive", checks });
  const cause = requirement({ id: "a.cause", verdict: "fail" });
  expect(markAccepted([{ ...cause, known: true }, echo], accepting({}))[1]?.accepted).toEqual({
    by: "knownFailures",
    entries: ["a.cause"],
  });
  expect(markAccepted([cause, echo], accepting({}))[1]?.accepted).toBeUndefined();
});

test.each<["skip" | "inconclusive" | "fail" | "pass", string, string, boolean]>([
  ["skip", "tasks.plan.limit", "2026-03-01", true],
  ["inconclusive", "tasks.*", "2026-12-31", true],
  ["skip", "tasks.plan", "2026-12-31", false],
  ["skip", "tasks.*", "2026-02-28", false],
  ["fail", "tasks.*", "2026-12-31", false],
  ["pass", "tasks.*", "2026-12-31", false],
])(
  "treats a requirement that ended in %s as a gap that the entry %s until %s accepts: %s",
  (verdict, glob, expires, is) => {
    const acceptedGaps = [{ requirement: glob, reason: "no plan here", expires }];
    const [marked] = markAccepted([requirement({ id: "tasks.plan.limit", verdict })], accepting({ acceptedGaps }));
    const expected = { by: "acceptSkips", entries: [glob], reason: "no plan here", expires };
    expect(marked?.accepted).toEqual(is ? expected : undefined);
  },
);
