import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import type { ServerOrder, ServerReport } from "./server.ts";

/** A server in a separate process. */
export interface ServerProcess extends ServerReport {
  stop(): void;
}

/** Starts a server in a separate process. */
export function startServer(order: ServerOrder): Promise<ServerProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL("./server.js", import.meta.url)));
  return new Promise((resolve, reject) => {
    child.once("message", (report) => resolve({ ...(report as ServerReport), stop: () => child.kill() }));
    child.once("exit", () => reject(new Error("the server ended before it responded")));
    child.send(order);
  });
}

/** One request of a load. */
export interface LoadRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

/**
 * Sends requests over several connections for a time; returns requests a second and the median latency in
 * milliseconds.
 */
export async function load(server: ServerProcess, next: () => LoadRequest, milliseconds: number, connections = 50) {
  const pool = new Pool(server.baseUrl, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" };
  const latencies: number[] = [];
  const end = performance.now() + milliseconds;
  const started = performance.now();
  const worker = async () => {
    while (performance.now() < end) {
      const { method, path, body } = next();
      const sent = performance.now();
      const response = await pool.request({ method, path, headers, body: body ?? null });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode}`);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return { perSecond: latencies.length / seconds, median: median(latencies) };
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The bound of a measurement: a minimum or maximum ratio. */
export type Bound = { readonly least: number } | { readonly most: number };

/** Prints the figures of a measurement, its ratio and bound; a ratio beyond the bound makes the exit status 1. */
export function printVerdict(name: string, figures: string, ratio: number, bound: Bound): void {
  const [sign, limit] = "least" in bound ? [">=", bound.least] : ["<=", bound.most];
  const passes = "least" in bound ? ratio >= limit : ratio <= limit;
  if (!passes) process.exitCode = 1;
  const verdict = passes ? "PASS" : "MISS";
  console.log(`${verdict}  ${name.padEnd(24)} ratio ${ratio.toFixed(2)} (bound ${sign} ${limit})  ${figures}`);
}
