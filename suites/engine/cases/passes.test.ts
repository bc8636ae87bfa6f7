import { expect, test } from "vitest";
import { completeTarget } from "../../target/load.ts";
import type { Check, CheckOutcome } from "../check/check.ts";
import { ordinaryRun } from "../check/options.ts";
import { outOfBudget } from "../execution/not-run.ts";
import { combine } from "../report/verdict.ts";
import { firstPass, withPass } from "./passes.ts";

const check: Check = {
  requirement: "a.must",
  name: "of some kind",
  operations: [],
  fixtures: [],
  writes: false,
  run: async () => {},
};

test("a further look begins where the one before ended, list by list", () => {
  const first = firstPass();
  first.begin().ended(2, 5);
  first.begin().ended(1, 0);
  const further = first.further();
  expect([further.begin().from, further.begin().from, further.begin().from]).toEqual([2, 1, 0]);
  expect([first.isFurther, further.isFurther]).toEqual([false, true]);
});

test("tells what is left over and what a case costs", () => {
  const look = firstPass();
  look.begin().ended(2, 5);
  expect(look.rest(4)).toEqual({ left: 5, each: 2 });
  // With what was sent around the cases: that is sent again.
  expect(look.rest(9)).toEqual({ left: 5, each: 4.5 });
});

test("nothing is left for a further look where all cases were tried, or none is listed", () => {
  const done = firstPass();
  done.begin().ended(2, 0);
  expect(done.rest(2)).toBeNull();
  expect(firstPass().rest(0)).toBeNull();
});

test("each look after the second may cost twice as much as the one before", () => {
  const second = firstPass().further();
  expect(second.further().allowance.requests).toBe(2 * second.allowance.requests);
});

const settings = ordinaryRun(completeTarget({ baseUrl: "http://localhost", apiKey: "key" }, process.cwd()));

test("what a further look finds counts, and what it does not find takes nothing back", () => {
  const outcome = (verdict: CheckOutcome["verdict"], requests: number) => ({
    ...outOfBudget(check, settings),
    verdict,
    requests,
  });
  expect(withPass(null, outcome("pass", 2))).toMatchObject({ verdict: "pass", requests: 2 });
  expect(withPass(outcome("pass", 2), outcome("fail", 3))).toMatchObject({ verdict: "fail", requests: 5 });
  expect(withPass(outcome("pass", 2), outcome("inconclusive", 1))).toMatchObject({ verdict: "pass", requests: 3 });
});

test("a check that is left out is no gap in what others have looked at, and proves nothing by itself", () => {
  const out = outOfBudget(check, settings);
  expect(combine([{ verdict: "pass" }, out])).toBe("pass");
  expect(combine([{ verdict: "inconclusive" }, out])).toBe("inconclusive");
  expect(combine([out])).toBe("skip");
  expect(out.reason).toMatch(/larger budget \(--budget thorough\) runs it$/);
  expect(outOfBudget(check, { ...settings, budget: "thorough" }).reason).toMatch(/used its requests$/);
});
