import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadKnownFailures, PLACEHOLDER_OWNER, PLACEHOLDER_REASON } from "./known-failures.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-known-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const context = { requirements: ["tasks.create.title-length"], operations: ["create-task"], today: "2026-03-01" };

function load(text: string) {
  const path = join(folder, "known.yaml");
  writeFileSync(path, text);
  return loadKnownFailures("known.yaml", path, context);
}

function entry(fields: Record<string, string> = {}): string {
  const all = {
    requirement: "tasks.create.title-length",
    reason: "T-1",
    owner: "ann",
    expires: "2026-03-01",
    ...fields,
  };
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${value}`);
  return `knownFailures:\n  - ${lines.join("\n    ")}\n`;
}

test("reads entries, the last day included", () => {
  const { entries, problems } = load(entry({ counterexample: '{ title: "" }', operation: "create-task" }));
  expect(problems).toEqual([]);
  expect(entries[0]).toMatchObject({ operation: "create-task", counterexample: { title: "" }, cause: null });
});

test("reads an empty file and an empty list as no entries", () => {
  expect(load("# none yet\n").entries).toEqual([]);
  expect(load("knownFailures: []\n").entries).toEqual([]);
});

test.each([
  [{ expires: "2026-02-28" }, "expired", "ann"],
  [{ requirement: "tasks.create.title-lenght" }, "unknown-requirement", 'nearest is "tasks.create.title-length"'],
  [{ operation: "create-tasks" }, "unknown-operation", 'nearest is "create-task"'],
])("sorts out %j", (fields, kind, text) => {
  const { entries, problems } = load(entry(fields));
  expect(entries).toEqual([]);
  expect(problems[0]).toMatchObject({ kind });
  expect(problems[0]?.message).toContain(text);
});

test.each([
  [{ owner: `"${PLACEHOLDER_OWNER}"` }, /line 4.*placeholder owner/],
  [{ reason: `"${PLACEHOLDER_REASON}"` }, /line 3.*placeholder reason/],
])("rejects an entry with the placeholder %j", (fields, text) => {
  expect(() => load(entry(fields))).toThrow(text);
});

test("rejects entries without owner, and dates that are none, with the line", () => {
  expect(() => load("knownFailures:\n  - { requirement: a, reason: because, expires: 2026-01-01 }\n")).toThrow(
    /line 2.*"owner" is missing/,
  );
  expect(() => load(entry({ expires: "next week" }))).toThrow(/line 5.*a date: YYYY-MM-DD/);
});
