import { expect, test } from "vitest";
import { firstLook } from "./looks.ts";

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

test("nothing is worth a further look where no case is left, or where all that a check makes would be made anew", () => {
  const done = firstLook();
  done.begin().ended(2, 0, 2);
  expect(done.rest(2)).toBeNull();
  const dear = firstLook();
  dear.begin().ended(2, 5, 2);
  expect(dear.rest(9)).toBeNull();
  expect(firstLook().rest(0)).toBeNull();
});
