import { expect, test } from "vitest";
import { createLimits } from "./limits.ts";

/** Milliseconds that a target takes to respond to what it does not reject. */
const TAKES = 20;
/** Milliseconds of rest after a rejection. */
const REST = 250;

type Rejects = (index: number, time: number, inFlight: number) => "429" | "503" | null;

/** Sends requests as the limits allow, each rejected one again after a rest, and tells how that went. */
function follow(
  requests: number,
  rejects: Rejects,
  { concurrency = 8, perSecond = 0, rest = (_time: number): number => REST } = {},
) {
  let time = 0;
  const limits = createLimits({ concurrency, perSecond, now: () => time });
  const ends: number[] = [];
  let sent = 0;
  let taken = 0;
  let rejected = 0;
  let notBefore = 0;
  let most = 0;
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
        ends.push(time + TAKES);
        most = Math.max(most, ends.length);
        continue;
      }
      rejected += 1;
      const isLimit = rejection === "429" ? limits.rejected(rest(time)) : limits.unavailable();
      notBefore = Math.max(
        notBefore,
        isLimit === true || isLimit === "limit" ? time + REST : 0,
        isLimit === "used-up" ? time + rest(time) : 0,
      );
      break;
    }
    time += 1;
  }
  return { limits, rejected, most, perSecond: (requests * 1000) / time };
}

/** Takes this many a second, with some more at first. */
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

test("is not slowed down by a target that sheds a request now and then", () => {
  const { limits } = follow(2000, (index) => (index % 40 === 39 ? "429" : null));
  expect([limits.gap(), limits.places()]).toEqual([0, 8]);
});

test("keeps near the rate that a target takes, and is seldom rejected", () => {
  const limited = follow(2000, bucket(10));
  expect(limited.perSecond).toBeGreaterThan(8.5);
  expect(limited.rejected / 2000).toBeLessThan(0.08);
});

test("takes what a target counts by the window as fast as it comes, and waits for the next window", () => {
  const [window, most] = [12_000, 1_500];
  let taken = 0;
  let began = 0;
  const rejects: Rejects = (_, time) => {
    if (time - began >= window) [began, taken] = [time - (time % window), 0];
    taken += 1;
    return taken > most ? "429" : null;
  };
  const { perSecond, rejected } = follow(6_000, rejects, { rest: (time) => window - (time % window) });
  expect(perSecond).toBeGreaterThan(0.9 * (most / 12));
  expect(rejected).toBeLessThan(40);
});

test("learns a pace where each rejection asks for a long rest after few responses", () => {
  const limited = follow(600, bucket(10), { rest: () => 10_000 });
  expect(limited.perSecond).toBeGreaterThan(5);
});

test("leaves a limit behind that is gone", () => {
  const limit = bucket(10);
  const { limits } = follow(3000, (index, time, inFlight) => (index < 500 ? limit(index, time, inFlight) : null));
  expect([limits.gap(), limits.places()]).toEqual([0, 8]);
});

test.each(["429", "503"] as const)(
  "takes no limit of what comes at once for one of what comes in a second (%s)",
  (status) => {
    const { limits, rejected, perSecond } = follow(3000, (_index, _time, inFlight) => (inFlight >= 3 ? status : null));
    expect(limits.gap()).toBe(0);
    expect(limits.places()).toBe(3);
    expect(rejected).toBeLessThan(60);
    expect(perSecond).toBeGreaterThan(0.8 * 3 * (1000 / TAKES));
  },
);

test("keeps a limit of what comes at once and one of what comes in a second", () => {
  const rate = bucket(40);
  const limited = follow(3000, (index, time, inFlight) => (inFlight >= 2 ? "429" : rate(index, time, inFlight)));
  expect(limited.perSecond).toBeGreaterThan(30);
  expect(limited.rejected / 3000).toBeLessThan(0.05);
});

test("hears nothing of its number of requests from a target that is out of service for a while", () => {
  const { limits } = follow(400, (index) => (index < 300 ? "503" : null));
  expect([limits.gap(), limits.places()]).toEqual([0, 8]);
});

test("learns nothing more from a row of rejections than from their first", () => {
  const limits = createLimits({ concurrency: 1, perSecond: 0, now: () => 0 });
  for (let index = 0; index < 10; index += 1) limits.accepted();
  for (let index = 0; index < 500; index += 1) limits.rejected(REST);
  expect(limits.gap()).toBeCloseTo(125);
});

test("has no rate for a target that has taken nothing yet", () => {
  const limits = createLimits({ concurrency: 1, perSecond: 0, now: () => 0 });
  expect([1, 2, 3].map(() => limits.rejected(REST))).toEqual(["alone", "alone", "limit"]);
  expect(limits.gap()).toBe(0);
});

test("goes no faster than its bounds", () => {
  const { limits, most, perSecond } = follow(200, () => null, { concurrency: 4, perSecond: 50 });
  expect(limits.gap()).toBe(20);
  expect(perSecond).toBeLessThanOrEqual(50);
  expect(most).toBeLessThanOrEqual(4);
});
