import { expect, test } from "vitest";
import { createLatency } from "./latency.ts";

function lateAfter(responses: readonly number[], timeoutMs = 10_000) {
  const latency = createLatency(timeoutMs);
  for (const ms of responses) latency.note(ms);
  return latency.lateAfterMs();
}

const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

test("does not estimate a usual time from a few responses", () => {
  expect(lateAfter(times(39, 5))).toBeNull();
});

test("treats a response as late after five times the slowest recent one, but at least one second", () => {
  expect(lateAfter(times(40, 5))).toBe(1_000);
  expect(lateAfter([...times(40, 5), 700])).toBe(3_500);
});

test("waits for the timeout on a target that is slow now and then", () => {
  expect(lateAfter([...times(299, 5), 2_000])).toBeNull();
});

test("forgets slow responses of long ago", () => {
  expect(lateAfter([2_000, ...times(300, 5)])).toBe(1_000);
});
