import { expect, test } from "vitest";
import { createEchoes, readEchoLines } from "./echoes.ts";
import { globMatcher } from "./glob.ts";
import { readCatalogueEntries } from "./requirements.ts";

const ids = readCatalogueEntries().map(({ id }) => id);
const failed = (id: string, ...causes: string[]) => ({ id, causes });
const matching = (glob: string) => ids.filter(globMatcher(glob));

test("names requirements of the catalogue alone", () => {
  const globs = readEchoLines().flatMap(([cause, echoes]) => [
    cause,
    ...echoes.map((echo) => (typeof echo === "string" ? echo : echo.requirement)),
  ]);
  expect(globs.filter((glob) => matching(glob).length === 0)).toEqual([]);
});

test("runs in no circle, so that of several failures one always remains", () => {
  // Whatever its failures are: what follows from another by one cause alone is taken to follow by all.
  const echoes = createEchoes(
    readEchoLines().map(([cause, all]) => [
      cause,
      all.map((echo) => (typeof echo === "string" ? echo : echo.requirement)),
    ]),
  );
  const rest = new Set(ids);
  // Whoever follows from nobody that is left, goes; a circle would keep its members for ever.
  for (;;) {
    const free = [...rest].filter((id) => echoes.causeOf(failed(id), [...rest]) === null);
    if (free.length === 0) break;
    for (const id of free) rest.delete(id);
  }
  expect([...rest]).toEqual([]);
});

test("finds the cause of a failure among the others, never in itself", () => {
  const echoes = createEchoes([["list.*", ["list.combined", "walk"]]]);
  expect(echoes.causeOf(failed("walk"), ["walk", "list.kind"])).toBe("list.kind");
  expect(echoes.causeOf(failed("list.combined"), ["list.combined"])).toBeNull();
  expect(echoes.causeOf(failed("list.kind"), ["list.combined", "walk"])).toBeNull();
});

test("lets only failures of the named cause follow, and all failures of a requirement must be of it", () => {
  const echoes = createEchoes([["refusals", [{ requirement: "*", cause: "expectRefused||status" }]]]);
  const [status, accepted] = ["max|expectRefused||status", "max|expectRefused||accepted"];
  const causeOf = (...causes: string[]) => echoes.causeOf(failed("max", ...causes), ["refusals", "max"]);
  expect([causeOf(status), causeOf(accepted), causeOf(status, accepted), causeOf()]).toEqual([
    "refusals",
    null,
    null,
    null,
  ]);
});
