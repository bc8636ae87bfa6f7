import { expect, test } from "vitest";
import {
  distinguishableAfterMs,
  hasSubseconds,
  instantOf,
  instantTolerance,
  isSameInstant,
  ROUNDING_MS,
} from "./instant.ts";

const MADE = Date.parse("2026-03-01T10:20:30.457Z");

/** The instant as a clock tells it that ticks this many times a second. */
function told(instant: number, digits: number): string {
  const time = new Date(instant).toISOString().slice(0, 20 + digits);
  return `${time.replace(/\.$/, "")}Z`;
}

test("a time that is stated again is another one after the wait, however finely times are written", () => {
  for (const digits of [0, 1, 2, 3]) {
    const made = told(MADE, digits);
    const later = told(MADE + distinguishableAfterMs([made]), digits);
    expect(isSameInstant(made, later, ROUNDING_MS), `${digits} digits`).toBe(false);
  }
});

test("zeros at the end of one time do not lengthen the wait, and where none is stated there is none", () => {
  expect(distinguishableAfterMs(["2026-03-01T10:20:30.000Z", "2026-03-01T10:20:30.017Z"])).toBe(
    distinguishableAfterMs([told(MADE, 3)]),
  );
  expect(distinguishableAfterMs([])).toBe(0);
});

test("times that are cut to the second and come from several clocks may come in the other order", () => {
  // Created 2 ms apart, stamped by clocks that are 3 and 8 ms behind, and the later one cut to its second.
  const [named, later] = ["2026-01-31T12:00:01.001Z", "2026-01-31T12:00:00Z"];
  expect(instantOf(named) - instantOf(later)).toBeGreaterThan(1_000);
  expect(instantTolerance(hasSubseconds(named) && hasSubseconds(later))).toBeGreaterThanOrEqual(
    instantOf(named) - instantOf(later),
  );
  expect(instantTolerance(true)).toBeLessThan(1_000);
});
