import { channel } from "node:diagnostics_channel";
import { type Dispatcher, Pool } from "undici";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import { measureRun, type ServerProcess, startFake } from "./processes.ts";
import { seconds, tell } from "./verdict.ts";

// Checks that a standard run sends at least at half the rate of a loop that only sends the same requests: `node
// dist/suites/bench/throughput.js`.

/** A request passed to the dispatcher. */
interface Sent {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
}

/** A loop and a run, one right after the other. */
interface Pair {
  /** Requests a second of the loop. */
  readonly plain: number;
  /** Requests a second of the run, including start-up and without deliberate waits. */
  readonly rate: number;
  readonly detail: string;
}

/** The number of pairs. The speed of a machine may change within a minute, so the median pair is used. */
const PAIRS = 5;

const pairs: Pair[] = [];
while (pairs.length < PAIRS) pairs.push(await measurePair());
const inOrder = pairs.toSorted((one, other) => ratioOf(one) - ratioOf(other));
const middle = inOrder[Math.floor(PAIRS / 2)] as Pair;
tell({
  what: "request rate of a standard run",
  measured: ratioOf(middle),
  bound: 0.5,
  unit: " of a plain loop's",
  side: "at least",
  detail: `the middle one of ${inOrder.map((pair) => ratioOf(pair).toFixed(2)).join(", ")}: ${middle.detail}`,
});

function ratioOf({ rate, plain }: Pair): number {
  return rate / plain;
}

async function measurePair(): Promise<Pair> {
  // Both meet a server that has just served one run, and none that the other has filled.
  const [ofLoop, ofRun] = [await startFake(), await startFake()];
  try {
    const { concurrency } = completeTarget(ofLoop.target, process.cwd()).limits;
    const sent = await recordRun(ofLoop);
    const plain = await replay(sent, concurrency);
    await recordRun(ofRun);
    const { report, wallMs } = await measureRun(ofRun.file, ["--budget", "standard"]);
    const waitedMs = report.run.waitedMs ?? 0;
    const rate = (report.run.requests / (wallMs - waitedMs)) * 1000;
    const detail = `${Math.round(rate)}/s: ${report.run.requests} requests in ${seconds(wallMs)}, of which ${seconds(waitedMs)} waited on purpose; the loop: ${Math.round(plain)}/s with ${concurrency} at once`;
    return { plain, rate, detail };
  } finally {
    await Promise.all([ofLoop.stop(), ofRun.stop()]);
  }
}

/** Every request of a standard run, in order. */
async function recordRun(fake: ServerProcess): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const created = channel("undici:request:create");
  const note = (message: unknown) => sent.push((message as { readonly request: Sent }).request);
  created.subscribe(note);
  await runChecksOrThrow(ordinaryRun(completeTarget(fake.target, process.cwd())));
  created.unsubscribe(note);
  return sent;
}

/** Requests a second of a loop that sends them all and reads every response. */
async function replay(sent: readonly Sent[], concurrency: number): Promise<number> {
  const pool = new Pool(String(sent[0]?.origin), { connections: concurrency });
  const rest = sent[Symbol.iterator]();
  const started = performance.now();
  const workers = Array.from({ length: concurrency }, async () => {
    for (const { path, method, headers, body } of rest) {
      const answer = await pool.request({ path, method: method as Dispatcher.HttpMethod, headers, body });
      await answer.body.text();
    }
  });
  await Promise.all(workers);
  const rate = (sent.length / (performance.now() - started)) * 1000;
  await pool.close();
  return rate;
}
