import { BroadcastChannel, workerData } from "node:worker_threads";
import { OperatorError } from "../../spec/operator-error.ts";
import type { RunEvent } from "../engine/check/events.ts";
import { type PreparedRun, prepareRun } from "../engine/run.ts";
import type { FromWorker, Order, ToWorker } from "./protocol.ts";
import { suites } from "./suites.ts";

// The run that the command ordered of this thread. It begins as soon as the thread is there, while the command still loads
// the test runner; the file that is collected turns what becomes of its checks into tests.

refuseSecond();

const order = workerData as Order;
const channel = new BroadcastChannel(order.channel);
const abort = new AbortController();
channel.onmessage = ({ data }: { data: unknown }) => {
  const message = data as ToWorker;
  if (message.type === "abort") abort.abort(new Error(message.reason));
};

/**
 * Refuses to begin a second run in one thread: where a build replaces the files of the worker while it starts, the file that is
 * collected imports another copy of this one, and every check would be run twice.
 */
function refuseSecond(): void {
  const begun = Symbol.for("workspace-agent-conformance.run");
  if (Reflect.has(globalThis, begun)) {
    throw new OperatorError({
      code: "RUN-REBUILT",
      message: "dist/worker was built again while this run started, so that it would run every check twice.",
      hint: "Run the command again when the build, or the run of the project's tests, has ended.",
    });
  }
  Reflect.set(globalThis, begun, true);
}

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

/** The run with its checks and observers under way, in their order. */
export const ordered = prepareRun(order.settings, suites, abort.signal, note).then(begun);
awaitedLater(ordered);

/** A run that has begun: what comes of each check and observer. */
function begun(run: PreparedRun) {
  // An abort that came too early to be heard is told again at the first word from here.
  tellEvents();
  const checks = run.checks.map((check) => ({ check, outcome: awaitedLater(run.execute(check)) }));
  const observers = run.observers.map((observer) => ({ observer, asked: awaitedLater(run.observe(observer)) }));
  return { run, checks, observers };
}

/** Who awaits it is loaded later, and tells the command then what went wrong. */
function awaitedLater<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}

/** Ends the run and tells the command its report: the last that it hears of this thread. */
export async function handIn(): Promise<void> {
  const { run } = await ordered;
  await run.close();
  tellEvents();
  tell({ type: "report", report: run.report() });
  channel.close();
}
