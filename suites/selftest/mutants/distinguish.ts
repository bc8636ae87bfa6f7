import { createFake } from "../../../fake/index.ts";
import { createClock } from "../../../fake/runtime/clock.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import { call, createConnection, type Incoming } from "../in-process/call.ts";
import { differsAfter, play, repliesOf, type Send } from "./play.ts";
import { createWorkload, type RequestPools, requestPools, type WorkloadRequest } from "./workload.ts";

/** How long the reference workload is. */
export interface WorkloadLength {
  readonly requests: number;
  readonly seeds: readonly number[];
}

/** What the original fake responds to each request of the workload, by seed. */
export type Traces = ReadonlyMap<number, readonly string[]>;

/** The reference workload: long enough that what it never shows is rare traffic indeed. */
const REFERENCE: WorkloadLength = { requests: 5000, seeds: [1, 2, 3] };

let reference: Promise<{ readonly pools: RequestPools; readonly traces: Traces }> | null = null;

/** After how many requests of the reference workload a mutant differs from the original; null where it never does. */
export async function distinguishedAfter(mutant: string): Promise<number | null> {
  reference ??= recordReference();
  const { pools, traces } = await reference;
  return divergesAfter(mutant, pools, traces);
}

async function recordReference() {
  const pools = requestPools(await loadDocument(), 1);
  return { pools, traces: await traceOriginal(pools, REFERENCE) };
}

/** Records the original. */
export async function traceOriginal(pools: RequestPools, { requests, seeds }: WorkloadLength): Promise<Traces> {
  const traces = new Map<number, readonly string[]>();
  for (const seed of seeds) traces.set(seed, await repliesOf((see) => perform([], pools, seed, requests, see)));
  return traces;
}

/** After how many requests a mutant gives another response than the original; null where it never does. */
export async function divergesAfter(mutant: string, pools: RequestPools, traces: Traces): Promise<number | null> {
  let before = 0;
  for (const [seed, replies] of traces) {
    const after = await differsAfter((see) => perform([mutant], pools, seed, replies.length, see), replies);
    if (after !== null) return before + after;
    before += replies.length;
  }
  return null;
}

/** Time that passes on the fake's clock before each request. */
const STEP_MS = 40;
const START = "2026-01-31T12:00:00.000Z";

async function perform(
  mutants: readonly string[],
  pools: RequestPools,
  seed: number,
  requests: number,
  see: (reply: string) => boolean,
): Promise<boolean> {
  const clock = createClock({ virtual: true, startAt: START });
  const fake = await createFake({ mutants, seed, clock, control: false, journal: { entries: 0 } });
  const connection = createConnection();
  const send: Send = async (request) => {
    clock.advance(STEP_MS);
    const { status, body } = await call(fake.server, incoming(request, fake.baseUrl), connection);
    return { status, text: body.toString() };
  };
  try {
    return await play(createWorkload(pools, fake.target, seed), requests, send, ({ status, text }) =>
      see(`${status} ${text.replaceAll(fake.baseUrl, "")}`),
    );
  } finally {
    await fake.close();
  }
}

function incoming({ method, url, headers, body }: WorkloadRequest, baseUrl: string): Incoming {
  const { host, pathname, search } = new URL(url, baseUrl);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    path: pathname + search,
    headers: { host, ...Object.fromEntries(lower) },
    body: body === null ? null : Buffer.from(body),
  };
}
