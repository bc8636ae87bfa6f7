import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { OperatorError } from "../spec/operator-error.ts";
import type { TargetFile } from "../spec/target-file.ts";
import { type AppParts, createApp, notifyObservers } from "./app.ts";
import { createChaos } from "./chaos/chaos.ts";
import { createControl } from "./control/api/control.ts";
import { placeOf } from "./control/api/workspace.ts";
import { createJournal } from "./control/journal/journal.ts";
import { mountControl } from "./control/mount.ts";
import type { Extension, Fake } from "./fake.ts";
import type { FakeWorkspace } from "./fake-workspace.ts";
import { embedLocally } from "./features/memories/embedding.ts";
import type { Hooks } from "./hooks.ts";
import { noteConnections } from "./http/connections.ts";
import { type CrossOrigin, crossOrigin } from "./http/cross-origin.ts";
import { listen, stop } from "./http/listen.ts";
import { answerMalformed } from "./http/malformed.ts";
import { checkOptions, type FakeOptions } from "./options.ts";
import { switchable } from "./overrides/switchable.ts";
import { scenarioOfProgram } from "./people/check-scenario.ts";
import { createPeople, type ScenarioPlayer } from "./people/people.ts";
import { createPopulations, type Population } from "./populations.ts";
import type { Rules } from "./rules.ts";
import { createClock, isClock, isoInstant } from "./runtime/clock.ts";
import { createIds, type IdStyle } from "./runtime/ids.ts";
import { createRandom } from "./runtime/random.ts";
import { recipesOf, seedRecipe } from "./seeds/recipes.ts";
import type { Service, Settings } from "./service.ts";
import { relocate, restore } from "./state/restore.ts";
import { snapshotOf } from "./state/snapshot.ts";
import type { SnapshotSession } from "./state/snapshot-session.ts";

/** Longer than clients keep a connection, so that none is closed during a request. */
const KEEP_ALIVE_MS = 60_000;

const DEFAULT_SETTINGS: Settings = { urlLifetimeMs: 15 * 60_000, rateLimit: 0, latencyMs: 0 };

/**
 * Starts a fake of the Workspace Agent API.
 *
 * @example
 * const fake = await createFake();
 * const response = await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers: { authorization: `Bearer ${fake.apiKey}` } });
 * await fake.close();
 * @throws OperatorError for an option that no fake can have, and for a seed, a snapshot, a rule, a mutant or a choice that is invalid.
 */
export async function createFake(options: FakeOptions = {}): Promise<Fake> {
  return launchFake(options, () => {});
}

/**
 * Starts a fake and calls `begin` once it responds. If that fails, the fake stops as if it had never started, and
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

/** Opens the snapshot file of the fake; null for an in-memory fake. */
async function keepingOf({ snapshotFile, progress }: FakeOptions): Promise<SnapshotSession | null> {
  if (snapshotFile === undefined) return null;
  const { openSnapshotSession } = await import("./state/snapshot-session.ts");
  return openSnapshotSession(snapshotFile, progress);
}

async function start(
  options: FakeOptions,
  keeping: SnapshotSession | null,
  begin: (fake: Fake) => void | Promise<void>,
): Promise<Fake> {
  const seed = options.seed ?? keeping?.head?.fake?.seed ?? createRandom().hex(8);
  const { rules, around, mutants, idStyle, names } = await switchable(options, { onReached: options.onMutantReached });
  const service = createService(options, seed, idStyle);
  const fork = (name: string, bornAt: number): Service => {
    const random = createRandom(`${seed}/${name}`);
    return { ...service, random, ids: createIds({ now: () => bornAt }, random, idStyle) };
  };
  const { chaos, parts: disturbances } = createChaos(options.chaos ?? [], createRandom(`${seed}/chaos`), rules);
  const populations = createPopulations(service, fork, await recipesOf(options), options.apiKey);
  const { journal, observe } = createJournal(service, options.journal);
  const placeOfPeople = (ref: string) => placeOf({ service, rules, populations }, ref);
  const stage = createPeople(service, createRandom(`${seed}/people`), placeOfPeople, observe);
  const pages = crossOrigin(options.cors, options.corsControl);
  let closing: Promise<void> | null = null;
  const close = () => {
    stage.close();
    closing ??= stop(server).then(() => keepAtEnd(keeping, fake));
    return closing;
  };
  const fake = assemble({
    ...{ service, server: () => server, rules, populations, journal, chaos, mutants, stage, names },
    close,
  });
  const observer: Extension = () => ({ observers: [observe] });
  const extensions = [
    observer,
    ...(options.control === false ? [] : [controlInterface(options, pages)]),
    ...(options.extensions ?? []),
  ];
  const parts = [disturbances, stage.parts, ...extensions.map((extension) => extension(service, fake))];
  const server: Server = serverOf(service, {
    rules,
    crossOrigin: pages,
    control: options.control !== false,
    ...joinHooks(around, parts),
  });
  keeping?.load(fake);
  service.origin = await listen(server, options.port ?? 0, options.host ?? "127.0.0.1");
  try {
    if (keeping?.head) relocate(service, keeping.head.origin);
    populations.first();
    if (options.scenario !== undefined) stage.playFile(scenarioOfProgram(options.scenario));
    if (options.scenarioFile !== undefined) stage.playFile(await scenarioIn(options.scenarioFile));
    await begin(fake);
  } catch (error) {
    stage.close();
    await stop(server);
    throw error;
  }
  return fake;
}

async function scenarioIn(name: string) {
  const { readScenarioFile } = await import("./people/scenario-file.ts");
  return readScenarioFile(name, resolve(name));
}

function serverOf(service: Service, parts: AppParts): Server {
  const app = createApp(service, parts);
  // Node.js itself rejects a request without a host with a body that no client of the API expects.
  const server = createServer({ requireHostHeader: false }, app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  noteConnections(server);
  // An Expect header other than 100-continue is ignored: the request gets its response.
  server.on("checkExpectation", app);
  answerMalformed(server, service, parts.rules, (exchange) => notifyObservers(parts, exchange));
  return server;
}

function keepAtEnd(keeping: SnapshotSession | null, fake: Fake): void {
  try {
    keeping?.save(fake);
  } finally {
    keeping?.letGo();
  }
}

function controlInterface({ controlHosts = [] }: FakeOptions, { allows, control }: CrossOrigin): Extension {
  const access = { hosts: controlHosts, allowsPages: (origin: string) => control && allows(origin) };
  return (_service, fake) => ({ extend: (app) => mountControl(app, fake, access) });
}

function createService(options: FakeOptions, seed: number | string, idStyle?: IdStyle): Service {
  const clock = isClock(options.clock) ? options.clock : createClock(options.clock);
  const random = createRandom(seed);
  return {
    clock,
    random,
    ids: createIds(clock, random, idStyle),
    settings: { ...DEFAULT_SETTINGS, ...definedSettings(options) },
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

/** The parts of a fake. */
interface FakeMembers extends Pick<Fake, "service" | "populations" | "journal" | "chaos" | "mutants" | "close"> {
  readonly stage: ScenarioPlayer;
  readonly server: () => Server;
  readonly rules: Rules;
  readonly names: Names;
}

/** Creates the public object of a fake; its first population is created when it starts. */
function assemble(members: FakeMembers): Fake {
  const { service, server, rules, populations, journal, chaos, mutants, stage, names, close } = members;
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
    get server() {
      return server();
    },
    populations,
    journal,
    chaos,
    mutants,
    people: stage.people,
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
    report: async (selection) => {
      const { reportOnClient: reportOn } = await import("./client-report/report-on-client.ts");
      return reportOn(journal, isoInstant(service.clock.now()), selection);
    },
    reset: () => {
      service.random.restart();
      service.clock.restart?.();
      Object.assign(service.settings, settings);
      for (const population of populations.all()) populations.reset(population);
      chaos.reset();
      mutants.reset();
      stage.reset();
      journal.clear();
    },
    workspace: (seed) => workspaceOf(populations.create(seed === undefined ? undefined : seedRecipe(seed))),
    snapshot: (workspaceId) => {
      if (workspaceId === undefined) return snapshotOf(fake, populations.all(), true);
      const population = populations.of(workspaceId);
      if (population === undefined) throw unknownWorkspace(workspaceId);
      return snapshotOf(fake, [population], false);
    },
    restore: (snapshot) => restore(fake, snapshot),
    advanceClock: (by) => {
      control.clock.advance(by);
    },
    close,
  };
  const control = createControl(
    { service, rules, populations, journal, workspace: fake.workspace, targetOf, afterMove: stage.run },
    performance.now(),
  );
  return fake;
}

function unknownWorkspace(id: string): OperatorError {
  return new OperatorError({
    code: "SNAPSHOT-UNKNOWN-WORKSPACE",
    message: `There is no workspace ${JSON.stringify(id)}.`,
    hint: "Leave the id out for everything, or take the id of the fake or of one of its workspaces.",
  });
}

function joinHooks(around: Hooks["around"], parts: readonly Partial<Hooks>[]): Hooks {
  return {
    around: parts.reduce<Hooks["around"]>((inner, { around: outer }) => {
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
