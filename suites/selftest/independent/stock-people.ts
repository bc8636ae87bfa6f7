import type { Bench } from "./call.ts";
import type { Prng } from "./prng.ts";
import type { Agent, Channel, Scope, User } from "./world.ts";

/** The initial people, agents, channels and scopes. */
export type People = ReturnType<typeof stockPeople>;

/** Fills a world with workspaces, agents, users, channels and scopes. */
export function stockPeople(bench: Bench, prng: Prng) {
  const { choices } = bench;
  const workspace = (tasksLeft: number) => {
    const id = bench.ids.next("workspace");
    return bench.world.workspaces.add({ id, org: `org-${id}`, tasksLeft }).id;
  };
  const home = workspace(1_000_000);
  const abroad = workspace(1_000_000);
  const empty = workspace(0);
  const small = workspace(choices.world.smallPlan);
  const agents = {
    caller: addAgent(bench, prng, home, "caller"),
    other: addAgent(bench, prng, home, "other"),
    stranger: addAgent(bench, prng, abroad, "stranger"),
    broke: addAgent(bench, prng, empty, "broke"),
    thrifty: addAgent(bench, prng, small, "thrifty"),
  };
  const owned = addAgent(bench, prng, home, "owned", agents.caller.id);
  const human = addUser(bench, home, "Nadia");
  return { ...agents, owned, human, ...placesOf(bench, agents, human) };
}

function placesOf(bench: Bench, agents: Record<"caller" | "other" | "stranger" | "broke", Agent>, human: User) {
  const { caller, other, stranger, broke } = agents;
  const { otherAgentInMemberChannel, scopeKinds } = bench.choices.world;
  const guests = otherAgentInMemberChannel ? [other.id] : [];
  const scope = (kind: string, name: string, workspace: string, readers: string[]) =>
    addScope(bench, { kind, name, workspace, readers });
  return {
    channels: {
      member: addChannel(bench, caller.workspace, "general", [caller.id, human.id, ...guests]),
      second: addChannel(bench, caller.workspace, "release notes", [caller.id, human.id]),
      foreign: addChannel(bench, caller.workspace, "board", [human.id]),
      others: addChannel(bench, caller.workspace, "workshop", [other.id, human.id]),
      abroad: addChannel(bench, stranger.workspace, "abroad", [stranger.id]),
      broke: addChannel(bench, broke.workspace, "broke", [broke.id]),
    },
    scopes: {
      first: scope(scopeKinds[0], "first", caller.workspace, [caller.id, other.id]),
      second: scope(scopeKinds[1], "second", caller.workspace, [caller.id]),
      hidden: scope(scopeKinds[1], "hidden", caller.workspace, [other.id]),
      abroad: scope(scopeKinds[0], "abroad", stranger.workspace, [stranger.id]),
      ...(bench.choices.orientation.orgScope ? { org: scope("org", "everybody", caller.workspace, [caller.id]) } : {}),
    },
  };
}

function addAgent({ world, ids }: Bench, prng: Prng, workspace: string, name: string, owner?: string): Agent {
  const letters = Array.from({ length: 12 }, () => String.fromCharCode(65 + prng.below(26), 97 + prng.below(26)));
  const base = { id: ids.next("agent"), identity: ids.next("identity"), workspace, name, key: letters.join("") };
  return world.agents.add(owner === undefined ? base : { ...base, owner });
}

function addUser({ world, ids }: Bench, workspace: string, name: string): User {
  return world.users.add({ id: ids.next("user"), identity: ids.next("identity"), workspace, name });
}

function addChannel({ world, ids }: Bench, workspace: string, name: string, members: string[]): Channel {
  return world.channels.add({ id: ids.next("channel"), workspace, name, members });
}

function addScope({ world, ids }: Bench, scope: Omit<Scope, "id">): Scope {
  return world.scopes.add({ id: ids.next("scope"), ...scope });
}
