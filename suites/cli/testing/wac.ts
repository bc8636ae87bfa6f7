import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { withoutCommands } from "../../../spec/escape.ts";
import { packageFile } from "../../../spec/package-root.ts";
import { COMMANDS } from "../commands/index.ts";
import { dispatch } from "../core/dispatch.ts";

/** The result of a command of the built package. */
export interface Ended {
  /** Exit status; null when a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a command. */
export interface Surroundings {
  readonly cwd?: string;
  /** Added to a small environment without secrets, colour or CI. */
  readonly env?: Readonly<Record<string, string>>;
}

const environment = (env: Surroundings["env"]) => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  ...env,
});

/**
 * Runs a command in this process, which is faster than starting another, for tests that need neither signals nor a
 * separate process.
 */
export async function wacHere(
  args: readonly string[],
  { cwd = process.cwd(), env }: Surroundings = {},
): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const out = (text: string) => {
    stdout += text;
  };
  const err = (text: string) => {
    stderr += text;
  };
  const status = await dispatch(args, COMMANDS, {
    cwd,
    env: environment(env),
    lively: false,
    colour: false,
    interactive: false,
    out: (text) => out(withoutCommands(text)),
    annotate: out,
    err: (text) => err(withoutCommands(text)),
    hurry: () => undefined,
    ask: async () => null,
  });
  return { status, stdout, stderr };
}

/** The compiled command, as shipped. */
export const MAIN = packageFile("dist", "bundle", "suites", "cli", "main.js");

/** Starts the real, compiled `wac` as a child process. */
export function startWac(args: readonly string[], { cwd, env }: Surroundings = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [MAIN, ...args], { cwd: cwd ?? process.cwd(), env: environment(env) });
}

/** Runs the real, compiled `wac` to its end. */
export async function wac(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  return await ended(startWac(args, surroundings));
}

/** Collects the output of a child process until it ends. */
export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.end();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}
