import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Lines of the output of a failed command that the error quotes. */
const QUOTED_LINES = 40;

/**
 * Runs a command to its end and returns its output, both streams together.
 *
 * @throws Error with the command, its exit status and the end of its output, if that is not 0 or the time limit is
 *   exceeded.
 */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { cwd = process.cwd(), env = {}, timeoutMs = 600_000 } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const [status, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (...ended) => resolve(ended));
  });
  if (status === 0) return output;
  const end = stripVTControlCharacters(output).trimEnd().split("\n").slice(-QUOTED_LINES).join("\n");
  const how = signal === null ? `exit status ${status}` : `ended by ${signal} (timeout ${timeoutMs} ms)`;
  throw new Error(`${[command, ...args].join(" ")}: ${how}\n${end}`);
}
