import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageFile } from "../../spec/package-root.ts";
import type { Report } from "../../spec/report.ts";
import type { TargetFile } from "../../spec/target-file.ts";

/** The command in the package. */
export const WAC = packageFile("dist", "bundle", "suites", "cli", "main.js");

/** A server in a separate process, as a target. */
export interface ServerProcess {
  readonly target: TargetFile;
  /** The target file for `wac run --target`. */
  readonly file: string;
  stop(): Promise<void>;
}

/** Starts `wac fake` on a free port, with additional options. */
export function startFake(options: readonly string[] = []): Promise<ServerProcess> {
  const words = [WAC, "fake", "--port", "0", "--json", "--quiet", ...options];
  return startServer(words, (line) => (JSON.parse(line) as { target: TargetFile }).target);
}

/** Starts an independent server on a free port. */
export function startIndependentServer(seed: number): Promise<ServerProcess> {
  const main = packageFile("dist", "suites", "selftest", "independent", "main.js");
  return startServer([main, "--seed", String(seed)], (line) => JSON.parse(line) as TargetFile);
}

/** Starts a server that prints one line when it is ready. */
async function startServer(words: readonly string[], targetOf: (line: string) => TargetFile): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "wac-bench-"));
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const target = targetOf(line);
    const file = join(folder, "target.json");
    await writeFile(file, JSON.stringify(target));
    const stop = async () => {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    };
    return { target, file, stop };
  }
  throw new Error("the server ended before it answered");
}

/** The cost of a complete run, including its process. */
export interface RunCost {
  readonly report: Report;
  /** Milliseconds from the start of the process to its end. */
  readonly wallMs: number;
  /** The peak memory of the process, in MiB. */
  readonly peakMiB: number;
}

/** Prints at exit the peak memory of a process; its workers do the same. */
const TELL_PEAK = `data:text/javascript,process.on("exit",()=>process._rawDebug("peak KiB "+process.resourceUsage().maxRSS))`;

/** Runs `wac run` against a target in a separate process. */
export async function measureRun(target: string, options: readonly string[]): Promise<RunCost> {
  const out = await mkdtemp(join(tmpdir(), "wac-bench-out-"));
  const started = performance.now();
  const words = ["run", "--target", target, "--yes", "--out", out, "--reporter", "json", ...options];
  const child = spawn(process.execPath, ["--import", TELL_PEAK, WAC, ...words], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  const wallMs = performance.now() - started;
  const report = JSON.parse(await readFile(join(out, "report.json"), "utf8")) as Report;
  await rm(out, { recursive: true, force: true });
  const peaks = [...told.matchAll(/peak KiB (\d+)/g)].map(([, kib]) => Number(kib));
  return { report, wallMs, peakMiB: Math.max(...peaks) / 1024 };
}
