import { Agent } from "undici";
import { loadDocument } from "../../../spec/document/document.ts";
import { asObject, isObject, type Json } from "../../../spec/json.ts";
import type { ParameterNames } from "../../../spec/target-file.ts";
import type { Runtime } from "../independent/runtime.ts";
import { differsAfter, repliesOf, runWorkload, type Send, type WorkloadResponse } from "../mutants/run-workload.ts";
import { sender } from "../mutants/sender.ts";
import { createWorkload, type RequestPools, requestPools } from "../mutants/workload.ts";
import { type LoadedMutant, loadMutant } from "./load.ts";

/** Requests of the reference workload, in two runs of it. */
const REQUESTS = 3000;
const SEEDS = [1, 2];

/** The responses of the original, by seed of the server and of the workload. */
const originals = new Map<string, Promise<readonly string[]>>();
const pools = new Map<string, Promise<RequestPools>>();

/**
 * Returns the number of requests of the reference workload after which a mutant of the code differs from the original
 * by more than the wording of a message; null if it never does.
 */
export async function codeDistinguishedAfter(mutant: string | null, serverSeed: number): Promise<number | null> {
  let before = 0;
  for (const seed of SEEDS) {
    const expected = await originalOf(serverSeed, seed);
    const loaded = await loadMutant(mutant);
    const after = await differsAfter((see) => perform(loaded, serverSeed, seed, see), expected);
    if (after !== null) return before + after;
    before += expected.length;
  }
  return null;
}

/** Returns the responses of the original to each request of a workload. */
export function originalOf(serverSeed: number, seed: number): Promise<readonly string[]> {
  const key = `${serverSeed} ${seed}`;
  const known = originals.get(key) ?? recordOriginal(serverSeed, seed);
  originals.set(key, known);
  return known;
}

async function recordOriginal(serverSeed: number, seed: number): Promise<readonly string[]> {
  const loaded = await loadMutant(null);
  return repliesOf((see) => perform(loaded, serverSeed, seed, see));
}

const START = Date.parse("2026-01-31T12:00:00.000Z") * 1000;

/** Returns a runtime with a virtual clock and without waiting, so that the same requests get the same responses. */
function steppedRuntime(): Runtime & { pause(ms: number): void } {
  let now = START;
  return {
    now: () => now,
    pause: (ms) => {
      now += ms * 1000;
    },
    wait: () => Promise.resolve(),
    later: (act) => act(),
  };
}

/** Plays a workload on a server. One that fails to start throws, which is not a result. */
async function perform(
  { createIndependentServer }: LoadedMutant,
  serverSeed: number,
  seed: number,
  see: (reply: string) => boolean,
): Promise<boolean> {
  const runtime = steppedRuntime();
  const { target, close } = await createIndependentServer({ seed: serverSeed, runtime });
  const agent = new Agent();
  const send = sender(target.baseUrl, agent);
  const stepped: Send = (request) => {
    runtime.pause(request.pauseMs);
    return send(request);
  };
  try {
    const workload = createWorkload(await poolsFor(target.contract?.parameters ?? {}), target, seed);
    return await runWorkload(workload, REQUESTS, stepped, (played) => see(`${played.status} ${comparable(played)}`));
  } finally {
    await agent.close();
    await close();
  }
}

/** Returns requests with a server's names of query parameters, cached by those names. */
function poolsFor(parameters: ParameterNames): Promise<RequestPools> {
  const key = JSON.stringify(parameters);
  const known = pools.get(key) ?? loadDocument({ parameters }).then((document) => requestPools(document, 1));
  pools.set(key, known);
  return known;
}

/** Returns a body without differences that do not count: ports, and the wording of messages. */
function comparable({ body, text }: WorkloadResponse): string {
  const told = isObject(body) && isObject(body.error ?? null) ? JSON.stringify(withoutWording(asObject(body))) : text;
  return told.replaceAll(/127\.0\.0\.1:\d+/g, "HOST");
}

function withoutWording(body: Record<string, Json>): Json {
  const { message, suggestion, ...error } = asObject(body.error ?? {});
  return { ...body, error: { ...error, message: typeof message === "string" && message !== "" } };
}
