import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TargetFile } from "../../../spec/target-file.ts";
import type { Bench, Operation } from "./call.ts";
import { type Choices, drawChoices } from "./choices.ts";
import { clock } from "./clock.ts";
import { fileOperations } from "./files.ts";
import { ids } from "./ids.ts";
import { limiter } from "./limiter.ts";
import { memorySearch } from "./memory-search.ts";
import { messagePages } from "./message-pages.ts";
import { messageSearch } from "./message-search.ts";
import { messageOperations } from "./messages.ts";
import { noise } from "./noise.ts";
import { orientation } from "./orientation.ts";
import { createPrng } from "./prng.ts";
import { borrowed } from "./readings.ts";
import { recalling } from "./recall.ts";
import { remembering } from "./remember.ts";
import { MACHINE, type Runtime } from "./runtime.ts";
import { apiServer } from "./server.ts";
import { stock } from "./stock.ts";
import { type Signer, signer, storageServer } from "./storage.ts";
import { taskList } from "./task-list.ts";
import { taskOperations } from "./tasks.ts";
import { withPages } from "./traffic.ts";
import { emptyWorld } from "./world.ts";

/** The options of an independent server. */
export interface IndependentServerOptions {
  /** The seed that selects a correct server: each reads the contract's open points differently. Default 1. */
  readonly seed?: number;
  /** The lag of searches behind writes, in milliseconds. Default: drawn, 150 to 300. */
  readonly lagMs?: number;
  /** Also uses other readings of what the contract only implies: some SHOULD then fails, but no MUST. */
  readonly liberties?: boolean;
  /**
   * Of the seed's readings only these, as `group.member`; everything else is as with seed 1. The behaviour under
   * traffic (`traffic.rateLimit`, `traffic.replicas`) is drawn too.
   */
  readonly readings?: readonly string[];
  /** Calls a second for each agent; more get 429. Default: no limit. */
  readonly rateLimit?: number;
  /** Time and timers. Default: the machine's. */
  readonly runtime?: Runtime;
  /** Port on 127.0.0.1. Default: any free one. */
  readonly port?: number;
}

/** A running independent server. */
export interface IndependentServer {
  /** A target file for it with every fixture. */
  readonly target: TargetFile;
  close(): Promise<void>;
}

const OPERATIONS: readonly Operation[] = [
  ...taskOperations,
  ...taskList,
  ...messageOperations,
  ...messagePages,
  ...messageSearch,
  ...fileOperations,
  ...remembering,
  ...memorySearch,
  ...recalling,
  ...orientation,
];

/**
 * Starts a second server of the contract, which shares nothing with the reference fake and differs from it in
 * every open point.
 *
 * ```ts
 * const server = await createIndependentServer({ seed: 3 });
 * // run against server.target
 * await server.close();
 * ```
 */
export async function createIndependentServer(options: IndependentServerOptions = {}): Promise<IndependentServer> {
  const { seed = 1, lagMs, port = 0 } = options;
  const choices = withPages(drawn(options));
  const runtime = options.runtime ?? MACHINE;
  const signed = signer(choices.files, runtime, createPrng(seed + 3));
  let storageOrigin = "";
  let isStocked = false;
  const settings = { seed, runtime, lagMs: lagMs ?? choices.world.lagMs, isStocked: () => isStocked };
  const bench = makeBench(choices, settings, signed, () => storageOrigin);
  const { people, fixtures } = stock(bench, createPrng(seed + 1));
  isStocked = true;
  const disturb = noise(bench, people);
  const admit = limiter(options.rateLimit ?? choices.traffic.rateLimit);
  const storage = storageServer(bench, signed);
  const admission = (caller: typeof people.caller) => {
    disturb();
    admit(caller);
  };
  const api = apiServer(bench, { operations: OPERATIONS, admit: admission });
  storageOrigin = await listen(storage, 0);
  const origin = await listen(api, port);
  const baseUrl = `${origin}${choices.http.prefix}${choices.http.trailingSlash ? "/" : ""}`;
  return {
    target: {
      baseUrl,
      apiKey: people.caller.key,
      contract: { parameters: choices.names },
      fixtures,
      consistency: { timeoutMs: 5000, intervalMs: 50 },
    },
    close: async () => {
      await Promise.all([shut(api), shut(storage)]);
    },
  };
}

function drawn({ seed = 1, liberties = false, readings }: IndependentServerOptions): Choices {
  return readings === undefined ? drawChoices(createPrng(seed), { liberties }) : borrowed(seed, readings);
}

interface Settings {
  readonly seed: number;
  readonly runtime: Runtime;
  readonly lagMs: number;
  /** Returns false while the server is filled with its initial content, which is already indexed and does not lag. */
  readonly isStocked: () => boolean;
}

function makeBench(choices: Choices, settings: Settings, signed: Signer, origin: () => string): Bench {
  const { seed, runtime, lagMs, isStocked } = settings;
  const time = clock(runtime.now, choices.http.quantum, choices.http.offset);
  const luck = createPrng(seed + 2);
  let places = 0;
  return {
    choices,
    runtime,
    clock: time,
    prng: luck,
    ids: ids(choices.http.ids, luck),
    world: emptyWorld(() => (isStocked() ? time.exact() : 0)),
    place: () => ++places,
    lag: lagMs * 1000,
    storage: {
      upload: (id) => `${origin()}${signed.path("PUT", id)}`,
      download: (id) => `${origin()}${signed.path("GET", id)}`,
      headers: signed.headers,
    },
  };
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
