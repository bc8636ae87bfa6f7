import { expect, test } from "vitest";
import { createLimits } from "./limits.ts";

/** Milliseconds that an accepted request takes. */
const RESPONSE_MS = 20;
/** Milliseconds of rest after a rejection. */
const REST_MS = 250;

type Rejects = (index: number, time: number, inFlight: number) => "429" | "503" | null;

/** Simulates requests within the limits, with retries after a rest, and returns the statistics. */
function follow(
  requests: number,
  rejects: Rejects,
  { concurrency = 8, perSecond = 0, rest = (_time: number): number => REST_MS } = {},
) {
  let time = 0;
  const limits = createLimits({ concurrency, perSecond, now: () => time });
  const ends: number[] = [];
  let sent = 0;
  let taken = 0;
  let rejected = 0;
  let notBefore = 0;
  let max = 0;
  while (taken < requests) {
    const over = ends.filter((end) => end <= time);
    for (const end of over) {
      ends.splice(ends.indexOf(end), 1);
      limits.accepted();
    }
    taken += over.length;
    while (time >= notBefore && ends.length < limits.places()) {
      if (limits.gap() > 0) notBefore = Math.max(notBefore, time) + limits.gap();
      limits.started();
      sent += 1;
      const rejection = rejects(sent, time, ends.length);
      if (rejection === null) {
        ends.push(time + RESPONSE_MS);
        max = Math.max(max, ends.length);
        continue;
      }
      rejected += 1;
      const isLimit = rejection === "429" ? limits.rejected(rest(time)) : limits.unavailable();
      notBefore = Math.max(
        notBefore,
        isLimit === true || isLimit === "limit" ? time + REST_MS : 0,
        isLimit === "used-up" ? time + rest(time) : 0,
      );
      break;
    }
    time += 1;
  }
  return { limits, rejected, max, perSecond: (requests * 1000) / time };
}

/** A token bucket with this rate per second. */
function bucket(perSecond: number): Rejects {
  let tokens = perSecond;
  let filledAt = 0;
  return (_, time) => {
    tokens = Math.min(perSecond, tokens + ((time - filledAt) * perSecond) / 1000);
    filledAt = time;
    if (tokens < 1) return "429";
    tokens -= 1;
    return null;
  };
}

test("does not slow down for a target that rejects a request now and then", () => {
  const { limits } = follow(2000, (index) => (index % 40 === 39 ? "429" : null));
  expect([limits.gap(), limits.places()]).toEqual([0, 8]);
});

test("approaches the rate of the target with few rejections", () => {
  const limited = follow(2000, bucket(10));
  expect(limited.perSecond).toBeGreaterThan(8.5);
  expect(limited.rejected / 2000).toBeLessThan(0.08);
});

test("uses a window quota at full speed, and waits for the next window", () => {
  const [window, max] = [12_000, 1_500];
  let taken = 0;
  let began = 0;
  const rejects: Rejects = (_, time) => {
    if (time - began >= window) [began, taken] = [time - (time % window), 0];
    taken += 1;
    return taken > max ? "429" : null;
  };
  const { perSecond, rejected } = follow(6_000, rejects, { rest: (time) => window - (time % window) });
  expect(perSecond).toBeGreaterThan(0.9 * (max / 12));
  expect(rejected).toBeLessThan(40);
});

test("learns a rate if each rejection asks for a long rest after few responses", () => {
  const limited = follow(600, bucket(10), { rest: () => 10_000 });
  expect(limited.perSecond).toBeGreaterThan(5);
});

test("forgets a limit that no longer applies", () => {
  const limit = bucket(10);
  const { limits } = follow(3000, (index, time, inFlight) => (index < 500 ? limit(index, time, inFlight) : null));
  expect([limits.gap(), limits.places()]).toEqual([0, 8]);
});

test.each(["429", "503"] as const)("does not mistake a concurrency limit for a rate limit (%s)", (status) => {
  const { limits, rejected, perSecond } = follow(3000, (_index, _time, inFlight) => (inFlight >= 3 ? status : null));
  expect(limits.gap()).toBe(0);
  expect(limits.places()).toBe(3);
  expect(rejected).toBeLessThan(60);
  expect(perSecond).toBeGreaterThan(0.8 * 3 * (1000 / RESPONSE_MS));
});

test("learns a concurrency limit together with a rate limit", () => {
  const rate = bucket(40);
  const limited = follow(3000, (index, time, inFlight) => (inFlight >= 2 ? "429" : rate(index, time, inFlight)));
  expect(limited.perSecond).toBeGreaterThan(30);
  expect(limited.rejected / 3000).toBeLessThan(0.05);
});

test("learns nothing about rates from a target that is temporarily unavailable", () => {
  const { limits } = follow(400, (index) => (index < 300 ? "503" : null));
  expect([limits.gap(), limits.places()]).toEqual([0, 8]);
});

test("learns from the first of consecutive rejections only", () => {
  const limits = createLimits({ concurrency: 1, perSecond: 0, now: () => 0 });
  for (let index = 0; index < 10; index += 1) limits.accepted();
  for (let index = 0; index < 500; index += 1) limits.rejected(REST_MS);
  expect(limits.gap()).toBeCloseTo(125);
});

test("sets no rate before the first response", () => {
  const limits = createLimits({ concurrency: 1, perSecond: 0, now: () => 0 });
  expect([1, 2, 3].map(() => limits.rejected(REST_MS))).toEqual(["alone", "alone", "limit"]);
  expect(limits.gap()).toBe(0);
});

test("never exceeds its bounds", () => {
  const { limits, max, perSecond } = follow(200, () => null, { concurrency: 4, perSecond: 50 });
  expect(limits.gap()).toBe(20);
  expect(perSecond).toBeLessThanOrEqual(50);
  expect(max).toBeLessThanOrEqual(4);
});
