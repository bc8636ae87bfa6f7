import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { FIXTURE_PATHS, fixturePaths } from "../../target/fixtures.ts";
import { loadTarget } from "../../target/load.ts";
import { wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-init-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** A value for every environment variable that a text names. */
function keys(lines: readonly string[]): Record<string, string> {
  const names = [...lines.join("\n").matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? "");
  return Object.fromEntries(names.map((name) => [name, `value-of-${name}`]));
}

const read = (name: string) => readFileSync(join(cwd, name), "utf8");
const URL = "https://staging.example.com/api";
const WORKFLOW = ".github/workflows/api-conformance.yml";

test("writes three files that can be read as they are", async () => {
  const { status, stdout, stderr } = await wac(["init", "--base-url", URL], { cwd });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("wrote wac-target.yaml");
  const { target, warnings } = loadTarget({ file: "wac-target.yaml", cwd, env: { WAC_API_KEY: "k" } });
  expect(target).toMatchObject({ baseUrl: URL, apiKey: "k", knownFailures: join(cwd, "known-failures.yaml") });
  expect(warnings).toEqual([]);
  expect(parse(read("known-failures.yaml"))).toEqual({ knownFailures: [] });
  expect(Object.keys(parse(read(WORKFLOW)).jobs)).toEqual(["conformance", "nightly"]);
});

test("offers every fixture, and all of the file is valid once uncommented", async () => {
  await wac(["init", "--base-url", URL, "--no-workflow"], { cwd });
  const lines = read("wac-target.yaml").split("\n");
  const uncommented = lines.map((line) => line.replace(/^#(?! \S)/, ""));
  const text = uncommented.filter((line) => !line.includes("overlay:") && !line.includes(" ca:"));
  writeFileSync(join(cwd, "all.yaml"), text.join("\n"));
  const { target } = loadTarget({ file: "all.yaml", cwd, env: keys(text) });
  expect(fixturePaths(target.fixtures).present).toEqual(FIXTURE_PATHS);
  expect(target.limits.concurrency).toBe(8);
});

test("overwrites nothing without --force, and then writes nothing at all", async () => {
  writeFileSync(join(cwd, "known-failures.yaml"), "mine");
  const { status, stderr } = await wac(["init", "--base-url", URL], { cwd });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^INIT-FILE-EXISTS: known-failures.yaml is there already/);
  expect(existsSync(join(cwd, "wac-target.yaml"))).toBe(false);
  expect((await wac(["init", "--base-url", URL, "--force"], { cwd })).status).toBe(0);
  expect(read("known-failures.yaml")).not.toBe("mine");
});

test("keeps a target file with --force, too, and says that it has another URL", async () => {
  writeFileSync(join(cwd, "wac-target.yaml"), "baseUrl: http://127.0.0.1:4010\n");
  const { status, stdout } = await wac(["init", "--base-url", URL, "--force"], { cwd });
  expect([status, read("wac-target.yaml")]).toEqual([0, "baseUrl: http://127.0.0.1:4010\n"]);
  expect(stdout).toMatch(/kept wac-target\.yaml.*\nnote: https:\/\/staging\.example\.com\/api is not in it/);
});

test.each([
  ["--no-workflow", "--workflow", "x.yml"],
  ["--ci", "none", "--profile", "nightly"],
])("rejects an option of a pipeline if none is written: %s %s %s", async (...more) => {
  const { status, stderr } = await wac(["init", "--base-url", URL, ...more], { cwd });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^CLI-VALUE: .*no pipeline is written/)]);
});

test("keeps a target file that is there, and writes the rest", async () => {
  writeFileSync(join(cwd, "wac-target.yaml"), "mine");
  const { status, stdout } = await wac(["init", "--base-url", URL], { cwd });
  expect([status, read("wac-target.yaml")]).toEqual([0, "mine"]);
  expect(stdout).toMatch(
    /^kept wac-target\.yaml, which is there already; add the line {2}knownFailures: \.\/known-failures\.yaml\nnote: .*\nwrote known-failures\.yaml\n/,
  );
  expect(parse(read(WORKFLOW)).jobs.conformance).toBeDefined();
  await wac(["init", "--base-url", URL, "--force"], { cwd });
  expect(read("wac-target.yaml")).toBe("mine");
});

test("prints only what is still to be done", async () => {
  const lines = async (env: Record<string, string>) =>
    (await wac(["init", "--base-url", URL, "--no-workflow"], { cwd, env })).stdout;
  expect(await lines({})).toMatch(/Next:\n {2}export WAC_API_KEY=…\n.* discover /);
  writeFileSync(join(cwd, "wac-target.yaml"), "knownFailures: ./known-failures.yaml\n");
  rmSync(join(cwd, "known-failures.yaml"));
  const again = await lines({ WAC_API_KEY: "k" });
  expect(again).toMatch(/^kept wac-target\.yaml, which is there already\n/);
  expect(again).toMatch(/Next:\n.* doctor /);
});

test("takes the address from the environment when none is given", async () => {
  await wac(["init"], { cwd });
  const env = { WAC_API_KEY: "k", WAC_BASE_URL: URL };
  expect(loadTarget({ file: "wac-target.yaml", cwd, env }).target.baseUrl).toBe(URL);
  expect(read(WORKFLOW)).toContain("vars.WAC_BASE_URL");
});

test.each([
  [["--ci", "gitlab"], ".gitlab/api-conformance.yml", ["api-conformance", "api-conformance-nightly"]],
  [["--ci", "gitlab", "--profile", "pull-request", "--workflow", "ci.yml"], "ci.yml", ["api-conformance"]],
  [["--profile", "nightly"], WORKFLOW, ["nightly"]],
])("writes the pipeline that %j asks for", async (args, file, jobs) => {
  expect((await wac(["init", ...args], { cwd })).stdout).toContain(`wrote ${file}`);
  const pipeline = parse(read(file));
  expect(Object.keys(pipeline.jobs ?? pipeline).filter((name) => !name.startsWith("."))).toEqual(jobs);
});

test.each([["--ci", "none"], ["--no-workflow"]])("writes no pipeline with %s", async (...args) => {
  expect((await wac(["init", ...args], { cwd })).stdout).not.toMatch(/wrote .*(github|gitlab)/);
});

test("asks for the dependency that the workflow needs, where the repository has none", async () => {
  expect((await wac(["init"], { cwd })).stdout).toContain("devDependencies");
  writeFileSync(join(cwd, "package.json"), '{"devDependencies":{"workspace-agent-conformance":"*"}}');
  expect((await wac(["init", "--force"], { cwd })).stdout).not.toContain("devDependencies");
  expect(read(WORKFLOW)).toMatch(/run: npm ci[\s\S]*uses: \.\/node_modules\/workspace-agent-conformance/);
});

test("finds the known-failures file from a target file in another folder", async () => {
  await wac(["init", "--base-url", URL, "--target", "conf/t.yaml"], { cwd });
  const { target } = loadTarget({ file: "conf/t.yaml", cwd, env: { WAC_API_KEY: "k" } });
  expect(target.knownFailures).toBe(join(cwd, "known-failures.yaml"));
});

test.each([
  [["--base-url", "staging"], "TARGET-BASE-URL"],
  [["--key-variable", "a b"], "CLI-VALUE"],
  [["--ci", "jenkins"], "CLI-VALUE"],
  [["--profile", "weekly"], "CLI-VALUE"],
  [["--target", "file/target.yaml"], "INIT-FILE-UNWRITABLE: file/target.yaml"],
  [["--workflow", "wac-target.yaml/workflow.yml"], "INIT-FILE-UNWRITABLE: wac-target.yaml/workflow.yml"],
])("rejects %j", async (args, code) => {
  writeFileSync(join(cwd, "file"), "");
  const { status, stderr } = await wac(["init", ...args], { cwd });
  expect([status, stderr.startsWith(code)]).toEqual([2, true]);
});
