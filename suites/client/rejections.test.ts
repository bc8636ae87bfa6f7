import { expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { createRejections } from "./rejections.ts";

function answer(status: number): Exchange {
  return { operation: { id: "read" }, outcome: { kind: "response", status } } as unknown as Exchange;
}

function following() {
  const clock = { now: 0 };
  const rejections = createRejections({ longestRestMs: 30_000, now: () => clock.now });
  function reject(times: number, restMs: number | null = null): void {
    for (let count = 0; count < times; count += 1) rejections.note(answer(429), restMs);
  }
  return { clock, rejections, reject };
}

test("waits for a limit that is counted per minute", () => {
  const { clock, rejections, reject } = following();
  reject(200);
  clock.now = 61_000;
  expect(rejections.reason()).toBeNull();
  rejections.note(answer(200), null);
  clock.now = 125_000;
  reject(200);
  expect(rejections.reason()).toBeNull();
});

test("gives up a target that has accepted nothing for minutes, and states that", () => {
  const { clock, rejections, reject } = following();
  reject(20);
  clock.now = 121_000;
  expect(rejections.reason()).toBe("the target has rejected every request for its load (429, 503) for 121 s");
});

test("gives up at once if the target asks for more rest than a run allows", () => {
  const { rejections, reject } = following();
  reject(19, 3_600_000);
  expect(rejections.reason()).toBeNull();
  reject(1, 3_600_000);
  expect(rejections.reason()).toContain("requires a longer rest than 30 s");
});

test("waits for an unavailable target as long as for a rate limit", () => {
  const { clock, rejections } = following();
  for (let count = 0; count < 20; count += 1) rejections.note(answer(503), null);
  clock.now = 121_000;
  expect(rejections.reason()).toContain("(429, 503) for 121 s");
});

test("ignores rejections of presigned uploads", () => {
  const { clock, rejections } = following();
  for (let count = 0; count < 30; count += 1) rejections.note({ ...answer(429), operation: null }, 3_600_000);
  clock.now = 121_000;
  expect([rejections.inRow(), rejections.reason()]).toEqual([0, null]);
});
