import { createFake } from "../../../fake/index.ts";
import { createClock } from "../../../fake/runtime/clock.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import { call, createConnection, type Incoming } from "../in-process/call.ts";
import { runWorkload, type Send } from "./run-workload.ts";
import { createWorkload, type RequestPools, requestPools, type WorkloadRequest } from "./workload.ts";

/** The length of the reference workload. */
export interface WorkloadLength {
  readonly requests: number;
  readonly seeds: readonly number[];
}

/** A request of the workload with the original's response. */
interface Recorded {
  readonly request: WorkloadRequest;
  readonly reply: string;
}

/** The workload with the original fake's responses, by seed. */
export type Traces = ReadonlyMap<number, readonly Recorded[]>;

/**
 * The reference workload: long enough that what it never shows is very rare traffic, and a few seconds for each
 * mutant.
 */
const REFERENCE: WorkloadLength = { requests: 5000, seeds: [1, 2] };

let reference: Promise<Traces> | null = null;

/**
 * Returns the number of requests of the reference workload after which a mutant differs from the original; null if it
 * never does.
 */
export async function distinguishedAfter(mutant: string): Promise<number | null> {
  reference ??= loadDocument().then((document) => traceOriginal(requestPools(document, 1), REFERENCE));
  return divergesAfter(mutant, await reference);
}

/** Records the original. */
export async function traceOriginal(pools: RequestPools, { requests, seeds }: WorkloadLength): Promise<Traces> {
  const traces = new Map<number, readonly Recorded[]>();
  for (const seed of seeds) traces.set(seed, await recordOriginal(pools, seed, requests));
  return traces;
}

async function recordOriginal(pools: RequestPools, seed: number, requests: number): Promise<readonly Recorded[]> {
  const { fake, send, close } = await start([], seed);
  const recorded: Recorded[] = [];
  try {
    await runWorkload(createWorkload(pools, fake.target, seed), requests, send, ({ request, ...reply }) => {
      recorded.push({ request, reply: comparable(reply, fake.baseUrl) });
      return true;
    });
  } finally {
    await close();
  }
  return recorded.map(({ request, reply }) => ({
    request: { ...request, url: request.url.replace(fake.baseUrl, "") },
    reply,
  }));
}

/**
 * Returns the number of requests after which a mutant's response differs from the original's; null if none does. Until
 * then both have received the same requests, so these are sent as recorded.
 */
export async function divergesAfter(mutant: string, traces: Traces): Promise<number | null> {
  let before = 0;
  for (const [seed, recorded] of traces) {
    const { fake, send, close } = await start([mutant], seed);
    try {
      for (const [at, { request, reply }] of recorded.entries())
        if (comparable(await send(request), fake.baseUrl) !== reply) return before + at + 1;
    } finally {
      await close();
    }
    before += recorded.length;
  }
  return null;
}

const START = "2026-01-31T12:00:00.000Z";

/** Starts a fake whose clock moves only by the pauses of the workload. */
async function start(mutants: readonly string[], seed: number) {
  const clock = createClock({ virtual: true, startAt: START });
  const fake = await createFake({ mutants, seed, clock, control: false, journal: { entries: 0 } });
  const connection = createConnection();
  const send: Send = async (request) => {
    clock.advance(request.pauseMs);
    const { status, body } = await call(fake.server, incoming(request, fake.baseUrl), connection);
    return { status, text: body.toString() };
  };
  return { fake, send, close: () => fake.close() };
}

const comparable = ({ status, text }: { readonly status: number; readonly text: string }, baseUrl: string): string =>
  `${status} ${text.replaceAll(baseUrl, "")}`;

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
