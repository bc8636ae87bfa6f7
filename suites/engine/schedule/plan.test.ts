import { expect, test } from "vitest";
import { planOf, roundOfFurtherPass } from "./plan.ts";
import { someCheck as check } from "./testing/some-check.ts";

/** A catalogue in which ids with "should" are SHOULD, and all others MUST. */
const catalogue = {
  get: (id: string) => ({ level: id.includes("should") ? ("SHOULD" as const) : ("MUST" as const) }),
};

const roundsOf = (...given: Parameters<typeof planOf>) => planOf(...given).rounds;

const checks = [
  check("a.should", "first"),
  check("a.must", "first"),
  check("a.must", "second"),
  check("a.must", "elsewhere", ["recall"]),
  check("a.should", "second"),
];

test("schedules the first check of each requirement and operation before further ones, and MUST before SHOULD", () => {
  expect([...roundsOf(checks, catalogue, { strict: false }).values()]).toEqual([1, 0, 3, 0, 4]);
});

test("schedules checks that only provide traffic after those of the selected requirements", () => {
  const carrier = check("carrier.must", "first");
  const selected = (id: string) => id !== "carrier.must";
  const { rounds } = planOf([carrier, ...checks], catalogue, { strict: false }, selected);
  expect([...rounds.values()]).toEqual([7, 1, 0, 3, 0, 4]);
});

test("schedules checks as the other agent after all others, also if they only provide traffic", () => {
  const carrier = { ...check("carrier.must", "as another agent"), asAnother: true };
  const selected = (id: string) => id !== "carrier.must";
  const { rounds, retry } = planOf([carrier, ...checks], catalogue, { strict: false }, selected);
  expect(rounds.get(carrier)).toBeGreaterThan(retry);
});

test("schedules early checks directly after the first checks of MUST requirements", () => {
  const early = { ...check("a.must", "another value"), runsEarly: true };
  expect([...roundsOf([early, ...checks], catalogue, { strict: false }).values()]).toEqual([1, 1, 0, 3, 0, 4]);
});

test("schedules checks with shared responses as early checks unless they are the first of their requirement", () => {
  const further = { ...check("a.must", "as all of them show"), reusesResponses: true };
  const first = { ...check("b.must", "as all of them show"), reusesResponses: true };
  expect([...roundsOf([...checks, further, first], catalogue, { strict: false }).values()]).toEqual([
    1, 0, 3, 0, 4, 1, 0,
  ]);
});

test("schedules rules over all traffic last, and other checks of their requirements as further checks", () => {
  const judging = { ...check("a.must", "in all responses"), judgesTraffic: true };
  const rounds = roundsOf([judging, ...checks], catalogue, { strict: false });
  expect(rounds.get(judging)).toBeGreaterThan(Math.max(...[...rounds.values()].slice(1)));
  expect([...rounds.values()].slice(1)).toEqual([1, 3, 3, 3, 4]);
});

test("leaves the first check to others if a rule judges requests that only checks send", () => {
  const judging = {
    ...check("a.must", "as another workspace"),
    judgesTraffic: true,
    fixtures: ["otherWorkspace.apiKey"],
  };
  expect([...roundsOf([judging, ...checks], catalogue, { strict: false }).values()].slice(1)).toEqual([1, 0, 3, 0, 4]);
});

test("schedules late checks after the first checks", () => {
  const late = { ...check("a.must", "of all that was made"), runsLate: true };
  expect([...roundsOf([...checks, late], catalogue, { strict: false }).values()]).toEqual([1, 0, 3, 0, 4, 2]);
});

test("schedules checks that wait for time to pass in the first round", () => {
  const waiting = { ...check("a.should", "a memory is expired after its lifetime"), waitsForTime: true };
  expect([...roundsOf([...checks, waiting], catalogue, { strict: false }).values()]).toEqual([1, 0, 3, 0, 4, 0]);
});

test("schedules further passes by cost per case, before expensive checks", () => {
  const cheap = roundOfFurtherPass({ left: 9, each: 1 });
  const costlier = roundOfFurtherPass({ left: 9, each: 3 });
  const both = [check("a.must", "first"), { ...check("a.must", "costly"), isCostly: true }];
  const costly = Math.max(...roundsOf(both, catalogue, { strict: false }).values());
  expect([4, cheap, costlier, costly]).toEqual([4, cheap, costlier, costly].toSorted());
  expect(roundOfFurtherPass({ left: 9, each: 30 })).toBe(costly);
});

test("schedules checks that add to others as further checks, also for other operations", () => {
  const adding = { ...check("a.must", "first of its operation", ["remember"]), isAdditional: true };
  expect([...roundsOf([adding, ...checks], catalogue, { strict: false }).values()]).toEqual([3, 1, 0, 3, 0, 4]);
});

test("schedules late checks that add to others after the further checks of MUST requirements", () => {
  const adding = { ...check("a.must", "of all that was made"), runsLate: true, isAdditional: true };
  expect([...roundsOf([...checks, adding], catalogue, { strict: false }).values()]).toEqual([1, 0, 3, 0, 4, 4]);
});

test("schedules checks as the other agent after those of the caller and before rules over all traffic", () => {
  const judging = { ...check("a.must", "in all responses"), judgesTraffic: true, fixtures: ["otherAgent.apiKey"] };
  const other = { ...check("b.must", "as another agent"), asAnother: true };
  const rounds = roundsOf([...checks, { ...check("a.must", "costly"), isCostly: true }, judging, other], catalogue, {
    strict: false,
  });
  expect(rounds.get(other)).toBe(9);
  expect(rounds.get(judging)).toBe(10);
});

test("schedules expensive checks late unless they are the first of a MUST requirement", () => {
  const costly = checks.map((check) => ({ ...check, isCostly: true }));
  expect([...roundsOf(costly, catalogue, { strict: false }).values()]).toEqual([7, 0, 7, 0, 7]);
});

test("ignores levels in strict mode", () => {
  expect([...roundsOf(checks, catalogue, { strict: true }).values()]).toEqual([0, 0, 3, 0, 3]);
});

test("lists the first checks, for which others reserve requests", () => {
  const late = { ...check("a.must", "of all that was made"), runsLate: true };
  expect([...planOf([...checks, late], catalogue, { strict: false }).first]).toEqual([checks[1], checks[3]]);
});
