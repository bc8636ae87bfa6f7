import { sentence } from "../../spec/sentence.ts";
import type { Path } from "../../spec/settings/settings-file.ts";
import { reject, type SettingsProblem } from "../../spec/settings/settings-schema.ts";
import type { Fixtures } from "../../spec/target-file.ts";
import type { Agent } from "../directory.ts";
import { REFERENCE_AGE_MS } from "../fixtures/home-workspace.ts";
import { populate, type Population as ReferencePopulation } from "../fixtures/population.ts";
import { addWorkspace } from "../fixtures/seeding.ts";
import { referenceRules } from "../reference-rules.ts";
import { Rejection } from "../rejection.ts";
import { callerOf, type Service } from "../service.ts";
import type { Workspace } from "../workspace.ts";
import { type Act, actsOf } from "./acts.ts";
import { type CheckedSeed, SEED, usesOf } from "./check-seed.ts";
import type { ContentContext } from "./content.ts";
import type { SeedData, Seeded } from "./seed-data.ts";

/** A workspace as its seed describes it. */
export interface World {
  readonly workspace: Workspace;
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  readonly seeded: Seeded;
}

/**
 * Creates the workspace of a seed by the rules of the reference; a further copy of it has different keys.
 *
 * @throws OperatorError `SEED-RULE` for content that the API would not allow, such as a message by an agent that is
 *   not a member, `SEED-KEY` for a key that is already in use.
 */
export function makeWorld(service: Service, seed: CheckedSeed, copy: boolean): World {
  const { name = "Seeded", maxFileBytes } = seed.data.workspace ?? {};
  const workspace = addWorkspace(service, name, {
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    monthlyTasks: Number.MAX_SAFE_INTEGER,
  });
  try {
    return fill(service, workspace, seed, copy);
  } catch (error) {
    removeWorkspace(service, workspace);
    throw error;
  }
}

function removeWorkspace({ workspaces, keys }: Service, workspace: Workspace): void {
  workspaces.delete(workspace.id);
  for (const [key, issued] of keys) if (issued.workspace === workspace) keys.delete(key);
}

function fill(service: Service, workspace: Workspace, seed: CheckedSeed, copy: boolean): World {
  const { data, file } = seed;
  const { agents, id } = addDirectory(service, workspace, data);
  const maker = createMaker(service, workspace, seed, agents, id);
  maker.make(actsOf(data, service.clock.now()));
  reject([...takenKeys(service, seed, agents, copy), ...maker.problems], file, SEED);
  const { monthlyTasks = 10_000 } = data.workspace ?? {};
  Object.assign(workspace.plan, { monthlyTasks, used: 0, month: monthOf(service) });
  const keys = addKeys(service, workspace, seed, agents);
  const apiKey = [...keys.values()][0] ?? "";
  const seeded = seededOf(workspace, data, keys, id);
  return { workspace, apiKey, fixtures: fixturesOf(workspace, [...agents.values()][0]), seeded };
}

/**
 * Creates the reference population with the additions of a seed to the agent's own workspace, all in order of time.
 *
 * @throws OperatorError as {@link makeWorld}.
 */
export function extendReference(service: Service, seed: CheckedSeed, copy: boolean): ReferencePopulation & World {
  const there = new Set(service.workspaces.keys());
  try {
    return extend(service, seed, copy);
  } catch (error) {
    for (const workspace of service.workspaces.values()) {
      if (!there.has(workspace.id)) removeWorkspace(service, workspace);
    }
    throw error;
  }
}

function extend(service: Service, seed: CheckedSeed, copy: boolean): ReferencePopulation & World {
  const { data, file } = seed;
  const now = service.clock.now();
  const acts = actsOf(data, now);
  let addition: Addition | undefined;
  const population = populate(service, {
    before: (workspace) => {
      addition = addTo(service, workspace, seed);
      addition.make(acts.filter(({ at }) => at < now - REFERENCE_AGE_MS));
    },
    after: (instant) => {
      const later = acts.filter(({ at }) => at >= now - REFERENCE_AGE_MS);
      addition?.make(later.map((act) => ({ ...act, at: Math.max(act.at, instant) })));
    },
  });
  if (addition === undefined) throw new Error("the reference population was made without its extension");
  const { workspace } = population;
  const { agents, id, known } = addition;
  reject([...unusedName(data), ...takenKeys(service, seed, agents, copy), ...addition.problems], file, SEED);
  const { name: _name, ...plan } = data.workspace ?? {};
  Object.assign(workspace.plan, plan);
  const keys = addKeys(service, workspace, seed, agents, known);
  return { ...population, seeded: seededOf(workspace, data, keys, id) };
}

/** The additions of a seed to an existing workspace. */
type Addition = Directory & Maker;

function addTo(service: Service, workspace: Workspace, seed: CheckedSeed): Addition {
  const directory = addDirectory(service, workspace, seed.data);
  const maker = createMaker(service, workspace, seed, directory.agents, directory.id);
  return {
    ...directory,
    problems: maker.problems,
    make: (acts) => {
      const plan = { ...workspace.plan };
      workspace.plan.monthlyTasks = Number.MAX_SAFE_INTEGER;
      maker.make(acts);
      Object.assign(workspace.plan, plan);
    },
  };
}

function unusedName({ workspace }: SeedData): SettingsProblem[] {
  if (workspace?.name === undefined) return [];
  const text = "the workspace that this seed adds to has a name already.";
  return [{ code: "VALUE", path: ["workspace", "name"], text, hint: "Remove the name." }];
}

function seededOf(workspace: Workspace, data: SeedData, keys: ReadonlyMap<string, string>, id: IdOf): Seeded {
  const ids = Object.fromEntries(namesIn(data).map((name) => [name, id(name)]));
  return { workspaceId: workspace.id, keys: Object.fromEntries(keys), ids };
}

function monthOf({ clock }: Service): string {
  return new Date(clock.now()).toISOString().slice(0, 7);
}

function namesIn(data: SeedData): readonly string[] {
  const maps = [data.agents, data.users, data.channels, data.scopes].flatMap((part) => Object.keys(part ?? {}));
  const lists = [data.messages, data.tasks, data.memories].flatMap((part) =>
    (part ?? []).flatMap((each) => each.id ?? []),
  );
  return [...maps, ...lists];
}

type IdOf = (name: string) => string;

/** The people and places of a seed in their workspace. */
interface Directory {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly id: IdOf;
  /** Names of the seed for resources that the workspace had before. */
  readonly known: ReadonlySet<string>;
}

/** Adds people and places; those whose name exists in the workspace are the existing ones. */
function addDirectory(service: Service, workspace: Workspace, data: SeedData): Directory {
  const there = idsThere(workspace, data);
  const ids = new Map(
    namesIn(data).map((name) => [
      name,
      there.get(name) ?? (data.ids === "generated" ? service.ids.uuid(workspace) : name),
    ]),
  );
  const id = (wanted: string) => ids.get(wanted) ?? wanted;
  const agents = addPeople(service, workspace, data, id);
  addPlaces(workspace, data, agents, id);
  return { agents, id, known: new Set(there.keys()) };
}

/** Returns the ids of existing resources of the workspace by the names of the seed. */
function idsThere({ directory }: Workspace, data: SeedData): Map<string, string> {
  const parts = [
    [data.agents, directory.agents],
    [data.users, directory.users],
    [data.scopes, directory.scopes],
    [data.channels, directory.channels],
  ] as const;
  const found = new Map<string, string>();
  for (const [named, things] of parts) {
    const byName = new Map([...things.values()].map(({ name, id }) => [name, id]));
    for (const [name, facts] of Object.entries(named ?? {})) {
      const id = byName.get(facts !== null && "name" in facts ? (facts.name ?? name) : name);
      if (id !== undefined) found.set(name, id);
    }
  }
  return found;
}

function addPeople({ ids }: Service, workspace: Workspace, data: SeedData, id: IdOf): Map<string, Agent> {
  const { directory } = workspace;
  const identityOf = (name: string, given: string | undefined) =>
    given ?? (data.ids === "generated" ? ids.uuid(workspace) : `${name}-identity`);
  const agents = new Map<string, Agent>();
  for (const [name, facts] of Object.entries(data.agents)) {
    const ownerId = facts?.owner === undefined ? null : id(facts.owner);
    const there = directory.agents.get(id(name));
    const added = () => ({
      id: id(name),
      identityId: identityOf(name, facts?.identity),
      name: facts?.name ?? name,
      ownerId,
      verifiedAt: null,
    });
    agents.set(name, there ?? directory.addAgent(added()));
  }
  for (const [name, facts] of Object.entries(data.users ?? {})) {
    if (directory.users.has(id(name))) continue;
    directory.addUser({
      id: id(name),
      identityId: identityOf(name, facts?.identity),
      name: facts?.name ?? name,
    });
  }
  return agents;
}

function addPlaces({ directory, orgId }: Workspace, data: SeedData, agents: Map<string, Agent>, id: IdOf): void {
  for (const [name, facts] of Object.entries(data.channels ?? {})) {
    const members = (facts?.members ?? []).flatMap((member) => agents.get(member) ?? []);
    if (directory.channels.has(id(name))) for (const member of members) directory.join(id(name), member.id);
    else directory.addChannel({ id: id(name), name, archivedAt: null }, members);
  }
  for (const [name, facts] of Object.entries(data.scopes ?? {})) {
    if (!directory.scopes.has(id(name))) {
      directory.addScope({ id: id(name), org_id: orgId, kind: facts?.kind ?? "team", name: facts?.name ?? name });
    }
    const { read = [], write = [] } = facts ?? {};
    for (const agent of new Set([...read, ...write])) directory.grant(id(name), id(agent), "CAN_READ");
    for (const agent of write) directory.grant(id(name), id(agent), "CAN_WRITE");
  }
}

/**
 * Adds a key for each agent: the one of the seed, or a generated one in a further copy of the same world. An agent
 * that existed before already has a key.
 */
function addKeys(
  service: Service,
  workspace: Workspace,
  { data }: CheckedSeed,
  agents: ReadonlyMap<string, Agent>,
  known: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [name, agent] of agents) {
    const wanted = data.agents[name]?.key;
    if (wanted === undefined && known.has(name)) continue;
    const taken = wanted !== undefined && service.keys.has(wanted);
    const key = wanted === undefined || taken ? service.ids.secret("wak") : wanted;
    service.keys.set(key, { key, workspace, agent });
    keys.set(name, key);
  }
  return keys;
}

/** Keys that another workspace has; a further copy of a world gets others instead. */
function takenKeys(
  { keys }: Service,
  { data }: CheckedSeed,
  agents: ReadonlyMap<string, Agent>,
  copy: boolean,
): SettingsProblem[] {
  const hint = "Choose another key, leave it out, or leave the reference population out by reference: false.";
  return [...agents.keys()].flatMap((name) => {
    const wanted = data.agents[name]?.key;
    if (copy || wanted === undefined || !keys.has(wanted)) return [];
    const text = `"${wanted}" is a key of another workspace already.`;
    return [{ code: "KEY", path: ["agents", name, "key"], text, hint }];
  });
}

/** Creates the content of a seed, and collects the problems that the API would reject. */
interface Maker {
  make(acts: readonly Act[]): void;
  /** The problems, without those that follow from another one. */
  readonly problems: readonly SettingsProblem[];
}

function createMaker(
  service: Service,
  workspace: Workspace,
  { data }: CheckedSeed,
  agents: ReadonlyMap<string, Agent>,
  id: IdOf,
): Maker {
  const rules = referenceRules();
  const first = [...agents.values()][0];
  const problems: SettingsProblem[] = [];
  const failed = new Set<string>();
  const uses = usesOf(data);
  const stageAt = (at: number): ContentContext => ({
    workspace,
    id,
    isAgent: (name) => agents.has(name),
    as: (name) => {
      const agent = (name === undefined ? first : agents.get(name)) ?? first;
      if (agent === undefined) throw new Error("a seed has at least one agent");
      return { ...callerOf(service, { workspace, agent }), rules, now: at };
    },
  });
  return {
    problems,
    make: (acts) => {
      for (const { at, path, id: own, make } of acts) {
        if (failed.size > 0 && uses.some(([name = "", , place]) => isWithin(place, path) && failed.has(name))) {
          if (own !== undefined) failed.add(own);
          continue;
        }
        try {
          make(stageAt(at));
        } catch (error) {
          if (!(error instanceof Rejection)) throw error;
          const { message, suggestion } = error.texts;
          problems.push({ code: "RULE", path, text: sentence(message), hint: suggestion ?? "Correct the entry." });
          if (own !== undefined) failed.add(own);
        }
      }
    },
  };
}

function isWithin(place: Path, entry: Path): boolean {
  return entry.every((step, index) => place[index] === step);
}

/** Returns the existing resources of the world that a target file can name. */
function fixturesOf({ directory, challenges }: Workspace, agent: Agent | undefined): Fixtures {
  if (agent === undefined) return {};
  const [memberChannel, secondMemberChannel] = directory.channelsOf(agent.id);
  const foreignChannel = [...directory.channels.keys()].find((id) => !directory.isMember(id, agent.id));
  const [scope, secondScope] = directory.scopesOf("CAN_WRITE", agent.id);
  const unreadableScope = [...directory.scopes.keys()].find((id) => !directory.may("CAN_READ", id, agent.id));
  const [user] = directory.users.keys();
  const [ownedAgent] = directory.ownedBy(agent.id);
  const optional = {
    memberChannel,
    secondMemberChannel,
    foreignChannel,
    scope,
    secondScope,
    unreadableScope,
    user,
    ownedAgent,
  };
  const there = Object.entries(optional).filter(([, value]) => value !== undefined);
  const tokens = [...challenges.all()].map(({ token }) => token);
  return {
    ...Object.fromEntries(there),
    agent: { id: agent.id, identityId: agent.identityId },
    ...(tokens.length === 0 ? {} : { challengeTokens: tokens }),
  };
}
