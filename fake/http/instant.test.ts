import { expect, test } from "vitest";
import { parseInstant } from "./instant.ts";

test.each([
  ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31T12:00:00.25+05:30", "2026-01-31T06:30:00.250Z"],
  ["2026-01-31T12:00-0800", "2026-01-31T20:00:00.000Z"],
  ["2024-02-29T00:00:00z", "2024-02-29T00:00:00.000Z"],
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
])("reads %s", (text, expected) => {
  expect(parseInstant(text)).toBe(Date.parse(expected));
});

test.each([
  "",
  "now",
  "12",
  "2026-02-30T00:00:00Z",
  "2026-01-31T25:00:00Z",
  "2026-01-31T12:00:00",
  "2026-01-31T12:00:00+25:00",
])("takes %j for no instant", (text) => {
  expect(parseInstant(text)).toBeUndefined();
});
