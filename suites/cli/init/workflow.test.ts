import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { createFake, type Fake } from "../../../fake/index.ts";
import { packageFile } from "../../../spec/package-root.ts";
import { wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
let fake: Fake;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "wac-workflow-"));
  fake = await createFake();
  // Stands in for npx: drops its own words, and runs the built command.
  mkdirSync(join(cwd, "bin"));
  const main = packageFile("dist", "suites", "cli", "main.js");
  const shim = `#!/usr/bin/env bash\nwhile [ "$1" != wac ]; do shift; done\nshift\nexec "${process.execPath}" "${main}" "$@"\n`;
  writeFileSync(join(cwd, "bin", "npx"), shim);
  chmodSync(join(cwd, "bin", "npx"), 0o755);
});
afterEach(async () => {
  await fake.close();
  rmSync(cwd, { recursive: true, force: true });
});

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the script of a step as a runner would; the fake of this process must stay able to answer meanwhile. */
async function runStep(step: Step | undefined, env: Readonly<Record<string, string>>) {
  const path = `${join(cwd, "bin")}:${process.env.PATH ?? ""}`;
  const child = spawn("bash", ["-e", "-c", step?.run ?? "exit 99"], { cwd, env: { PATH: path, CI: "true", ...env } });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    output += text;
  });
  const status = await new Promise<number | null>((done) => child.once("close", done));
  return { status, output };
}

test("the workflow of wac init gates on the target file that it wrote", async () => {
  await wac(["init"], { cwd });
  const workflow = parse(readFileSync(join(cwd, ".github/workflows/api-conformance.yml"), "utf8"));
  const steps = workflow.jobs.conformance.steps as Step[];
  const step = steps.find(({ run }) => run?.includes("wac run"));
  expect(Object.keys(step?.env ?? {}).sort()).toEqual(["WAC_API_KEY", "WAC_BASE_URL"]);
  const { status, output } = await runStep(
    { run: `${step?.run} --only tasks.create.title-max tasks.create.channel` },
    { WAC_API_KEY: fake.apiKey, WAC_BASE_URL: fake.baseUrl },
  );
  expect([status, output.includes("incomplete: 1 of 2 MUST proven")]).toEqual([3, true]);
  expect(existsSync(join(cwd, "wac-report", "junit.xml"))).toBe(true);
});

test("the workflow finds a target file whose name holds blanks and signs of YAML", async () => {
  await wac(["init", "--target", "my target: #1.yaml"], { cwd });
  const workflow = parse(readFileSync(join(cwd, ".github/workflows/api-conformance.yml"), "utf8"));
  const step = (workflow.jobs.conformance.steps as Step[]).find(({ run }) => run?.includes("wac run"));
  expect(step?.run).toBe("npx --no-install wac run --target 'my target: #1.yaml' --out wac-report --yes");
});

/** As npm would install it. */
function install() {
  const bin = join(cwd, "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  const main = packageFile("dist", "suites", "cli", "main.js");
  writeFileSync(join(bin, "wac"), `#!/usr/bin/env bash\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 });
}

test("the composite action runs nothing that the repository has not installed", async () => {
  const action = parse(readFileSync(packageFile(".github", "actions", "conformance", "action.yml"), "utf8"));
  const { status, output } = await runStep(action.runs.steps[0], { INPUT_BUDGET: "smoke", INPUT_OUT: "r" });
  expect([status, output.includes("workspace-agent-conformance is not installed")]).toEqual([2, true]);
});

test("the composite action runs with inputs that hold blanks, and reports nothing to judge as 2", async () => {
  install();
  const action = parse(readFileSync(packageFile(".github", "actions", "conformance", "action.yml"), "utf8"));
  const [step] = action.runs.steps as Step[];
  const inputs = {
    INPUT_TARGET: "",
    INPUT_BASE_URL: "http://127.0.0.1:9",
    INPUT_BUDGET: "smoke",
    INPUT_OUT: "my report",
  };
  const named = Object.keys(step?.env ?? {}).filter((name) => name.startsWith("INPUT_"));
  expect(named.sort()).toEqual(Object.keys(inputs).sort());
  const { status } = await runStep(step, { ...inputs, WAC_API_KEY: "k" });
  expect(status).toBe(2);
  expect(existsSync(join(cwd, "my report", "report.json"))).toBe(true);
});

test("the action's script is sound for a shell", () => {
  const action = parse(readFileSync(packageFile(".github", "actions", "conformance", "action.yml"), "utf8"));
  for (const { run } of action.runs.steps as Step[]) {
    if (run === undefined) continue;
    expect(run).not.toContain("${{");
    expect(spawnSync("bash", ["-n", "-c", run]).status).toBe(0);
  }
});
