import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { conformant, nonconformant } from "../../../reports/samples/runs.ts";
import { wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-diff-"));
  writeFileSync(join(cwd, "old.json"), JSON.stringify(conformant()));
  writeFileSync(join(cwd, "new.json"), JSON.stringify(nonconformant()));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

test("exits 1 on a regression and 0 without one", async () => {
  const worse = await wac(["diff", "old.json", "new.json"], { cwd });
  expect([worse.status, worse.stderr]).toEqual([1, ""]);
  expect(worse.stdout).toMatch(/^regressed: /);
  expect((await wac(["diff", "old.json", "old.json"], { cwd })).status).toBe(0);
});

test("reads a report from before the gate", async () => {
  const { gate: _, ...older } = conformant();
  writeFileSync(join(cwd, "older.json"), JSON.stringify(older));
  const { status, stdout } = await wac(["diff", "older.json", "old.json"], { cwd });
  expect([status, stdout.split("\n", 1)[0]]).toEqual([
    0,
    "no regression: nothing changed; conformant as before; gate passed as before",
  ]);
});

test("prints JSON and Markdown", async () => {
  const json = await wac(["diff", "old.json", "new.json", "--format", "json"], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ regressed: true });
  const markdown = await wac(["diff", "old.json", "new.json", "--format=markdown"], { cwd });
  expect(markdown.stdout).toMatch(/^## /);
});

test("exits 2 when a report cannot be read", async () => {
  const { status, stderr } = await wac(["diff", "old.json", "none.json"], { cwd });
  expect(status).toBe(2);
  expect(stderr).toContain("REPORT-FILE-UNREADABLE");
});
