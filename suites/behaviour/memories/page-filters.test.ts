import { expect, test } from "vitest";
import { type KnownMemory, matchesFilter } from "../../models/memory-filters.ts";
import { filtersForLaterPages } from "./page-filters.ts";
import { TAGS } from "./population.ts";

const known = (index: number): KnownMemory => ({
  id: `m${index}`,
  content: `word${index} ${["Größe", "señal"][index % 2]} ${index}`,
  kind: ["fact", "decision", "preference"][index % 3] ?? "",
  scope: index === 6 ? "other" : "one",
  tags: ["all", ...TAGS.filter((_, bit) => ((index >> bit) & 1) === 1)],
  createdAt: 1_700_000_000_000 + 10_000 * index,
  precision: 1,
});

test("filters for later pages include several memories, and each member of a filter excludes some", () => {
  const all = Array.from({ length: 24 }, (_, index) => known(index));
  const filters = filtersForLaterPages({ tag: "all", members: all.map((memory) => ({ known: memory })) });
  expect(filters.map((filter) => Object.keys(filter).sort())).toEqual([
    ["kind", "tags"],
    ["createdFrom", "scope", "tags", "text"],
  ]);
  for (const filter of filters) {
    const letIn = (wanted: typeof filter) => all.filter((memory) => matchesFilter(memory, wanted) === "in").length;
    expect(letIn(filter)).toBeGreaterThan(1);
    for (const role of ["kind", "text", "createdFrom"] as const) {
      if (filter[role] !== undefined) expect(letIn({ ...filter, [role]: undefined })).toBeGreaterThan(letIn(filter));
    }
  }
});
