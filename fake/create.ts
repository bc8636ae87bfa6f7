import { createServer, type Server } from "node:http";
import { OperatorError } from "../spec/operator-error.ts";
import type { Fixtures, TargetFile } from "../spec/target-file.ts";
import { type AppParts, createApp, tell } from "./app.ts";
import { type Change, changedRules, combinedHooks } from "./changes/change.ts";
import { departureOf } from "./changes/departure.ts";
import { type Chaos, createChaos } from "./chaos/chaos.ts";
import type { ChaosRule } from "./chaos/rule.ts";
import { createControl, type FakeControl } from "./control/api/control.ts";
import type { Duration } from "./control/api/duration.ts";
import { createJournal, type Journal, type JournalOptions } from "./control/journal/journal.ts";
import { mountControl } from "./control/mount.ts";
import { embedLocally } from "./features/memories/embedding.ts";
import { listen, stop } from "./http/listening.ts";
import { answerMalformed } from "./http/malformed.ts";
import { checkOptions } from "./options.ts";
import { createPopulations, type Population, type Populations } from "./populations.ts";
import { type Clock, type ClockOptions, createClock, isClock } from "./runtime/clock.ts";
import { createIds, type IdStyle } from "./runtime/ids.ts";
import { createRandom } from "./runtime/random.ts";
import { recipesOf, seedRecipe } from "./seeds/recipes.ts";
import type { SeedData, Seeded } from "./seeds/seed-data.ts";
import type { Service, Settings } from "./service.ts";
import type { Keeping } from "./state/keeping.ts";
import { relocate, restore } from "./state/restore.ts";
import { type Snapshot, snapshotOf } from "./state/snapshot.ts";
import type { Variant } from "./variants/variant.ts";

/** How a fake is made; everything has a default. */
export interface FakeOptions {
  /** Port to listen on; 0 (the default) takes a free one. */
  readonly port?: number;
  /** Address to listen on; the loopback by default. */
  readonly host?: string;
  /** Key of the agent that the fixtures are for; a random one by default. */
  readonly apiKey?: string;
  /** Fixes keys, random parts of ids, and chance; without it every fake differs. */
  readonly seed?: number | string;
  /** A clock of one's own, or how the fake's own one starts. */
  readonly clock?: Clock | ClockOptions;
  /** Ids of faults to plant. */
  readonly faults?: readonly string[];
  /** A correct server that differs: choices by name, or a number that draws them. */
  readonly variant?: Variant | number;
  /** Delay before each answer, in milliseconds. */
  readonly latencyMs?: number;
  /** Requests a second for each agent; 0 for no limit. */
  readonly rateLimit?: number;
  /** How long presigned URLs work, in milliseconds. */
  readonly urlLifetimeMs?: number;
  /** Turns a text into a vector of unit length, in place of the local embedding. */
  readonly embed?: (text: string) => Float32Array;
  /** False to leave out the control interface under `/_fake`. */
  readonly control?: boolean;
  /** Host names under which other machines may use the control interface; `*` for any. By default only this machine may. */
  readonly controlHosts?: readonly string[];
  /** How much the request journal keeps; 1,000 requests by default. */
  readonly journal?: JournalOptions;
  /** Disturbances that a client has to live with, to begin with; {@link Fake.chaos} changes them. */
  readonly chaos?: readonly ChaosRule[];
  /** Worlds to begin with, each a workspace; with `reference: false` in one, in place of the reference population. */
  readonly seedData?: SeedData | readonly SeedData[];
  /** Files with such worlds. */
  readonly seedFiles?: readonly string[];
  /** File that brings what an earlier fake held, when it is there, and takes what this one holds when it is closed. */
  readonly snapshotFile?: string;
  /** Takes lines that tell how far the loading and saving of a large snapshot is. */
  readonly progress?: (line: string) => void;
  /** Adds routes and hooks. */
  readonly extensions?: readonly Extension[];
}

/** A part that is added to a fake: gets the service and the fake (not listening yet), gives routes and hooks. */
export type Extension = (service: Service, fake: Fake) => Partial<AppParts>;

/** A population with what a test needs of it. */
export interface FakeWorkspace {
  /** Id of the agent's own workspace. */
  readonly id: string;
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  /** Ids and keys behind the names of its seed; absent in a workspace of the reference. */
  readonly seeded?: Seeded | undefined;
  /** A target file for this workspace, as `wac run --target` reads it. */
  readonly target: TargetFile;
}

/** A running fake. */
export interface Fake extends FakeWorkspace {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly service: Service;
  readonly populations: Populations;
  /** A target file for a population. */
  targetOf(population: Population): TargetFile;
  /** What the API does not show: clock, channels, agents, keys, plans, moves by people. */
  readonly control: FakeControl;
  /** Every exchange with the API: for tests that ask what their client has sent. */
  readonly journal: Journal;
  /** Ids and keys behind the names of each seed, in their order. */
  readonly seeds: readonly Seeded[];
  /** Rules that disturb clients: delays, errors, broken answers, cut connections. */
  readonly chaos: Chaos;
  /** Puts everything back to the start: the same ids and keys, fresh content, clock, settings, chaos rules, an empty journal. */
  reset(): void;
  /**
   * A further, freshly seeded workspace with keys of its own, for a test that runs beside others; with a seed, the world
   * that it describes.
   *
   * @throws OperatorError `SEED-…` for a seed that is none.
   */
  workspace(seed?: SeedData): FakeWorkspace;
  /** Everything that the fake holds, or the workspace of this id with those beside it, as one JSON value. */
  snapshot(workspaceId?: string): Snapshot;
  /**
   * Brings back what a snapshot holds: of a whole fake in place of everything, of a workspace in place of that one.
   *
   * @throws OperatorError `SNAPSHOT-…` when it is none, damaged, of another version, or at odds with what is there.
   */
  restore(snapshot: Snapshot): void;
  /**
   * Moves the fake's clock forward, by milliseconds for one; `control.clock.advance` does the same, and tells what that ended.
   *
   * @throws ControlProblem `invalid_input` for what is no length of time, or leads beyond the year 9999.
   */
  advanceClock(by: Duration): void;
  /** Stops listening, ends every connection, and saves what goes into a snapshot; once, however often it is called. */
  close(): Promise<void>;
}

/** Longer than clients keep a connection, so that none is closed under a request on its way. */
const KEEP_ALIVE_MS = 60_000;

const DEFAULT_SETTINGS: Settings = { urlLifetimeMs: 15 * 60_000, rateLimit: 0, latencyMs: 0 };

/**
 * Starts a fake of the Workspace Agent API.
 *
 * @example
 * const fake = await createFake();
 * const response = await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers: { authorization: `Bearer ${fake.apiKey}` } });
 * await fake.close();
 * @throws OperatorError for an option that no fake can have, and for a seed, a snapshot, a rule, a fault or a choice that is none.
 */
export async function createFake(options: FakeOptions = {}): Promise<Fake> {
  return launchFake(options, () => {});
}

/**
 * Starts a fake, and hands it to `begin` once it answers: when that fails, the fake stops as if it had never started, and
 * saves nothing.
 */
export async function launchFake(options: FakeOptions, begin: (fake: Fake) => void | Promise<void>): Promise<Fake> {
  checkOptions(options);
  const keeping = await keepingOf(options);
  try {
    return await start(options, keeping, begin);
  } catch (error) {
    keeping?.letGo();
    throw error;
  }
}

/** The file that the fake is kept in; null when it is kept in memory alone. */
async function keepingOf({ snapshotFile, progress }: FakeOptions): Promise<Keeping | null> {
  if (snapshotFile === undefined) return null;
  const { keepIn } = await import("./state/keeping.ts");
  return keepIn(snapshotFile, progress);
}

async function start(
  options: FakeOptions,
  keeping: Keeping | null,
  begin: (fake: Fake) => void | Promise<void>,
): Promise<Fake> {
  const seed = options.seed ?? keeping?.head?.fake?.seed ?? createRandom().hex(8);
  const { changes, idStyle, names } = await departureOf(options, { random: createRandom(`${seed}/chance`) });
  const service = createService(options, seed, changes, idStyle);
  const fork = (name: string, bornAt: number): Service => {
    const random = createRandom(`${seed}/${name}`);
    return { ...service, random, ids: createIds({ now: () => bornAt }, random, idStyle) };
  };
  const { chaos, parts: disturbances } = createChaos(options.chaos ?? [], createRandom(`${seed}/chaos`));
  const populations = createPopulations(service, fork, await recipesOf(options), options.apiKey);
  const { journal, observe } = createJournal(service, options.journal);
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= stop(server).then(() => keepAtEnd(keeping, fake));
    return closing;
  };
  const fake = assemble({ service, populations, journal, chaos, names, close });
  const observer: Extension = () => ({ observers: [observe] });
  const extensions = [
    observer,
    ...(options.control === false ? [] : [controlInterface(options)]),
    ...(options.extensions ?? []),
  ];
  const parts = [disturbances, ...extensions.map((extension) => extension(service, fake))];
  const server = serverOf(service, joinParts(combinedHooks(changes), parts));
  keeping?.load(fake);
  service.origin = await listen(server, options.port ?? 0, options.host ?? "127.0.0.1");
  try {
    if (keeping?.head) relocate(service, keeping.head.origin);
    populations.first();
    await begin(fake);
  } catch (error) {
    await stop(server);
    throw error;
  }
  return fake;
}

function serverOf(service: Service, parts: AppParts): Server {
  const app = createApp(service, parts);
  // Node.js refuses by itself what names no host, with a body that no client of the API expects.
  const server = createServer({ requireHostHeader: false }, app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // What a client expects beside 100-continue, nobody has to fulfil: it gets its answer.
  server.on("checkExpectation", app);
  answerMalformed(server, service, (exchange) => tell(parts, exchange));
  return server;
}

function keepAtEnd(keeping: Keeping | null, fake: Fake): void {
  try {
    keeping?.save(fake);
  } finally {
    keeping?.letGo();
  }
}

function controlInterface({ controlHosts = [] }: FakeOptions): Extension {
  return (_service, fake) => ({ extend: (app) => mountControl(app, fake, { hosts: controlHosts }) });
}

function createService(
  options: FakeOptions,
  seed: number | string,
  changes: readonly Change[],
  idStyle?: IdStyle,
): Service {
  const clock = isClock(options.clock) ? options.clock : createClock(options.clock);
  const random = createRandom(seed);
  return {
    clock,
    random,
    ids: createIds(clock, random, idStyle),
    settings: { ...DEFAULT_SETTINGS, ...definedSettings(options) },
    rules: changedRules(changes),
    workspaces: new Map(),
    keys: new Map(),
    seed,
    secret: createRandom(`${seed}/secret`).hex(32),
    embed: options.embed ?? embedLocally,
    origin: "",
  };
}

function definedSettings({ urlLifetimeMs, rateLimit, latencyMs }: FakeOptions): Partial<Settings> {
  return {
    ...(urlLifetimeMs === undefined ? {} : { urlLifetimeMs }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
  };
}

type Names = NonNullable<NonNullable<TargetFile["contract"]>["parameters"]>;

/** What a fake is made of. */
interface FakeMembers extends Pick<Fake, "service" | "populations" | "journal" | "chaos" | "close"> {
  readonly names: Names;
}

/** The fake as its user holds it; its first population is made when it starts. */
function assemble({ service, populations, journal, chaos, names, close }: FakeMembers): Fake {
  const settings = { ...service.settings };
  const targetOf = ({ apiKey, fixtures }: Pick<Population, "apiKey" | "fixtures">): TargetFile => {
    const contract = Object.keys(names).length === 0 ? {} : { contract: { parameters: names } };
    return { baseUrl: service.origin, apiKey, ...contract, fixtures };
  };
  const workspaceOf = ({ id, apiKey, fixtures, seeded }: Population): FakeWorkspace => ({
    id,
    apiKey,
    fixtures,
    ...(seeded === undefined ? {} : { seeded }),
    get target() {
      return targetOf({ apiKey, fixtures });
    },
  });
  const fake: Fake = {
    service,
    populations,
    journal,
    chaos,
    get control() {
      return control;
    },
    get baseUrl() {
      return service.origin;
    },
    get id() {
      return populations.first().id;
    },
    get apiKey() {
      return populations.first().apiKey;
    },
    get fixtures() {
      return populations.first().fixtures;
    },
    get seeded() {
      return populations.first().seeded;
    },
    get seeds() {
      return populations.all().flatMap(({ seeded }) => seeded ?? []);
    },
    get target() {
      return targetOf(populations.first());
    },
    targetOf,
    reset: () => {
      service.random.restart();
      service.clock.restart?.();
      Object.assign(service.settings, settings);
      for (const population of populations.all()) populations.reset(population);
      chaos.reset();
      journal.clear();
    },
    workspace: (seed) => workspaceOf(populations.create(seed === undefined ? undefined : seedRecipe(seed))),
    snapshot: (workspaceId) => {
      if (workspaceId === undefined) return snapshotOf(service, populations.all(), true);
      const population = populations.of(workspaceId);
      if (population === undefined) throw unknownWorkspace(workspaceId);
      return snapshotOf(service, [population], false);
    },
    restore: (snapshot) => restore({ service, populations }, snapshot),
    advanceClock: (by) => {
      control.clock.advance(by);
    },
    close,
  };
  const control = createControl(fake, performance.now());
  return fake;
}

function unknownWorkspace(id: string): OperatorError {
  return new OperatorError({
    code: "SNAPSHOT-UNKNOWN-WORKSPACE",
    message: `There is no workspace ${JSON.stringify(id)}.`,
    hint: "Leave the id out for everything, or take the id of the fake or of one of its workspaces.",
  });
}

function joinParts(around: AppParts["around"], parts: readonly Partial<AppParts>[]): AppParts {
  return {
    around: parts.reduce<AppParts["around"]>((inner, { around: outer }) => {
      return outer === undefined ? inner : (call, next) => outer(call, () => inner(call, next));
    }, around),
    observers: parts.flatMap((part) => part.observers ?? []),
    gates: parts.flatMap((part) => part.gates ?? []),
    exits: parts.flatMap((part) => part.exits ?? []),
    extend: (app) => {
      for (const part of parts) part.extend?.(app);
    },
  };
}
