import { expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { createRefusals } from "./refusals.ts";

function answer(status: number): Exchange {
  return { operation: { id: "read" }, outcome: { kind: "response", status } } as unknown as Exchange;
}

function following() {
  const clock = { now: 0 };
  const refusals = createRefusals({ longestRestMs: 30_000, now: () => clock.now });
  function refuse(times: number, asked: number | null = null): void {
    for (let count = 0; count < times; count += 1) refusals.note(answer(429), asked);
  }
  return { clock, refusals, refuse };
}

test("hopes through a limit that is counted by the minute", () => {
  const { clock, refusals, refuse } = following();
  refuse(200);
  clock.now = 61_000;
  expect(refusals.reason()).toBeNull();
  refusals.note(answer(200), null);
  clock.now = 125_000;
  refuse(200);
  expect(refusals.reason()).toBeNull();
});

test("gives up a target that has taken nothing for minutes, and says so", () => {
  const { clock, refusals, refuse } = following();
  refuse(20);
  clock.now = 121_000;
  expect(refusals.reason()).toBe("the target has rejected every request for its load (429, 503) for 121 s");
});

test("gives up at once where more rest is asked for than a run can take", () => {
  const { refusals, refuse } = following();
  refuse(19, 3_600_000);
  expect(refusals.reason()).toBeNull();
  refuse(1, 3_600_000);
  expect(refusals.reason()).toContain("asks for more rest than 30 s");
});

test("takes a target that is unavailable for as long as one that limits its rate", () => {
  const { clock, refusals } = following();
  for (let count = 0; count < 20; count += 1) refusals.note(answer(503), null);
  clock.now = 121_000;
  expect(refusals.reason()).toContain("(429, 503) for 121 s");
});

test("rejections of presigned uploads say nothing of the target", () => {
  const { clock, refusals } = following();
  for (let count = 0; count < 30; count += 1) refusals.note({ ...answer(429), operation: null }, 3_600_000);
  clock.now = 121_000;
  expect([refusals.inRow(), refusals.reason()]).toEqual([0, null]);
});
