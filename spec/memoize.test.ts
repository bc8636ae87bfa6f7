import { expect, test } from "vitest";
import { memoize } from "./memoize.ts";

test("makes a value once for an owner and a key, nothing included", () => {
  let made = 0;
  const count = memoize(
    (_owner: object, item: { readonly id: string }) => {
      made += 1;
      return item.id === "none" ? undefined : `${item.id}${made}`;
    },
    ({ id }) => id,
  );
  const [one, other] = [{}, {}];
  expect([count(one, { id: "a" }), count(one, { id: "a" }), count(other, { id: "a" })]).toEqual(["a1", "a1", "a2"]);
  expect([count(one, { id: "none" }), count(one, { id: "none" })]).toEqual([undefined, undefined]);
  expect(made).toBe(3);
});
