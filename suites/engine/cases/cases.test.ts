import { expect, test } from "vitest";
import { BudgetSpent, Inconclusive, RunEnded } from "../../client/inconclusive.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import { type CaseResult, runAll, runSparingly, summarise } from "./cases.ts";
import { spreadOut } from "./sampling.ts";

const TEN = Array.from({ length: 10 }, (_, index) => index);
const ALLOWANCE = { requests: 3, least: 2 };
const PASS: CaseResult = { kind: "pass" };

/** The items that are tried where each costs this many requests, and comes to such a result. */
async function tried(costOf: (item: number) => number, resultOf: (item: number) => CaseResult = () => PASS) {
  const done = await runSparingly(
    spreadOut(TEN),
    async (item) => ({ result: resultOf(item), requests: costOf(item) }),
    ALLOWANCE,
  );
  expect(done.results).toHaveLength(done.tried.length);
  return done.tried;
}

test("tries all cases that cost nothing", async () => {
  expect([...(await tried(() => 0))].sort()).toEqual(TEN);
});

test("tries the fewest of cases that are expensive, from both ends", async () => {
  expect(await tried(() => 7)).toEqual([0, 9]);
});

test("tries as many cheap cases as may be sent", async () => {
  expect(await tried(() => 1)).toHaveLength(3);
});

test("goes on where only the first made what all of them share", async () => {
  expect(await tried((item) => (item === 0 ? 2 : 0))).toHaveLength(10);
});

test("stops at a failure, and where no further case can be tried", async () => {
  const failed = { kind: "fail" } as CaseResult;
  expect(
    await tried(
      () => 0,
      (item) => (item === 9 ? failed : PASS),
    ),
  ).toEqual([0, 9]);
  const skipped: CaseResult = { kind: "unanswered", error: new Skipped("no fixture") };
  expect(
    await tried(
      () => 0,
      () => skipped,
    ),
  ).toEqual([0, 9]);
  const unclear: CaseResult = { kind: "unanswered", error: new Inconclusive("not this one") };
  expect(
    await tried(
      () => 0,
      () => unclear,
    ),
  ).toHaveLength(10);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** How many of forty cases are begun before the first comes to such a result, and how many in all. */
async function begun(first: CaseResult) {
  let count = 0;
  let before = 0;
  const forty = Array.from({ length: 40 }, (_, index) => index);
  await runAll(forty, async (item) => {
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
  ["what nobody can try here", { kind: "unanswered", error: new Skipped("no fixture") }],
  ["a budget that is spent", { kind: "unanswered", error: new BudgetSpent("spent") }],
  ["the end of the run", { kind: "unanswered", error: new RunEnded("interrupted") }],
])("after %s no further case begins", async (_, result) => {
  const { before, all } = await begun(result);
  expect(before).toBeLessThan(40);
  expect(all).toBe(before);
});

test("after a case that passed, had no response of its own or stood aside, the others begin", async () => {
  const unclear: CaseResult = { kind: "unanswered", error: new Inconclusive("not this one") };
  const aside: CaseResult = { kind: "unanswered", error: new NotApplicable("too short for this target") };
  for (const result of [PASS, unclear, aside]) expect((await begun(result)).all).toBe(40);
});

test("cases that stand aside are a gap only where none has passed", () => {
  const aside: CaseResult = { kind: "unanswered", error: new NotApplicable("too short for this target") };
  const unclear: CaseResult = { kind: "unanswered", error: new Inconclusive("not this one") };
  const gapOf = (...results: CaseResult[]) => summarise(results, results, () => null).unanswered?.message ?? null;
  expect(gapOf(aside, PASS)).toBeNull();
  expect(gapOf(aside, aside)).toBe("too short for this target");
  expect(gapOf(aside, PASS, unclear)).toBe("not this one");
});
