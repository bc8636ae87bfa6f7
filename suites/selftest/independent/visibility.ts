import { type Bench, type Call, notThere } from "./call.ts";
import { refuse } from "./refusal.ts";
import type { Agent, Channel, Memory, Message, Scope, Task } from "./world.ts";

/** True when the agent is a member of the channel. */
export function isMember(channel: Channel | undefined, agent: Agent): boolean {
  return channel !== undefined && channel.workspace === agent.workspace && channel.members.includes(agent.id);
}

/** Returns the channel. Throws a rejection unless the caller is a member. */
export function ownChannel(call: Call, id: string): Channel {
  const channel = call.world.channels.find(id);
  if (!channel || channel.workspace !== call.caller.workspace) return notThere(call, "channel", id);
  if (isMember(channel, call.caller)) return channel;
  if (call.choices.refusals.hidden === 403) refuse("not-member", "the channel is for its members", { id });
  return notThere(call, "channel", id, true);
}

/** True when the agent may read messages of the channel with this id. */
export function seesChannel({ world, choices }: Bench, agent: Agent, id: string): boolean {
  const channel = world.channels.find(id);
  const open = choices.liberties.openChannels && channel?.workspace === agent.workspace;
  return open || isMember(channel, agent);
}

/** Returns the message. Throws a rejection unless the caller can see it. */
export function visibleMessage(call: Call, id: string): Message {
  const message = call.world.messages.find(id);
  if (!message || message.workspace !== call.caller.workspace) return notThere(call, "message", id);
  return seesChannel(call, call.caller, message.channel) ? message : notThere(call, "message", id, true);
}

/** True when the agent may read the scope. */
export function readsScope(scope: Scope | undefined, agent: Agent): boolean {
  return scope !== undefined && scope.workspace === agent.workspace && scope.readers.includes(agent.id);
}

/** True when the agent may read the memory. */
export function seesMemory({ world }: Bench, agent: Agent, memory: Memory): boolean {
  return readsScope(world.scopes.find(memory.scope), agent);
}

/** Returns true if the agent, or an agent that it owns, takes part in the task or is in its channel. */
export function seesTask({ world }: Bench, agent: Agent, task: Task): boolean {
  if (task.workspace !== agent.workspace) return false;
  const inChannel = task.channel !== undefined && isMember(world.channels.find(task.channel), agent);
  if (inChannel || takesPart(agent, task)) return true;
  const owned = world.agents.rows().filter((other) => other.owner === agent.id);
  return owned.some((other) => takesPart(other, task));
}

function takesPart(agent: Agent, task: Task): boolean {
  const assigned = task.agent === agent.id;
  const created = task.creator === agent.id;
  const commented = task.comments.some(({ by }) => by === agent.id);
  const mentioned = task.mentions.includes(agent.id);
  return assigned || created || commented || mentioned;
}

/** True when the identifier names something in the caller's sight that a memory can be derived from. */
export function canCite(call: Call, id: string): boolean {
  const { world, caller } = call;
  const message = world.messages.find(id);
  const memory = world.memories.find(id);
  const task = world.tasks.find(id);
  if (message) return seesChannel(call, caller, message.channel);
  if (memory) return seesMemory(call, caller, memory);
  if (task) return seesTask(call, caller, task);
  const others = [world.channels, world.users, world.agents, world.scopes, world.uploads];
  return others.some((rows) => rows.find(id)?.workspace === caller.workspace) || isIdentity(call, id);
}

/** True when the identifier is the identity of someone in the caller's workspace. */
export function isIdentity({ world, caller }: Call, id: string): boolean {
  const people = [...world.agents.rows(), ...world.users.rows()];
  return people.some((one) => one.identity === id && one.workspace === caller.workspace);
}
