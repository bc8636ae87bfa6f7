import { expect, test } from "vitest";
import type { Check } from "../check/check.ts";
import { ordinaryRun, type RunSettings } from "../check/options.ts";
import { plannedRounds } from "./planned-schedule.ts";
import { someCheck as check } from "./testing/some-check.ts";

const catalogue = { get: () => ({ level: "MUST" as const }) };

const first = check("a.must", "first");
const checks = [first, check("a.must", "elsewhere", ["recall"]), check("a.should", "first")];
const further = check("a.must", "second");

/** The round of each of the checks in a standard run. */
function rounds(some: readonly Check[], given: Partial<RunSettings> = {}): (number | undefined)[] {
  const settings = ordinaryRun({} as Parameters<typeof ordinaryRun>[0], { budget: "standard", ...given });
  const plan = plannedRounds(some, catalogue, settings, (id) => id !== "carrier.must");
  return some.map((one) => plan.rounds.get(one));
}

test("a larger run looks at each requirement and operation once before it looks again", () => {
  expect(rounds(checks)).toEqual([0, 0, 0]);
  expect(rounds([...checks, further])).toEqual([0, 0, 0, 1]);
});

test("in a run of some requirements all that looks at them begins at once", () => {
  expect(rounds([...checks, further], { only: ["a.*"] })).toEqual([0, 0, 0, 0]);
});

test("a smoke run of some requirements comes later to what is there for its monitors alone", () => {
  const carrier = check("carrier.must", "first");
  expect(rounds([carrier, first, further], { budget: "smoke", only: ["a.*"] })).toEqual([1, 0, 0]);
});

test("in a larger run what waits for a time to pass begins with the first looks", () => {
  expect(rounds([first, { ...further, waits: true }, further])).toEqual([0, 0, 1]);
});

test("in a larger run what tells more the more was made comes after further looks, then what is wide, what another agent looks at, and what judges all", () => {
  const [late, wide, another, judging] = [
    { late: true },
    { wide: true },
    { wide: true, asAnother: true },
    { last: true },
  ].map((kind, index) => ({ ...check("a.must", `exceptional ${index}`), ...kind })) as [Check, Check, Check, Check];
  const order = rounds([first, further, late, wide, another, judging]);
  expect(order).toHaveLength(6);
  expect(order).toEqual([...new Set(order)].toSorted());
});

test("what comes late is a first look where no other looks at the same", () => {
  const late = { ...check("b.must", "only this one"), late: true };
  const settings = ordinaryRun({} as Parameters<typeof ordinaryRun>[0], { budget: "standard" });
  const again = { ...check("a.must", "everything"), late: true };
  const plan = plannedRounds([...checks, further, late, again], catalogue, settings, () => true);
  expect([...plan.first]).toEqual([...checks, late]);
  // A smoke run has too few requests to keep some for it.
  const sparing = plannedRounds([...checks, further, late], catalogue, { ...settings, budget: "smoke" }, () => true);
  expect([...sparing.first]).toEqual(checks);
});
