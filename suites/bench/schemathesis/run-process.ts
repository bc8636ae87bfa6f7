import { spawn } from "node:child_process";

/** The result of a process. */
export interface Ended {
  readonly exitStatus: number | null;
  /** When it started, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly seconds: number;
  /** The end of its output, for messages. */
  readonly output: string;
}

export interface ProcessOptions {
  readonly cwd?: string;
  /** Seconds after which the process is stopped. */
  readonly timeout: number;
}

/**
 * Runs a command to its end.
 *
 * @throws Error if it cannot be started
 */
export function runProcess(command: string, words: readonly string[], options: ProcessOptions): Promise<Ended> {
  const { cwd, timeout } = options;
  const startedAt = Date.now();
  const started = performance.now();
  const child = spawn(command, words, { cwd, stdio: ["ignore", "pipe", "pipe"], timeout: timeout * 1000 });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-OUTPUT_CHARACTERS);
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitStatus) =>
      resolve({ exitStatus, startedAt, seconds: (performance.now() - started) / 1000, output }),
    );
  });
}

const OUTPUT_CHARACTERS = 4000;
