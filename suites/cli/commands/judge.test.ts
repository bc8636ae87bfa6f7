import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nonconformant } from "../../../reports/samples/runs.ts";
import { wacHere as wac } from "../testing/wac.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-judge-"));
  for (const folder of ["wac-report", "wac-judged"]) {
    mkdirSync(join(cwd, folder));
    writeFileSync(join(cwd, folder, "report.json"), JSON.stringify(nonconformant()));
  }
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const HEAD = {
  ...{ recording: 1, startedAt: "2026-01-01T00:00:00Z", baseUrl: "http://127.0.0.1:9", seed: 1, budget: "smoke" },
  ...{ mark: "mark", hasOverlay: false, parameters: {}, fixtures: {}, consistency: {}, settlingMs: 0, complete: true },
};

const reportIn = (folder: string) => readFileSync(join(cwd, folder, "report.json"), "utf8");

test("writes its report beside that of the run", async () => {
  writeFileSync(join(cwd, "r.ndjson"), `${JSON.stringify(HEAD)}\n`);
  const { stdout } = await wac(["judge", "r.ndjson"], { cwd });
  expect(stdout).toContain("wrote wac-judged/report.json");
  expect(JSON.parse(reportIn("wac-judged")).target).toEqual({ baseUrl: HEAD.baseUrl, bundledFake: false });
  expect(reportIn("wac-report")).toBe(JSON.stringify(nonconformant()));
});

test.each([[[]], [["--out", "wac-report"]]])(
  "leaves all reports in place if the recording cannot be read, with %j",
  async (more) => {
    const { status, stderr } = await wac(["judge", "nope", ...more], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^JUDGE-FILE-UNREADABLE: /)]);
    for (const folder of ["wac-report", "wac-judged"]) {
      expect(readdirSync(join(cwd, folder))).toEqual(["report.json"]);
      expect(reportIn(folder)).toBe(JSON.stringify(nonconformant()));
    }
  },
);
