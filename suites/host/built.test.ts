import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { packageFile } from "../../spec/package-root.ts";

// npm takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const BUILD = `node -e "console.log('compiled'); require('fs').mkdirSync('dist/generators', { recursive: true }); require('fs').writeFileSync('dist/generators/cases.json', '')"`;

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "wac-built-"));
  for (const folder of ["spec", "generators", "suites", "fake", "reports"]) mkdirSync(join(clone, folder));
  writeFileSync(join(clone, "package.json"), JSON.stringify({ scripts: { build: BUILD } }));
  for (const name of ["tsconfig.json", "tsconfig.build.json"]) writeFileSync(join(clone, name), "{}");
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

const built = () =>
  spawnSync(process.execPath, [packageFile("suites", "host", "built.mjs")], { cwd: clone, encoding: "utf8" });

test("tells on standard error that it builds, and builds only what changed since", () => {
  const first = built();
  expect([first.status, first.stdout]).toEqual([0, ""]);
  expect(first.stderr).toMatch(/^Building, which takes some seconds\n[\s\S]*compiled/);
  expect(built().stderr).toBe("");
  const later = Date.now() / 1000 + 60;
  const change = (name: string) => {
    writeFileSync(join(clone, "fake", name), "");
    utimesSync(join(clone, "fake", name), later, later);
  };
  change("a.test.ts");
  expect(built().stderr).toBe("");
  change("a.ts");
  expect(built().stderr).toMatch(/^Sources have changed: building, which takes some seconds\n/);
});
