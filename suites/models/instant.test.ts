import { expect, test } from "vitest";
import {
  distinguishableAfterMs,
  hasSubseconds,
  instantOf,
  instantTolerance,
  isSameInstant,
  ROUNDING_MS,
} from "./instant.ts";

const CREATED = Date.parse("2026-03-01T10:20:30.457Z");

/** Returns the time with this many digits of a fraction. */
function timeText(instant: number, digits: number): string {
  const time = new Date(instant).toISOString().slice(0, 20 + digits);
  return `${time.replace(/\.$/, "")}Z`;
}

test("makes a repeated time distinguishable after the wait, at any precision", () => {
  for (const digits of [0, 1, 2, 3]) {
    const created = timeText(CREATED, digits);
    const later = timeText(CREATED + distinguishableAfterMs([created]), digits);
    expect(isSameInstant(created, later, ROUNDING_MS), `${digits} digits`).toBe(false);
  }
});

test("ignores trailing zeros of one time, and does not wait if no time is stated", () => {
  expect(distinguishableAfterMs(["2026-03-01T10:20:30.000Z", "2026-03-01T10:20:30.017Z"])).toBe(
    distinguishableAfterMs([timeText(CREATED, 3)]),
  );
  expect(distinguishableAfterMs([])).toBe(0);
});

test("allows for reversed times that are truncated to the second and come from several clocks", () => {
  // Created 2 ms apart, stamped by clocks that are 3 and 8 ms behind, and the later one cut to its second.
  const [named, later] = ["2026-01-31T12:00:01.001Z", "2026-01-31T12:00:00Z"];
  expect(instantOf(named) - instantOf(later)).toBeGreaterThan(1_000);
  expect(instantTolerance(hasSubseconds(named) && hasSubseconds(later))).toBeGreaterThanOrEqual(
    instantOf(named) - instantOf(later),
  );
  expect(instantTolerance(true)).toBeLessThan(1_000);
});
