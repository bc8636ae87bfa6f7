import { expect, test } from "vitest";
import { BudgetSpent, Inconclusive, RunEnded } from "../../client/inconclusive.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import { type CaseResult, runAll, runSparingly, summarise } from "./cases.ts";
import { spreadOut } from "./sampling.ts";

const TEN = Array.from({ length: 10 }, (_, index) => index);
const ALLOWANCE = { requests: 3, min: 2 };
const PASS: CaseResult = { kind: "pass" };

/** Returns the items that are run if each costs this many requests and has this result. */
async function runCases(costOf: (item: number) => number, resultOf: (item: number) => CaseResult = () => PASS) {
  const done = await runSparingly(
    spreadOut(TEN),
    async (item) => ({ result: resultOf(item), requests: costOf(item) }),
    ALLOWANCE,
  );
  expect(done.results).toHaveLength(done.tried.length);
  return done.tried;
}

test("runs all cases that cost nothing", async () => {
  expect([...(await runCases(() => 0))].sort()).toEqual(TEN);
});

test("runs the minimum of expensive cases, from both ends of the list", async () => {
  expect(await runCases(() => 7)).toEqual([0, 9]);
});

test("runs as many cheap cases as the allowance permits", async () => {
  expect(await runCases(() => 1)).toHaveLength(3);
});

test("continues if only the first case paid for a shared resource", async () => {
  expect(await runCases((item) => (item === 0 ? 2 : 0))).toHaveLength(10);
});

test("stops at a failure, or when no further case can run", async () => {
  const failed = { kind: "fail" } as CaseResult;
  expect(
    await runCases(
      () => 0,
      (item) => (item === 9 ? failed : PASS),
    ),
  ).toEqual([0, 9]);
  const skipped: CaseResult = { kind: "unanswered", error: new Skipped("no fixture") };
  expect(
    await runCases(
      () => 0,
      () => skipped,
    ),
  ).toEqual([0, 9]);
  const unclear: CaseResult = { kind: "unanswered", error: new Inconclusive("not this one") };
  expect(
    await runCases(
      () => 0,
      () => unclear,
    ),
  ).toHaveLength(10);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Returns how many of forty cases start before the first has this result, and how many in total. */
async function startedCases(first: CaseResult) {
  let count = 0;
  let before = 0;
  const items = Array.from({ length: 40 }, (_, index) => index);
  await runAll(items, async (item) => {
    count += 1;
    await turn();
    if (item > 0) return turn().then(() => PASS);
    before = count;
    return first;
  });
  return { before, all: count };
}

test.each<[string, CaseResult]>([
  ["a failure", { kind: "fail" } as CaseResult],
  ["a missing fixture", { kind: "unanswered", error: new Skipped("no fixture") }],
  ["a spent budget", { kind: "unanswered", error: new BudgetSpent("spent") }],
  ["the end of the run", { kind: "unanswered", error: new RunEnded("interrupted") }],
])("starts no further case after %s", async (_, result) => {
  const { before, all } = await startedCases(result);
  expect(before).toBeLessThan(40);
  expect(all).toBe(before);
});

test("starts all cases after one that passed, got no usable response, or is not applicable", async () => {
  const unclear: CaseResult = { kind: "unanswered", error: new Inconclusive("not this one") };
  const notApplicable: CaseResult = { kind: "unanswered", error: new NotApplicable("too short for this target") };
  for (const result of [PASS, unclear, notApplicable]) expect((await startedCases(result)).all).toBe(40);
});

test("reports cases that are not applicable as a gap only if none passed", () => {
  const notApplicable: CaseResult = { kind: "unanswered", error: new NotApplicable("too short for this target") };
  const unclear: CaseResult = { kind: "unanswered", error: new Inconclusive("not this one") };
  const gapOf = (...results: CaseResult[]) => summarise(results, results, () => null).unanswered?.message ?? null;
  expect(gapOf(notApplicable, PASS)).toBeNull();
  expect(gapOf(notApplicable, notApplicable)).toBe("too short for this target");
  expect(gapOf(notApplicable, PASS, unclear)).toBe("not this one");
});
