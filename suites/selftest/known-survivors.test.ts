import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findMutant } from "../../fake/mutants-and-variants.ts";
import type { MutantResult, MutantStatus } from "../../reports/mutation-score/result.ts";
import { gateOf, readKnownSurvivors } from "./known-survivors.ts";

test("every mutant of the list exists", async () => {
  for (const [mutant] of readKnownSurvivors().survivors)
    if (!mutant.includes("*")) expect((await findMutant(mutant)).id).toBe(mutant);
});

test("survivors without a guard are distinguished by the list; a listed one that is killed is stale", () => {
  const one = (mutant: string, status: MutantStatus, guards = 0): MutantResult => ({
    mutant,
    operator: "a",
    guards,
    breaks: "a.b",
    status,
    failed: [],
    distinguishedAfter: 1,
    requests: 1,
  });
  const mutants = [
    one("a@x", "notJudged"),
    one("b@x", "neverReached"),
    one("c@x", "killed"),
    one("d@x", "undistinguished"),
    one("e@x[page=next]", "notJudged", 1),
    one("f@x", "killed"),
    one("g@list:/data/y", "notJudged"),
  ];
  const survivors = new Map(["b@x", "c@x", "d@x", "g@list:*"].map((id) => [id, "2026-01-31: why"]));
  const { unlisted, known, stale } = gateOf(mutants, { complete: true, survivors });
  expect([unlisted, known, stale].map((some) => some.map(({ mutant }) => mutant))).toEqual([
    ["a@x"],
    ["b@x", "g@list:/data/y"],
    ["c@x"],
  ]);
});

test.each([
  ["a list", "- a@x\n", "no map"],
  ["no word on being complete", "survivors: {}\n", "complete"],
  ["no reason", 'complete: true\nsurvivors:\n  a@x: "2026-01-31"\n', "reason"],
  ["no date", "complete: true\nsurvivors:\n  a@x: yesterday\n", "no date"],
])("a file with %s is rejected", (_what, text, why) => {
  const folder = mkdtempSync(join(tmpdir(), "wac-survivors-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "known-survivors.yaml");
  writeFileSync(path, text);
  expect(() => readKnownSurvivors(path)).toThrow(expect.objectContaining({ message: expect.stringContaining(why) }));
});
