import { expect, test } from "vitest";
import { nextOf } from "./next-instant.ts";

test.each([
  ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.679Z"],
  ["2026-01-02T03:04:05.671Z", "2026-01-02T03:04:05.672Z"],
  ["2026-01-02T03:04:05.678901+05:45", "2026-01-02T03:04:05.678902+05:45"],
  ["2026-01-02T03:04:05.670Z", null],
  ["2026-01-02T03:04:05.679Z", null],
  ["2026-01-02T03:04:05Z", null],
])("the time that could be written after %s", (written, next) => {
  expect(nextOf(written)).toBe(next);
});
