// The first import makes the run ready; what vitest needs in a worker is loaded after it.
import "./ordered-run.ts";
import { parentPort } from "node:worker_threads";
import { init, runBaseTests, setupEnvironment } from "vitest/worker";

// The thread of a run, where a worker of vitest's own would start later: only when the command has loaded all of vitest.

if (parentPort === null) throw new Error("a worker of a run is started as a thread");
const port = parentPort;

init({
  post: (response) => port.postMessage(response),
  on: (callback) => port.on("message", callback),
  off: (callback) => port.off("message", callback),
  teardown: () => port.removeAllListeners("message"),
  runTests: (state, traces) => runBaseTests("run", state, traces),
  collectTests: (state, traces) => runBaseTests("collect", state, traces),
  setup: setupEnvironment,
});

port.postMessage("ready");
