import { notFound } from "../../access.ts";
import { rejection } from "../../rejection.ts";
import type { RuledCaller } from "../../rules.ts";
import { maySeeNode, nodeType } from "./graph.ts";
import type { Edge } from "./model.ts";

/** The nodes and edges that a walk over the graph reached. */
export interface Walk {
  /** Distance from the seed, in steps, by node. */
  readonly distances: ReadonlyMap<string, number>;
  /** Edges that were followed. */
  readonly edges: readonly Edge[];
}

/** Types of nodes that a walk continues from. Scopes, people and agents are left out, as they connect everything. */
const PASSABLE: ReadonlySet<string> = new Set(["memory", "message", "task", "external"]);

/** Walks breadth first from a node, over edges in either direction, through nodes that the caller may see. */
export function walkFrom(caller: RuledCaller, seedId: string, depth: number): Walk {
  const { edges } = caller.workspace.memories;
  checkSeed(caller, seedId);
  const distances = new Map([[seedId, 0]]);
  const followed = new Set<Edge>();
  let frontier = [seedId];
  for (let step = 1; step <= depth; step++) {
    const next: string[] = [];
    for (const node of frontier) {
      for (const edge of edges.at(node)) {
        const [other, type] = edge.from_id === node ? [edge.to_id, edge.to_type] : [edge.from_id, edge.from_type];
        if (!maySeeNode(caller, other)) continue;
        followed.add(edge);
        if (distances.has(other)) continue;
        distances.set(other, step);
        if (PASSABLE.has(type)) next.push(other);
      }
    }
    frontier = next;
  }
  return { distances, edges: [...followed] };
}

function checkSeed(caller: RuledCaller, seedId: string): void {
  const { memories } = caller.workspace;
  if (nodeType(caller.workspace, seedId) === "external" && memories.edges.at(seedId).length === 0) {
    throw notFound("node", seedId);
  }
  if (!maySeeNode(caller, seedId))
    throw rejection("permission-denied", "The agent may not read the node that seed_id names");
}
