import { expect, test } from "vitest";
import { FIXTURE_TABLE } from "./fixture-table.ts";
import { PROBES } from "./probes.ts";

test("says of each fixture how it is shown or why it is not, never both, and how to get it", () => {
  const undecided = FIXTURE_TABLE.filter(({ probe, unseen }) => (probe === null) === (unseen === null));
  expect(undecided.map(({ fixture }) => fixture)).toEqual([]);
  expect(FIXTURE_TABLE.filter(({ obtain }) => obtain === "").map(({ fixture }) => fixture)).toEqual([]);
});

test("holds every probe", () => {
  const held = FIXTURE_TABLE.flatMap(({ probe }) => probe ?? []);
  expect(PROBES.filter((probe) => !held.includes(probe)).map(({ fixture }) => fixture)).toEqual([]);
});
