import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { Workspace } from "../../workspace.ts";
import type { Edge } from "./model.ts";

/** A node of the memory graph. */
export interface Node {
  readonly id: string;
  readonly type: string;
}

/** Links two nodes. */
export function link(
  caller: RuledCaller,
  from: Node,
  to: Node,
  type: string,
  properties: Edge["properties"] = {},
): Edge {
  return caller.workspace.memories.edges.add({
    id: caller.service.ids.uuid(caller.workspace),
    from_id: from.id,
    from_type: from.type,
    to_id: to.id,
    to_type: to.type,
    edge_type: type,
    properties,
    created_at: isoInstant(caller.now),
  });
}

/** Returns the type of the node with an id in a workspace; `external` if nothing there has the id. */
export function nodeType({ memories, messages, tasks, directory }: Workspace, id: string): string {
  if (memories.get(id) !== undefined) return "memory";
  if (messages.get(id) !== undefined) return "message";
  if (tasks.get(id) !== undefined) return "task";
  if (directory.scopes.has(id)) return "scope";
  if (directory.channels.has(id)) return "channel";
  if (directory.agents.has(id)) return "agent";
  return directory.users.has(id) ? "user" : "external";
}

/**
 * Returns true if the caller may know of a node. Nodes that hide nothing (identities, people, agents) are open to all.
 */
export function maySeeNode(caller: RuledCaller, id: string): boolean {
  const { workspace, rules } = caller;
  const memory = workspace.memories.get(id);
  if (memory !== undefined) return rules.memories.mayRead(caller, memory.scopeId);
  const message = workspace.messages.get(id)?.message;
  if (message !== undefined) return rules.memories.recall.mayShowMessage(caller, message.channelId);
  const task = workspace.tasks.get(id);
  if (task !== undefined) return rules.tasks.maySee(caller, task);
  if (workspace.directory.scopes.has(id)) return rules.memories.mayRead(caller, id);
  return !workspace.directory.channels.has(id) || rules.messages.mayRead(caller, id);
}
