import { BroadcastChannel } from "node:worker_threads";
import { afterAll, describe, inject, test } from "vitest";
import { prepareRun } from "../engine/run.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";

// The one file that vitest collects: it turns the checks of a run into tests. All of them start together,
// because the pacer of the run, not the test runner, decides what goes on the wire and when.

const order = inject("order");
const channel = new BroadcastChannel(order.channel);
const abort = new AbortController();
channel.onmessage = ({ data }: { data: unknown }) => {
  const message = data as ToWorker;
  if (message.type === "abort") abort.abort(new Error(message.reason));
};

function tell(message: FromWorker): void {
  channel.postMessage(message);
}

const run = await prepareRun(order.settings, abort.signal, (event) => tell({ type: "event", event }));

describe.concurrent("conformance", () => {
  for (const check of run.checks) {
    test(`${check.requirement} | ${check.name}`, { timeout: 0 }, async ({ skip }) => {
      const { verdict, reason } = await run.execute(check);
      if (verdict === "fail") throw new Error(reason ?? "failed");
      if (verdict !== "pass") skip(`${verdict}: ${reason ?? ""}`);
    });
  }
  for (const observer of run.observers) {
    test(`observe | ${observer.name}`, { timeout: 0 }, () => run.observe(observer));
  }
});

afterAll(async () => {
  await run.close();
  tell({ type: "report", report: run.report() });
  channel.close();
});
