import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import { parseReport } from "../../../reports/read.ts";
import { wac } from "../testing/wac.ts";

let cwd: string;
let fake: Fake;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "wac-plan-"));
  fake = await createFake();
});
afterEach(async () => {
  await fake.close();
  rmSync(cwd, { recursive: true, force: true });
});

test("estimates a run within a fifth, without a request to the target", async () => {
  const fixtures = { memberChannel: fake.fixtures.memberChannel, scope: fake.fixtures.scope, user: fake.fixtures.user };
  const selection = ["--only", "tasks.create.*", "--seed", "5", "--target", "t.json"];
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, fixtures, baseUrl: "http://127.0.0.1:9" }));
  const plan = await wac(["plan", ...selection, "--json"], { cwd });
  const told = JSON.parse(plan.stdout) as { requests: number; created: { tasks: number } };
  writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, fixtures }));
  await wac(["run", ...selection, "--out", "r", "--reporter", "json"], { cwd });
  const report = readFileSync(join(cwd, "r", "report.json"), "utf8");
  const { run } = parseReport(report, "report.json");
  expect(Math.abs(told.requests - run.requests)).toBeLessThanOrEqual(run.requests * 0.2);
  expect(Math.abs(told.created.tasks - run.created.tasks)).toBeLessThanOrEqual(run.created.tasks * 0.2);
});
