import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { matrixMarkdown } from "../../reports/kill-matrix/markdown.ts";
import { packageFile } from "../../spec/package-root.ts";
import { toMatrix } from "./merge.ts";
import { BEGIN, END, matrixData, readMatrix, withSummary, writePages } from "./pages.ts";
import { aimedTrials, chosenFaults, wholeTrials } from "./plan.ts";
import type { Line } from "./records.ts";
import { type Alarm, keyOf, type Trial } from "./trial.ts";

const [fault] = chosenFaults({ faults: ["list-priority-at-least"], requirements: [] });
const faults = fault ? [fault] : [];

function line(trial: Trial | undefined, failed: readonly string[], after = 7): Line {
  if (!trial) throw new Error("no trial");
  const alarms = failed.map((id): Alarm => ({ id, level: "MUST", verdict: "fail", reason: null, after }));
  const outcome = { failed: alarms, unproven: [], requests: 20, durationMs: 5, problem: null };
  return { key: keyOf(trial), build: "abc", trial, outcome };
}

const caught = "tasks.list.priority";
const [whole, second] = wholeTrials(faults, ["standard"], [1, 2]);
const [aimed] = aimedTrials(faults, "standard", 1);

test("counts how often a fault was caught, after how many requests, and what else it tripped", () => {
  const matrix = toMatrix([line(whole, [caught, "tasks.list.order"], 9), line(second, [])]);
  expect(matrix).toMatchObject({ seeds: [1, 2], builds: [{ build: "abc", trials: 2 }] });
  expect(matrix.rows).toEqual([
    {
      server: "fake",
      fault: "list-priority-at-least",
      title: expect.any(String),
      breaks: caught,
      smoke: { tried: 0, caught: 0, after: null },
      standard: { tried: 2, caught: 1, after: 9 },
      whole: 2,
      echoes: ["tasks.list.order"],
    },
  ]);
});

test("a trial of the whole suite counts before one of a single requirement, a later one before an earlier", () => {
  const [row] = toMatrix([line(whole, [caught]), line(aimed, [])]).rows;
  expect(row?.standard).toMatchObject({ tried: 1, caught: 1 });
  expect(toMatrix([line(aimed, []), line(aimed, [caught])]).rows[0]?.standard.caught).toBe(1);
});

test("what is said of faults that are gone, or of other requirements now, is left out", () => {
  const gone = { ...whole, subject: { kind: "fault", server: "fake", fault: "gone", breaks: caught } } as Trial;
  const moved = { ...whole, subject: { ...fault, breaks: "tasks.list.order" } } as Trial;
  expect(toMatrix([line(gone, [caught]), line(moved, [caught])]).rows).toEqual([]);
});

test("writes data that can be read again, and pages", () => {
  const folder = mkdtempSync(join(tmpdir(), "wac-matrix-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const matrix = toMatrix([line(whole, [caught])]);
  const [data = ""] = writePages(matrix, folder);
  expect(readMatrix(data)).toEqual(matrix);
  expect(() => writePages(matrix, join(folder, "none"))).toThrow(expect.objectContaining({ code: "SELFTEST-OUT" }));
});

test("renews the figures between their markers, and nothing else", () => {
  const matrix = toMatrix([line(whole, [caught])]);
  const text = withSummary(`before\n${BEGIN}\nold\n${END}\nafter\n`, matrix);
  expect(text).toMatch(/^before\n<!--[\s\S]*1 of 1 \(100 %\)[\s\S]*-->\nafter\n$/);
  expect(withSummary(text, matrix)).toBe(text);
  expect(withSummary("no markers", matrix)).toBe("no markers");
});

test("the pages that the repository keeps are those of the data beside them", () => {
  const data = packageFile("reports", "kill-matrix.json");
  const matrix = readMatrix(data);
  const readme = readFileSync(packageFile("README.md"), "utf8");
  expect(readFileSync(data, "utf8")).toBe(matrixData(matrix));
  expect(readFileSync(packageFile("reports", "kill-matrix.md"), "utf8")).toBe(matrixMarkdown(matrix));
  expect(readme).toContain(BEGIN);
  expect(withSummary(readme, matrix)).toBe(readme);
});
