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

test("starts a further pass of each list where the previous one ended", () => {
  const first = firstPass();
  first.begin().ended(2, 5);
  first.begin().ended(1, 0);
  const further = first.further();
  expect([further.begin().from, further.begin().from, further.begin().from]).toEqual([2, 1, 0]);
  expect([first.isFurther, further.isFurther]).toEqual([false, true]);
});

test("states the remaining cases and the requests per case", () => {
  const pass = firstPass();
  pass.begin().ended(2, 5);
  expect(pass.rest(4)).toEqual({ left: 5, each: 2 });
  // Includes the requests around the cases, which are sent again.
  expect(pass.rest(9)).toEqual({ left: 5, each: 4.5 });
});

test("has nothing left if all cases ran, or none is listed", () => {
  const done = firstPass();
  done.begin().ended(2, 0);
  expect(done.rest(2)).toBeNull();
  expect(firstPass().rest(0)).toBeNull();
});

test("doubles the allowance of each pass after the second", () => {
  const second = firstPass().further();
  expect(second.further().allowance.requests).toBe(2 * second.allowance.requests);
});

const settings = ordinaryRun(completeTarget({ baseUrl: "http://localhost", apiKey: "key" }, process.cwd()));

test("counts a failure of a further pass, and keeps the earlier result if it is inconclusive", () => {
  const outcome = (verdict: CheckOutcome["verdict"], requests: number) => ({
    ...outOfBudget(check, settings),
    verdict,
    requests,
  });
  expect(withPass(null, outcome("pass", 2))).toMatchObject({ verdict: "pass", requests: 2 });
  expect(withPass(outcome("pass", 2), outcome("fail", 3))).toMatchObject({ verdict: "fail", requests: 5 });
  expect(withPass(outcome("pass", 2), outcome("inconclusive", 1))).toMatchObject({ verdict: "pass", requests: 3 });
});

test("treats a check that the budget omits as no gap if others passed, and as no proof", () => {
  const out = outOfBudget(check, settings);
  expect(combine([{ verdict: "pass" }, out])).toBe("pass");
  expect(combine([{ verdict: "inconclusive" }, out])).toBe("inconclusive");
  expect(combine([out])).toBe("skip");
  expect(out.reason).toMatch(/larger budget \(--budget thorough\) runs it$/);
  expect(outOfBudget(check, { ...settings, budget: "thorough" }).reason).toMatch(/used its requests$/);
});
