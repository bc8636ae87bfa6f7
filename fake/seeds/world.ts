import { sentence } from "../../spec/sentence.ts";
import type { Path } from "../../spec/settings/settings-file.ts";
import { refuse, type SettingsProblem } from "../../spec/settings/settings-schema.ts";
import type { Fixtures } from "../../spec/target-file.ts";
import type { Agent } from "../directory.ts";
import { addWorkspace } from "../fixtures/seeding.ts";
import { referenceRules } from "../reference-rules.ts";
import { Refusal } from "../refusal.ts";
import { callerOf, type Service } from "../service.ts";
import type { Workspace } from "../workspace.ts";
import { type CheckedSeed, SEED, usesOf } from "./check.ts";
import { linkSeedMemory, makeSeedMemory, makeSeedMessage, makeSeedTask, type Stage } from "./content.ts";
import type { SeedData, Seeded } from "./seed-data.ts";

/** A workspace as its seed describes it. */
export interface World {
  readonly workspace: Workspace;
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  readonly seeded: Seeded;
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** Without a time of their own, things are made within the last hour. */
const SPAN_MS = 3_600_000;

/**
 * Makes the workspace that a seed describes, by the rules of the reference; in a further copy of it the keys differ.
 *
 * @throws OperatorError `SEED-RULE` for what the API would not allow, such as a message by an agent that is not a member,
 * `SEED-KEY` for a key that is taken.
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
    service.workspaces.delete(workspace.id);
    for (const [key, issued] of service.keys) if (issued.workspace === workspace) service.keys.delete(key);
    throw error;
  }
}

function fill(service: Service, workspace: Workspace, seed: CheckedSeed, copy: boolean): World {
  const { data } = seed;
  const ids = idsOf(service, workspace, data);
  const id = (wanted: string) => ids.get(wanted) ?? wanted;
  const agents = addPeople(service, workspace, data, id);
  addPlaces(workspace, data, agents, id);
  refuse(
    [...takenKeys(service, seed, agents, copy), ...makeContent(service, workspace, seed, agents, id)],
    seed.file,
    SEED,
  );
  const { monthlyTasks = 10_000 } = data.workspace ?? {};
  Object.assign(workspace.plan, { monthlyTasks, used: 0, month: monthOf(service) });
  const keys = addKeys(service, workspace, seed, agents);
  const seeded: Seeded = { workspaceId: workspace.id, keys: Object.fromEntries(keys), ids: Object.fromEntries(ids) };
  const apiKey = [...keys.values()][0] ?? "";
  return { workspace, apiKey, fixtures: fixturesOf(workspace, [...agents.values()][0]), seeded };
}

function monthOf({ clock }: Service): string {
  return new Date(clock.now()).toISOString().slice(0, 7);
}

/** An id for every name. */
function idsOf({ ids }: Service, workspace: Workspace, data: SeedData): Map<string, string> {
  const maps = [data.agents, data.users, data.channels, data.scopes].flatMap((part) => Object.keys(part ?? {}));
  const lists = [data.messages, data.tasks, data.memories].flatMap((part) =>
    (part ?? []).flatMap((each) => each.id ?? []),
  );
  return new Map([...maps, ...lists].map((name) => [name, data.ids === "generated" ? ids.uuid(workspace) : name]));
}

type IdOf = (name: string) => string;

function addPeople(service: Service, workspace: Workspace, data: SeedData, id: IdOf): Map<string, Agent> {
  const identityOf = (name: string, given: string | undefined) =>
    given ?? (data.ids === "generated" ? service.ids.uuid(workspace) : `${name}-identity`);
  const agents = new Map<string, Agent>();
  for (const [name, facts] of Object.entries(data.agents)) {
    const ownerId = facts?.owner === undefined ? null : id(facts.owner);
    const who = {
      id: id(name),
      identityId: identityOf(name, facts?.identity),
      name: facts?.name ?? name,
      ownerId,
      verifiedAt: null,
    };
    agents.set(name, workspace.directory.addAgent(who));
  }
  for (const [name, facts] of Object.entries(data.users ?? {})) {
    workspace.directory.addUser({
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
    directory.addChannel({ id: id(name), name, archivedAt: null }, members);
  }
  for (const [name, facts] of Object.entries(data.scopes ?? {})) {
    directory.addScope({ id: id(name), org_id: orgId, kind: facts?.kind ?? "team", name: facts?.name ?? name });
    const { read = [], write = [] } = facts ?? {};
    for (const agent of new Set([...read, ...write])) directory.grant(id(name), id(agent), "CAN_READ");
    for (const agent of write) directory.grant(id(name), id(agent), "CAN_WRITE");
  }
}

/** A key for each agent: the one of the seed, or a generated one in a further copy of the same world. */
function addKeys(
  service: Service,
  workspace: Workspace,
  { data }: CheckedSeed,
  agents: Map<string, Agent>,
): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [name, agent] of agents) {
    const wanted = data.agents[name]?.key;
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

/** Something to be made at an instant. */
interface Act {
  readonly at: number;
  readonly path: Path;
  /** Its name, where it has one. */
  readonly id: string | undefined;
  make(stage: Stage): void;
}

/** Makes the content; gives what the API would not allow, without what fails only because something else did. */
function makeContent(
  service: Service,
  workspace: Workspace,
  { data }: CheckedSeed,
  agents: Map<string, Agent>,
  id: IdOf,
): SettingsProblem[] {
  const rules = referenceRules();
  const first = [...agents.values()][0];
  const problems: SettingsProblem[] = [];
  const failed = new Set<string>();
  const uses = usesOf(data);
  for (const { at, path, id: own, make } of actsOf(service, data)) {
    if (failed.size > 0 && uses.some(([name = "", , place]) => isWithin(place, path) && failed.has(name))) {
      if (own !== undefined) failed.add(own);
      continue;
    }
    const stage: Stage = {
      workspace,
      id,
      isAgent: (name) => agents.has(name),
      as: (name) => {
        const agent = (name === undefined ? first : agents.get(name)) ?? first;
        if (agent === undefined) throw new Error("a seed has at least one agent");
        return { ...callerOf(service, { workspace, agent }), rules, now: at };
      },
    };
    try {
      make(stage);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { message, suggestion } = error.texts;
      problems.push({ code: "RULE", path, text: sentence(message), hint: suggestion ?? "Correct the entry." });
      if (own !== undefined) failed.add(own);
    }
  }
  return problems;
}

/** Everything that is made, in the order of time. */
function actsOf({ clock }: Service, data: SeedData): readonly Act[] {
  const { messages = [], tasks = [], memories = [] } = data;
  const now = clock.now();
  const step = Math.min(1000, SPAN_MS / (messages.length + tasks.length + memories.length + 1));
  let next = now - SPAN_MS;
  const instant = (ago: string | undefined) => {
    next += step;
    return ago === undefined ? Math.floor(next) : now - durationOf(ago);
  };
  const acts: Act[] = [
    ...messages.map((one, index) =>
      act(instant(one.ago), ["messages", index], one.id, (stage) => makeSeedMessage(stage, one)),
    ),
    ...tasks.map((one, index) => act(instant(one.ago), ["tasks", index], one.id, (stage) => makeSeedTask(stage, one))),
    ...memories.map((one, index) =>
      act(instant(one.ago), ["memories", index], one.id, (stage) => makeSeedMemory(stage, one)),
    ),
  ];
  // Links lead to what may be made later than the memory that they leave.
  const links = memories.flatMap((one, index) =>
    one.links === undefined
      ? []
      : [act(now, ["memories", index, "links"], undefined, (stage) => linkSeedMemory(stage, one))],
  );
  return [...acts.sort((a, b) => a.at - b.at), ...links];
}

function isWithin(place: Path, entry: Path): boolean {
  return entry.every((step, index) => place[index] === step);
}

function act(at: number, path: Path, id: string | undefined, make: (stage: Stage) => void): Act {
  return { at, path, id, make };
}

function durationOf(ago: string): number {
  return Number(ago.slice(0, -1)) * UNITS[ago.slice(-1) as keyof typeof UNITS];
}

/** What a target file can name of the world, as far as it is there. */
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
