import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { PoolRunnerInitializer } from "vitest/node";
import { packageFile } from "../../spec/package-root.ts";
import type { Order } from "./protocol.ts";

/** The thread of a run, started ahead of vitest. */
export interface EarlyWorker {
  /** Gives vitest this one thread for its one file. */
  readonly pool: PoolRunnerInitializer;
  /** Ends the thread, if vitest has not. */
  end(): Promise<void>;
}

/**
 * Starts the thread that runs the checks before vitest is loaded: both take about half a second, and neither needs the
 * other until the first test. https://vitest.dev/guide/advanced/pool
 */
export function startWorker(order: Order): EarlyWorker {
  const thread = new Worker(packageFile("dist", "worker", "worker.js"), { workerData: order });
  const ready = once(thread, "message");
  // A thread that cannot be loaded is told of where vitest waits for it.
  ready.catch(() => {});
  const end = async () => void (await thread.terminate());
  const createPoolWorker: PoolRunnerInitializer["createPoolWorker"] = () => ({
    name: "wac",
    on: (event, callback) => void thread.on(event, callback),
    off: (event, callback) => void thread.off(event, callback),
    send: (message) => thread.postMessage(message),
    deserialize: (data) => data,
    start: async () => void (await ready),
    stop: end,
  });
  return { pool: { name: "wac", createPoolWorker }, end };
}
