import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validateAction } from "@action-validator/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { createFake, type Fake, type FakeOptions } from "../../../fake/index.ts";
import { packageFile } from "../../../spec/package-root.ts";
import { installWac, runScript, type ScriptStep } from "../testing/script-step.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const TEXT = readFileSync(packageFile(".github", "actions", "conformance", "action.yml"), "utf8");
const action = parse(TEXT) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly ScriptStep[] };
};
const [run, compare] = action.runs.steps;

let cwd: string;
const fakes: Fake[] = [];
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-action-"));
});
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close();
  rmSync(cwd, { recursive: true, force: true });
});

async function targetOf(options: FakeOptions = {}): Promise<string> {
  const fake = await createFake(options);
  fakes.push(fake);
  const name = `target ${fakes.length}.json`;
  writeFileSync(join(cwd, name), JSON.stringify(fake.target));
  return name;
}

/** Runs a step with these inputs, and the defaults of the others, as the runner hands them over. */
function start(step: ScriptStep | undefined, inputs: Readonly<Record<string, string>> = {}) {
  const given = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? "";
  const env = Object.entries(step?.env ?? {}).map(([name, value]) => {
    const input = /^\$\{\{ inputs\.([\w-]+)(?: \|\| env\.\w+)? \}\}$/.exec(value)?.[1];
    return [name, input === undefined ? (inputs[name] ?? "") : given(input)];
  });
  return runScript(step?.run ?? "exit 99", cwd, Object.fromEntries(env));
}

test("keeps to GitHub's schema of actions, and every input and output leads somewhere", () => {
  expect(validateAction(TEXT).errors).toEqual([]);
  for (const name of Object.keys(action.inputs)) expect(TEXT.split(`inputs.${name} `).length).toBeGreaterThan(1);
  const ids = action.runs.steps.map(({ id }) => id);
  for (const { value } of Object.values(action.outputs)) {
    expect(ids).toContain(/^\$\{\{ steps\.(\w+)\.outputs\.[\w-]+ \}\}$/.exec(value)?.[1]);
  }
});

test("has scripts that are sound for a shell, and no text from outside in them", () => {
  const scripts = action.runs.steps.flatMap((step) => step.run ?? []);
  expect(scripts).toHaveLength(2);
  for (const script of scripts) {
    expect(script).not.toContain("${{");
    expect(spawnSync("bash", ["-n", "-c", script]).status).toBe(0);
  }
});

test("runs nothing that the repository has not installed", async () => {
  const { status, output, outputs } = await start(run);
  expect([status, outputs.gate]).toEqual([2, "unusable"]);
  expect(output).toContain("workspace-agent-conformance is not installed");
});

test("sets its outputs from a run with every input", async () => {
  installWac(cwd);
  const target = await targetOf({ mutants: ["loosen@create-task.body.title.maxLength"] });
  const entry = { requirement: "tasks.create.title-max", reason: "ABC-1", owner: "team", expires: "2999-12-31" };
  writeFileSync(join(cwd, "known.json"), JSON.stringify({ knownFailures: [entry] }));
  const { status, outputs, summary } = await start(run, {
    ...{ target, budget: "smoke", seed: "7", strict: "true", "known-failures": "known.json" },
    ...{ only: "tasks.create.title-*\ntasks.create.title-max", reporters: "ctrf", out: "my report" },
  });
  expect([status, outputs.gate, outputs.verdict, outputs.seed]).toEqual([0, "passed", "nonconformant", "7"]);
  expect(outputs.report).toBe(join("my report", "report.json"));
  expect(JSON.parse(outputs.counts ?? "").MUST).toMatchObject({ skip: 0 });
  expect(existsSync(join(cwd, "my report", "ctrf.json"))).toBe(true);
  expect(summary).toContain("gate passed");
});

test("tells a gate that failed, and a target that cannot be judged, by status and output", async () => {
  installWac(cwd);
  const target = await targetOf({ mutants: ["loosen@create-task.body.title.maxLength"] });
  const failed = await start(run, { target, budget: "smoke", only: "tasks.create.title-max" });
  expect([failed.status, failed.outputs.gate]).toEqual([1, "failed"]);
  const none = await start(run, { "base-url": "http://127.0.0.1:9", budget: "smoke" });
  expect([none.status, none.outputs.gate, none.outputs.verdict]).toEqual([2, "unusable", "unusable"]);
  const mistaken = await start(run, { target, strict: "yes" });
  expect([mistaken.status, mistaken.outputs.gate]).toEqual([2, "unusable"]);
});

test("fails on a regression against the baseline, and passes without one", async () => {
  installWac(cwd);
  const common = { budget: "smoke", seed: "1", only: "tasks.create.title-max" };
  const before = await start(run, { ...common, target: await targetOf(), out: "main" });
  const broken = await targetOf({ mutants: ["loosen@create-task.body.title.maxLength"] });
  const after = await start(run, { ...common, target: broken });
  const reports = { baseline: before.outputs.report ?? "", REPORT: after.outputs.report ?? "" };
  const worse = await start(compare, reports);
  expect([worse.status, worse.outputs.regressed]).toEqual([1, "true"]);
  expect(worse.summary).toContain("tasks.create.title-max");
  const same = await start(compare, { ...reports, REPORT: reports.baseline });
  expect([same.status, same.outputs.regressed]).toEqual([0, "false"]);
  const first = await start(compare, { ...reports, baseline: "none.json" });
  expect([first.status, first.outputs.regressed]).toEqual([0, undefined]);
  expect(first.output).toContain("nothing to compare with");
});
