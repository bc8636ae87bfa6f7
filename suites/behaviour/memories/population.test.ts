import { expect, test } from "vitest";
import { precisionOf } from "../../models/memory-filters.ts";
import { withFinestPrecision } from "./population.ts";

const createdAt = (time: string) => {
  const known = { id: time, content: "", kind: "", scope: "", tags: [], createdAt: Date.parse(time) };
  return { known: { ...known, precision: precisionOf(time) } };
};

const precisionsOf = (...times: string[]) =>
  withFinestPrecision(times.map(createdAt)).map(({ known }) => known.precision);

test("a creation time on a whole second has the precision of the others", () => {
  expect(precisionsOf("2026-01-01T10:00:01.234Z", "2026-01-01T10:00:02.000Z", "2026-01-01T10:00:02.100Z")).toEqual([
    1, 1, 1,
  ]);
});

test("creation times in whole seconds have a precision of a second", () => {
  expect(precisionsOf("2026-01-01T10:00:01Z", "2026-01-01T10:00:02Z")).toEqual([1000, 1000]);
});

test("several creation times in whole seconds among others are rounded", () => {
  const times = ["2026-01-01T10:00:01.234Z", "2026-01-01T10:00:02Z", "2026-01-01T10:00:03Z"];
  expect(precisionsOf(...times)).toEqual([1, 1000, 1000]);
});
