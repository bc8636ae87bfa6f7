import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DrawResult } from "../../../reports/mutation-score/result.ts";
import { packageFile } from "../../../spec/package-root.ts";
import { BEGIN, END, readScore, scoreData, withScore, writeScorePages } from "./merge-scores.ts";
import { writeScore } from "./print-score.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "wac-score-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const RESULT: DrawResult = {
  kind: "draw",
  budget: "smoke",
  seed: 7,
  build: "b1",
  commit: "c1",
  date: "2026-01-31",
  mutants: [
    {
      mutant: "drop@list-tasks:/data",
      operator: "drop",
      guards: 0,
      breaks: "tasks.list.order",
      status: "killed",
      failed: ["tasks.list.order"],
      distinguishedAfter: 7,
      requests: 90,
    },
  ],
};

test("a score that was written is read again; trials on record are none", () => {
  const path = join(folder(), "score.json");
  writeScore(path, RESULT);
  expect(readScore(path)).toEqual(RESULT);
  writeFileSync(path, '{"key":"mutant:a@b smoke 1 whole","outcome":{}}\n{"key":"c","outcome":{}}\n');
  expect(readScore(path)).toBeNull();
  expect(() => writeScore(join(path, "below"), RESULT)).toThrow(expect.objectContaining({ code: "SELFTEST-OUT" }));
});

test("writes data, pages and a report for viewers, and renews the figures between their markers alone", () => {
  const results = [RESULT];
  const [data = "", ...others] = writeScorePages(results, folder());
  expect(others.map((path) => path.split("/").at(-1))).toEqual([
    "mutation-score.md",
    "mutation-score.html",
    "mutation-testing-smoke.json",
  ]);
  expect(JSON.parse(readFileSync(data, "utf8"))).toEqual({ schemaVersion: 1, results });
  expect(scoreData(results)).toBe(readFileSync(data, "utf8"));
  const text = withScore(`before\n${BEGIN}\nold\n${END}\nafter\n`, results);
  expect(text).toMatch(/^before\n<!--[\s\S]*\| smoke [\s\S]*-->\nafter\n$/);
  expect(withScore(text, results)).toBe(text);
  expect(withScore("no markers", results)).toBe("no markers");
});

test("the README has a place for the figures", () => {
  expect(withScore(readFileSync(packageFile("README.md"), "utf8"), [RESULT])).toContain("Measured 2026-01-31 at c1.");
});
