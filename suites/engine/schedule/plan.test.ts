import { expect, test } from "vitest";
import { planOf, roundOfFurtherPass } from "./plan.ts";
import { someCheck as check } from "./testing/some-check.ts";

/** What is called for in a catalogue in which ids with "should" are no MUST. */
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

test("takes up each requirement on each operation once before it looks again, and MUST before SHOULD", () => {
  expect([...roundsOf(checks, catalogue, { strict: false }).values()]).toEqual([1, 0, 3, 0, 4]);
});

test("leaves what the selected requirements do not need to checks that are there for their traffic", () => {
  const carrier = check("carrier.must", "first");
  const selected = (id: string) => id !== "carrier.must";
  const { rounds } = planOf([carrier, ...checks], catalogue, { strict: false }, selected);
  expect([...rounds.values()]).toEqual([7, 1, 0, 3, 0, 4]);
});

test("lets the other agent look after all others also where its checks are there for their traffic", () => {
  const carrier = { ...check("carrier.must", "as another agent"), asAnother: true };
  const selected = (id: string) => id !== "carrier.must";
  const { rounds, retry } = planOf([carrier, ...checks], catalogue, { strict: false }, selected);
  expect(rounds.get(carrier)).toBeGreaterThan(retry);
});

test("takes up early checks right after the first looks at what MUST hold", () => {
  const early = { ...check("a.must", "another value"), early: true };
  expect([...roundsOf([early, ...checks], catalogue, { strict: false }).values()]).toEqual([1, 1, 0, 3, 0, 4]);
});

test("takes up what judges the responses of others with early checks, but where it is the first look", () => {
  const further = { ...check("a.must", "as all of them show"), shared: true };
  const first = { ...check("b.must", "as all of them show"), shared: true };
  expect([...roundsOf([...checks, further, first], catalogue, { strict: false }).values()]).toEqual([
    1, 0, 3, 0, 4, 1, 0,
  ]);
});

test("comes to what judges all others after them, and looks at the same with other checks only when there is room", () => {
  const judging = { ...check("a.must", "in all responses"), last: true };
  const rounds = roundsOf([judging, ...checks], catalogue, { strict: false });
  expect(rounds.get(judging)).toBeGreaterThan(Math.max(...[...rounds.values()].slice(1)));
  expect([...rounds.values()].slice(1)).toEqual([1, 3, 3, 3, 4]);
});

test("leaves its first look to what a rule judges that only checks send requests for", () => {
  const judging = { ...check("a.must", "as another workspace"), last: true, fixtures: ["otherWorkspace.apiKey"] };
  expect([...roundsOf([judging, ...checks], catalogue, { strict: false }).values()].slice(1)).toEqual([1, 0, 3, 0, 4]);
});

test("comes to what tells more the more was made when all was looked at once", () => {
  const late = { ...check("a.must", "of all that was made"), late: true };
  expect([...roundsOf([...checks, late], catalogue, { strict: false }).values()]).toEqual([1, 0, 3, 0, 4, 2]);
});

test("begins at once with what waits for a time to pass", () => {
  const waiting = { ...check("a.should", "a memory is expired after its lifetime"), waits: true };
  expect([...roundsOf([...checks, waiting], catalogue, { strict: false }).values()]).toEqual([1, 0, 3, 0, 4, 0]);
});

test("looks again where cases are left that cost little, the cheapest first, before what is expensive", () => {
  const cheap = roundOfFurtherPass({ left: 9, each: 1 });
  const costlier = roundOfFurtherPass({ left: 9, each: 3 });
  const both = [check("a.must", "first"), { ...check("a.must", "costly"), costly: true }];
  const costly = Math.max(...roundsOf(both, catalogue, { strict: false }).values());
  expect([4, cheap, costlier, costly]).toEqual([4, cheap, costlier, costly].toSorted());
  expect(roundOfFurtherPass({ left: 9, each: 30 })).toBe(costly);
});

test("takes up what only adds to others after the first looks, though it looks at other operations", () => {
  const adding = { ...check("a.must", "first of its operation", ["remember"]), isFurther: true };
  expect([...roundsOf([adding, ...checks], catalogue, { strict: false }).values()]).toEqual([3, 1, 0, 3, 0, 4]);
});

test("leaves the first rows and late looks their requests: what only adds to them comes after second looks", () => {
  const adding = { ...check("a.must", "of all that was made"), late: true, isFurther: true };
  expect([...roundsOf([...checks, adding], catalogue, { strict: false }).values()]).toEqual([1, 0, 3, 0, 4, 4]);
});

test("lets the other agent look once the caller has, before all is judged", () => {
  const judging = { ...check("a.must", "in all responses"), last: true, fixtures: ["otherAgent.apiKey"] };
  const other = { ...check("b.must", "as another agent"), asAnother: true };
  const rounds = roundsOf([...checks, { ...check("a.must", "costly"), costly: true }, judging, other], catalogue, {
    strict: false,
  });
  expect(rounds.get(other)).toBe(9);
  expect(rounds.get(judging)).toBe(10);
});

test("comes last to what is expensive, unless nothing else looks at what MUST hold", () => {
  const costly = checks.map((one) => ({ ...one, costly: true }));
  expect([...roundsOf(costly, catalogue, { strict: false }).values()]).toEqual([7, 0, 7, 0, 7]);
});

test("knows no difference of levels where a run is strict", () => {
  expect([...roundsOf(checks, catalogue, { strict: true }).values()]).toEqual([0, 0, 3, 0, 3]);
});

test("names the first looks, for which the others leave some requests", () => {
  const late = { ...check("a.must", "of all that was made"), late: true };
  expect([...planOf([...checks, late], catalogue, { strict: false }).first]).toEqual([checks[1], checks[3]]);
});
