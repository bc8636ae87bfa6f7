import { expect, test } from "vitest";
import { createLatency } from "./latency.ts";

function lateAfter(responses: readonly number[], timeoutMs = 10_000) {
  const latency = createLatency(timeoutMs);
  for (const ms of responses) latency.note(ms);
  return latency.lateAfterMs();
}

const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

test("a few responses tell nothing of what is usual", () => {
  expect(lateAfter(times(39, 5))).toBeNull();
});

test("late is five times the slowest of the last responses, and never less than a second", () => {
  expect(lateAfter(times(40, 5))).toBe(1_000);
  expect(lateAfter([...times(40, 5), 700])).toBe(3_500);
});

test("a target that is slow now and then is given its time-out", () => {
  expect(lateAfter([...times(299, 5), 2_000])).toBeNull();
});

test("what was slow long ago does not count", () => {
  expect(lateAfter([2_000, ...times(300, 5)])).toBe(1_000);
});
