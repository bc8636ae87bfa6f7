import { expect, test } from "vitest";
import { type KnownMemory, matchesFilter, matchesText, precisionOf, toParameters } from "./memory-filters.ts";

const MEMORY: KnownMemory = {
  id: "m1",
  content: "Größe der Жар-птица",
  kind: "fact",
  scope: "s1",
  tags: ["amber", "cedar"],
  createdAt: 10_000,
  precision: 1,
};

test("matches a memory that satisfies every filter, and excludes one that contradicts any", () => {
  expect(matchesFilter(MEMORY, {})).toBe("in");
  expect(matchesFilter(MEMORY, { kind: "fact", scope: "s1", tags: ["cedar"], text: "größe" })).toBe("in");
  expect(matchesFilter(MEMORY, { kind: "fact", scope: "s2" })).toBe("out");
  expect(matchesFilter(MEMORY, { tags: ["amber", "basil"] })).toBe("out");
});

test("ignores case in any script", () => {
  expect(matchesText(MEMORY.content, "ЖАР-ПТИЦА")).toBe("in");
  expect(matchesText(MEMORY.content, "Größe d_r")).toBe("out");
  for (const text of ["s", "GRÖSSE"]) expect(matchesText("eine Größe", text)).toBe("unknown");
});

test("returns unknown where a collation that ignores marks decides", () => {
  for (const text of ["o", "gros", "ANGSTROM"]) expect(matchesText("Größe in Ångström", text)).toBe("unknown");
  for (const text of ["gräße", "grase"]) expect(matchesText("Größe in Ångström", text)).toBe("out");
});

test("decides bounds only if truncated or rounded times leave no doubt", () => {
  expect(matchesFilter(MEMORY, { createdFrom: 9_000, createdTo: 11_000 })).toBe("in");
  expect(matchesFilter(MEMORY, { createdFrom: 11_000 })).toBe("out");
  expect(matchesFilter(MEMORY, { createdTo: 9_000 })).toBe("out");
  expect(matchesFilter(MEMORY, { createdFrom: 10_000 })).toBe("unknown");
  expect(matchesFilter({ ...MEMORY, precision: 1000 }, { createdTo: 10_500 })).toBe("unknown");
  expect(matchesFilter({ ...MEMORY, createdAt: null }, { createdTo: 10_500 })).toBe("unknown");
});

test.each([{ createdTo: 9_500 }, { createdTo: 10_500 }, { createdFrom: 9_500 }, { createdFrom: 10_500 }])(
  "returns unknown within the precision of a time: %j",
  (filter) => {
    expect(matchesFilter({ ...MEMORY, precision: 1000 }, filter)).toBe("unknown");
  },
);

test("reads the precision of a time", () => {
  expect(precisionOf("2026-01-01T00:00:00Z")).toBe(1000);
  expect(precisionOf("2026-01-01T00:00:00.1+02:00")).toBe(100);
  expect(precisionOf("2026-01-01T00:00:00.123456Z")).toBe(1);
  expect(precisionOf("2026-01-01T00:00:00.120Z")).toBe(10);
});

test("writes bounds as instants in UTC", () => {
  expect(toParameters({ createdFrom: 0, tags: ["amber"] })).toEqual({
    createdFrom: "1970-01-01T00:00:00.000Z",
    tags: ["amber"],
  });
});
