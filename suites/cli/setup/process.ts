import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import type { ResolvedCommand } from "../../target/types.ts";

/** The environment of a command of the target file. */
export interface CommandContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to its standard input. */
  readonly input: string;
}

/** The result of a command of the target file. */
export interface CommandResult {
  /** Null if it exited with status 0; otherwise the failure: "exit status 3". */
  readonly failure: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Far more than fixtures take. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** True for a separate process group, so that child processes of a shell end with it; Windows has no such groups. */
const OWN_GROUP = process.platform !== "win32";

/** Runs a command to its end, its time limit or the signal; never rejects. */
export function runCommand(
  { command, timeoutSeconds }: ResolvedCommand,
  context: CommandContext,
  signal: AbortSignal,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const { file, words, options } = invocation(command, context);
    const child = spawn(file, words, options);
    const output = { stdout: "", stderr: "" };
    let cause: string | null = null;
    const stop = (why: string): void => {
      cause ??= why;
      killGroup(child.pid);
    };
    const onAbort = (): void => stop("ended by an interrupt");
    const deadline = setTimeout(() => stop(timeoutText(timeoutSeconds)), timeoutSeconds * 1000);
    const onExit = (): void => killGroup(child.pid);
    process.once("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    collect(child, output, () => stop(TOO_MUCH));
    child.once("error", (error) => end(`it cannot be started: ${error.message}`));
    child.once("close", (status, killedBy) => end(cause ?? failureOf(status, killedBy)));
    // It need not read its input.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(context.input);

    function end(failure: string | null): void {
      clearTimeout(deadline);
      process.off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
      resolve({ failure, ...output });
    }
  });
}

/** Runs a command without returning to the event loop, so that it also works at the exit of the process. */
export function runCommandSync({ command, timeoutSeconds }: ResolvedCommand, context: CommandContext): CommandResult {
  const { file, words, options } = invocation(command, context);
  const result = spawnSync(file, [...words], {
    ...options,
    input: context.input,
    encoding: "utf8",
    timeout: timeoutSeconds * 1000,
    killSignal: "SIGKILL",
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const { stdout = "", stderr = "" } = result;
  return { failure: failureOfSync(result, timeoutSeconds), stdout: stdout ?? "", stderr: stderr ?? "" };
}

function failureOfSync(
  { error, pid, status, signal }: ReturnType<typeof spawnSync>,
  timeoutSeconds: number,
): string | null {
  const code = error === undefined ? null : (error as NodeJS.ErrnoException).code;
  // It need not read its input.
  if (code === null || code === "EPIPE") return failureOf(status, signal);
  if (pid > 0) killGroup(pid);
  if (code === "ETIMEDOUT") return timeoutText(timeoutSeconds);
  return code === "ENOBUFS" ? TOO_MUCH : `it cannot be started: ${error?.message ?? code}`;
}

function invocation(command: ResolvedCommand["command"], { cwd, env }: CommandContext) {
  const [file = "", ...words] = typeof command === "string" ? [command] : command;
  const options = { cwd, env, shell: typeof command === "string", detached: OWN_GROUP, windowsHide: true };
  return { file, words, options: options satisfies SpawnOptions };
}

function collect(
  { stdout, stderr }: ChildProcess,
  output: { stdout: string; stderr: string },
  tooMuch: () => void,
): void {
  let bytes = 0;
  for (const [name, stream] of [["stdout", stdout] as const, ["stderr", stderr] as const]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      bytes += text.length;
      if (bytes > MAX_OUTPUT_BYTES) tooMuch();
      else output[name] += text;
    });
  }
}

const TOO_MUCH = `it printed more than ${MAX_OUTPUT_BYTES} bytes`;

function timeoutText(seconds: number): string {
  return `no end within ${seconds} s (timeoutSeconds)`;
}

function failureOf(status: number | null, killedBy: NodeJS.Signals | null): string | null {
  if (status === 0) return null;
  return killedBy === null ? `exit status ${status}` : `ended by ${killedBy}`;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(OWN_GROUP ? -pid : pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
