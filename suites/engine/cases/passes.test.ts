import { expect, test } from "vitest";
import type { Check, CheckOutcome } from "../check/check.ts";
import { leftOut } from "../execution/excuse.ts";
import { combine } from "../report/verdict.ts";
import { firstLook, withLook } from "./passes.ts";

const check: Check = {
  requirement: "a.must",
  name: "of some kind",
  operations: [],
  fixtures: [],
  writes: false,
  run: async () => {},
};

test("a further look begins where the one before ended, list by list", () => {
  const first = firstLook();
  first.begin().ended(2, 5, 2);
  first.begin().ended(1, 0, 3);
  const further = first.further();
  expect([further.begin().from, further.begin().from, further.begin().from]).toEqual([2, 1, 0]);
  expect([first.isFurther, further.isFurther]).toEqual([false, true]);
});

test("tells what is left over and what a case costs", () => {
  const look = firstLook();
  look.begin().ended(2, 5, 4);
  expect(look.rest(5)).toEqual({ left: 5, each: 2 });
});

test("nothing is worth a further look where no case is left, or where all that a check makes would be created again", () => {
  const done = firstLook();
  done.begin().ended(2, 0, 2);
  expect(done.rest(2)).toBeNull();
  const dear = firstLook();
  dear.begin().ended(2, 5, 2);
  expect(dear.rest(9)).toBeNull();
  expect(firstLook().rest(0)).toBeNull();
});

test("what a further look finds counts, and what it does not find takes nothing back", () => {
  const outcome = (verdict: CheckOutcome["verdict"], requests: number) => ({
    ...leftOut(check),
    verdict,
    requests,
  });
  expect(withLook(null, outcome("pass", 2))).toMatchObject({ verdict: "pass", requests: 2 });
  expect(withLook(outcome("pass", 2), outcome("fail", 3))).toMatchObject({ verdict: "fail", requests: 5 });
  expect(withLook(outcome("pass", 2), outcome("inconclusive", 1))).toMatchObject({ verdict: "pass", requests: 3 });
});

test("a check that is left out is no gap in what others have looked at, and proves nothing by itself", () => {
  const out = leftOut(check);
  expect(combine([{ verdict: "pass" }, out])).toBe("pass");
  expect(combine([{ verdict: "inconclusive" }, out])).toBe("inconclusive");
  expect(combine([out])).toBe("skip");
});
