import { expect, test } from "vitest";
import { createEchoes, loadEchoes, readEchoLines } from "./echoes.ts";
import { globMatcher } from "./glob.ts";
import { readCatalogueEntries } from "./requirements.ts";

const ids = readCatalogueEntries().map(({ id }) => id);
const matching = (glob: string) => ids.filter(globMatcher(glob));

test("names requirements of the catalogue alone", () => {
  const globs = readEchoLines().flatMap(([cause, echoes]) => [cause, ...echoes]);
  expect(globs.filter((glob) => matching(glob).length === 0)).toEqual([]);
});

test("runs in no circle, so that of several failures one always remains", () => {
  const echoes = loadEchoes();
  const rest = new Set(ids);
  // Whoever follows from nobody that is left, goes; a circle would keep its members for ever.
  for (;;) {
    const free = [...rest].filter((id) => echoes.causeOf(id, [...rest]) === null);
    if (free.length === 0) break;
    for (const id of free) rest.delete(id);
  }
  expect([...rest]).toEqual([]);
});

test("finds the cause of a failure among the others, never in itself", () => {
  const echoes = createEchoes([["list.*", ["list.combined", "walk"]]]);
  expect(echoes.causeOf("walk", ["walk", "list.kind"])).toBe("list.kind");
  expect(echoes.causeOf("list.combined", ["list.combined"])).toBeNull();
  expect(echoes.causeOf("list.kind", ["list.combined", "walk"])).toBeNull();
});
