import { expect, test } from "vitest";
import { createRate } from "./rate.ts";

/** Starts requests one after another as the rate allows, each taking a millisecond, and tells how that went. */
function follow(requests: number, isRefused: (index: number, time: number) => boolean, perSecond = 0) {
  let time = 0;
  let refused = 0;
  const rate = createRate({ perSecond, now: () => time });
  for (let index = 0; index < requests; index += 1) {
    rate.started();
    if (isRefused(index, time)) {
      refused += 1;
      rate.refused();
    } else rate.accepted();
    time += Math.max(1, rate.gap());
  }
  return { rate, refused, perSecond: (requests * 1000) / time };
}

/** Takes so many a second, with some more at first. */
function bucket(perSecond: number) {
  let tokens = perSecond;
  let filledAt = 0;
  return (_: number, time: number) => {
    tokens = Math.min(perSecond, tokens + ((time - filledAt) * perSecond) / 1000);
    filledAt = time;
    if (tokens < 1) return true;
    tokens -= 1;
    return false;
  };
}

test("is not slowed down by a target that sheds a request now and then", () => {
  const { rate } = follow(2000, (index) => index % 40 === 39);
  expect(rate.gap()).toBe(0);
});

test("keeps near the rate that a target takes, and is seldom refused", () => {
  const limited = follow(2000, bucket(10));
  expect(limited.perSecond).toBeGreaterThan(8);
  expect(limited.refused / 2000).toBeLessThan(0.15);
});

test("leaves a limit behind that is gone", () => {
  const limit = bucket(10);
  const { rate } = follow(2000, (index, time) => index < 500 && limit(index, time));
  expect(rate.gap()).toBe(0);
});

test("learns nothing more from a row of refusals than from their first", () => {
  const rate = createRate({ perSecond: 0, now: () => 0 });
  for (let index = 0; index < 10; index += 1) rate.started();
  for (let index = 0; index < 500; index += 1) rate.refused();
  expect(rate.gap()).toBeCloseTo(125);
});

test("goes no faster than its bound", () => {
  const { rate, perSecond } = follow(200, () => false, 50);
  expect(rate.gap()).toBe(20);
  expect(perSecond).toBeLessThanOrEqual(50);
});
