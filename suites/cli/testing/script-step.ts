import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAIN } from "./wac.ts";

/** A step of a pipeline that is a shell script. */
export interface ScriptStep {
  readonly id?: string;
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The result of a step, with the outputs that it set. */
export interface StepResult {
  readonly status: number | null;
  readonly output: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Installs the built command as npm would, with an `npx` that finds only it. */
export function installWac(cwd: string): void {
  const bin = join(cwd, "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  const start = `exec "${process.execPath}" "${MAIN}" "$@"\n`;
  writeFileSync(join(bin, "wac"), `#!/usr/bin/env bash\n${start}`, { mode: 0o755 });
  const npx = `#!/usr/bin/env bash\nwhile [ "$1" != wac ]; do shift; done\nshift\n${start}`;
  writeFileSync(join(bin, "npx"), npx, { mode: 0o755 });
}

/** Runs a script as a runner of GitHub does, with its files for outputs and the summary; the process stays able to serve meanwhile. */
export async function runScript(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<StepResult> {
  const files = { GITHUB_OUTPUT: join(cwd, "github-output"), GITHUB_STEP_SUMMARY: join(cwd, "github-summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const path = `${join(cwd, "node_modules", ".bin")}:${process.env.PATH ?? ""}`;
  const runner = { PATH: path, CI: "true", GITHUB_ACTIONS: "true", RUNNER_TEMP: cwd, ...files };
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd,
    env: { ...runner, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output += text;
    });
  }
  const status = await new Promise<number | null>((done) => child.once("close", done));
  const lines = readFileSync(files.GITHUB_OUTPUT, "utf8")
    .split("\n")
    .filter((line) => line.includes("="));
  const outputs = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  return { status, output, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") };
}
