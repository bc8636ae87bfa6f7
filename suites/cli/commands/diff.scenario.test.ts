import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { wac } from "../testing/wac.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-diff-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

test("two runs of the fake with other seeds show no change: neither verdicts nor answers", async () => {
  for (const seed of ["1", "2"]) await wac(["run", "--budget", "smoke", "--seed", seed, "--out", seed], { cwd });
  const { status, stdout } = await wac(["diff", "1/report.json", "2/report.json"], { cwd });
  expect([status, stdout.split("\n", 1)[0]]).toEqual([
    0,
    "no regression: nothing changed; conformant as before; gate passed as before",
  ]);
});
