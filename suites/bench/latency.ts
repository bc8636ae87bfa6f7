import { documentSuites } from "../document/document-suites.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { prepareRun } from "../engine/run.ts";
import { completeTarget } from "../target/load.ts";
import { startFake } from "./processes.ts";
import { seconds, tell } from "./verdict.ts";

/** Milliseconds of network latency: a distant target, such as a staging server. */
const LATENCY_MS = 100;
/** Number of sequential requests whose median is the round trip. */
const PINGS = 15;

// Checks that the document suites of a standard run keep the connections busy: `node dist/suites/bench/latency.js`.

const fake = await startFake(["--latency", String(LATENCY_MS)]);
try {
  const target = completeTarget(fake.target, process.cwd());
  const roundTripMs = await medianPing(`${target.baseUrl}/v1/agent/list-tasks`, target.apiKey);
  const run = await prepareRun(ordinaryRun(target), documentSuites, new AbortController().signal);
  const started = performance.now();
  await Promise.all([...run.checks.map(run.execute), ...run.observers.map(run.observe)]);
  const tookMs = performance.now() - started;
  await run.close();
  const { requests } = run.report().run;
  const ideal = (requests * roundTripMs) / target.limits.concurrency;
  tell({
    what: `document suites against a target ${LATENCY_MS} ms away`,
    measured: tookMs / ideal,
    bound: 1.3,
    unit: " × requests × round trip ÷ concurrency",
    side: "at most",
    detail: `${seconds(tookMs)} for ${requests} requests of ${run.checks.length} checks; round trip ${roundTripMs.toFixed(1)} ms, ${target.limits.concurrency} at once`,
  });
} finally {
  await fake.stop();
}

async function medianPing(url: string, key: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < PINGS; count += 1) {
    const started = performance.now();
    await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).text();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(PINGS / 2)] ?? LATENCY_MS;
}
