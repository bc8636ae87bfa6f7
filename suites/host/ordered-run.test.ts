import { once } from "node:events";
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { packageFile } from "../../spec/package-root.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { completeTarget } from "../target/load.ts";
import type { Order } from "./protocol.ts";

test("a second copy of the run in one thread is rejected, as a build beside it brings about", async () => {
  const folder = packageFile("dist", "worker");
  const chunk = readdirSync(folder).find((name) => name.startsWith("ordered-run")) ?? "";
  const url = pathToFileURL(packageFile("dist", "worker", chunk)).href;
  const target = completeTarget({ baseUrl: "http://127.0.0.1:1", apiKey: "k" }, process.cwd());
  const order: Order = { settings: ordinaryRun(target, { budget: "smoke" }), channel: "wac-test-of-a-second-copy" };
  const code = `
    const { parentPort } = require("node:worker_threads");
    import(${JSON.stringify(url)})
      .then(() => import(${JSON.stringify(`${url}?built-anew`)}))
      .then(() => parentPort.postMessage("begun twice"), (error) => parentPort.postMessage(error.code + ": " + error.message));`;
  const worker = new Worker(code, { eval: true, workerData: order });
  const [told] = await once(worker, "message");
  await worker.terminate();
  expect(told).toMatch(/^RUN-REBUILT: dist\/worker was built again/);
});
