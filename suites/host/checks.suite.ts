import { BroadcastChannel } from "node:worker_threads";
import { afterAll, describe, inject, test } from "vitest";
import type { RunEvent } from "../engine/events.ts";
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

/** Each message wakes the command, at the cost of the run: what happens within so many milliseconds is told together. */
const TOLD_TOGETHER_MS = 200;
const untold: RunEvent[] = [];

function note(event: RunEvent): void {
  if (untold.length === 0) setTimeout(tellEvents, TOLD_TOGETHER_MS);
  untold.push(event);
}

function tellEvents(): void {
  if (untold.length > 0) tell({ type: "events", events: untold.splice(0) });
}

const run = await prepareRun(order.settings, abort.signal, note);

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
  tellEvents();
  tell({ type: "report", report: run.report() });
  channel.close();
});
