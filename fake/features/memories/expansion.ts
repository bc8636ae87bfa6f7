import type { RuledCaller } from "../../rules.ts";
import type { Message } from "../messages/model.ts";
import { maySeeNode } from "./graph.ts";
import type { Edge, ProvenanceMessage, StoredMemory } from "./model.ts";

/** The graph around the hits of a recall. */
export interface Expansion {
  readonly edges: readonly Edge[];
  readonly messages: readonly ProvenanceMessage[];
}

/** More than anyone reads: a graph in which everything comes from everything would be more than one response can hold. */
const MAX_EDGES = 10_000;
const MAX_MESSAGES = 500;

/**
 * Returns the requested parts of the graph: `provenance` is the source of the hits, `related` the nodes that they are
 * linked with.
 */
export function expansion(
  caller: RuledCaller,
  hits: readonly StoredMemory[],
  walked: readonly Edge[],
  expand: readonly string[],
): Expansion {
  const { mayShowEdge } = caller.rules.memories.recall;
  const edges = new Set(walked);
  for (const { memory } of hits) {
    for (const edge of caller.workspace.memories.edges.at(memory.id)) {
      const wanted = edge.edge_type === "DERIVED_FROM" ? expand.includes("provenance") : expand.includes("related");
      if (wanted && maySeeNode(caller, edge.from_id) && maySeeNode(caller, edge.to_id)) edges.add(edge);
    }
  }
  return {
    edges: [...edges].filter((edge) => mayShowEdge(caller, edge)).slice(0, MAX_EDGES),
    messages: expand.includes("provenance") ? provenanceOf(caller, hits) : [],
  };
}

/** Returns the messages that the hits were derived from, each once. */
function provenanceOf(caller: RuledCaller, hits: readonly StoredMemory[]): ProvenanceMessage[] {
  const { memories, messages } = caller.workspace;
  const ids = new Set<string>();
  for (const { memory } of hits) {
    for (const edge of memories.edges.at(memory.id)) {
      if (edge.edge_type === "DERIVED_FROM" && edge.from_id === memory.id) ids.add(edge.to_id);
    }
  }
  const shown: ProvenanceMessage[] = [];
  for (const id of ids) {
    const stored = messages.get(id);
    if (stored === undefined || shown.length === MAX_MESSAGES) continue;
    if (!caller.rules.memories.recall.mayShowMessage(caller, stored.message.channelId)) continue;
    shown.push(asProvenance(stored.message, stored.authorIdentityId));
  }
  return shown;
}

function asProvenance(message: Message, authorIdentityId: string | null): ProvenanceMessage {
  return {
    id: message.id,
    channel_id: message.channelId,
    thread_id: message.parentId,
    author_identity_id: authorIdentityId,
    kind: "message",
    content: message.content,
    metadata: message.metadata,
    created_at: message.createdAt,
    version: message.version,
  };
}
