import { lengthOfJson } from "../../text/json-length.ts";
import type { Edge } from "./model.ts";

/** The edges of one workspace's memory graph. */
export interface EdgeStore {
  /** Characters of the properties, with a constant for each edge. */
  readonly characters: number;
  add(edge: Edge): Edge;
  /** Edges that leave or enter a node, in the order in which they were created. */
  at(nodeId: string): readonly Edge[];
  all(): readonly Edge[];
}

/** An edge without properties counts as this many characters. */
const EDGE = 100;

/** Creates an empty store. */
export function createEdgeStore(): EdgeStore {
  const edges: Edge[] = [];
  let characters = 0;
  const byNode = new Map<string, Edge[]>();
  const link = (nodeId: string, edge: Edge) => {
    const list = byNode.get(nodeId);
    if (list === undefined) byNode.set(nodeId, [edge]);
    else list.push(edge);
  };
  return {
    get characters() {
      return characters;
    },
    add: (edge) => {
      edges.push(edge);
      characters += EDGE + lengthOfJson(edge.properties);
      link(edge.from_id, edge);
      if (edge.to_id !== edge.from_id) link(edge.to_id, edge);
      return edge;
    },
    at: (nodeId) => byNode.get(nodeId) ?? [],
    all: () => edges,
  };
}
