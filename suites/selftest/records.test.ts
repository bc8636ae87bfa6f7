import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readRecords, record } from "./records.ts";
import type { Outcome, Trial } from "./trial.ts";

const trial: Trial = {
  subject: { kind: "independent", seed: 3, liberties: false },
  budget: "smoke",
  seed: 1,
  only: [],
};
const outcome: Outcome = { failed: [], unproven: [], requests: 9, durationMs: 1, problem: null };

/** The path of a file of records that is not there yet; its folder is gone when the test ends. */
function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), "wac-selftest-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "trials.jsonl");
}

test("trials are read as they were written; a file that is not there holds none", () => {
  const path = fresh();
  expect(readRecords(path)).toEqual([]);
  record(path, "abc", trial, outcome);
  record(path, "abc", { ...trial, seed: 2 }, outcome);
  expect(readRecords(path).map(({ key, build }) => [key, build])).toEqual([
    ["independent:seed-3 smoke 1 whole", "abc"],
    ["independent:seed-3 smoke 2 whole", "abc"],
  ]);
});

test("a last line that an interrupt cut off is left out", () => {
  const path = fresh();
  record(path, "abc", trial, outcome);
  appendFileSync(path, '{"key":"independent:se');
  expect(readRecords(path)).toHaveLength(1);
});

test("a file of something else is rejected, and so is a place that cannot be written to", () => {
  const path = fresh();
  writeFileSync(path, "name,value\na,1\n");
  expect(() => readRecords(path)).toThrow(expect.objectContaining({ code: "SELFTEST-RECORDS" }));
  expect(() => record(join(path, "x"), "abc", trial, outcome)).toThrow(
    expect.objectContaining({ code: "SELFTEST-OUT" }),
  );
});
