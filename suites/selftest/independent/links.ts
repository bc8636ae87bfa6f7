import type { Bench } from "./call.ts";
import { bag, type JsonObject } from "./shape.ts";
import type { Edge, Memory } from "./world.ts";

/** Adds an edge from a memory to any resource with the identifier. */
export function link(bench: Bench, memory: Memory, to: string, type = "DERIVED_FROM"): void {
  const { world, ids, clock, choices } = bench;
  world.edges.add({
    id: ids.next("edge"),
    workspace: memory.workspace,
    from: memory.id,
    fromType: "memory",
    to,
    toType: kindOf(bench, to),
    type: choices.recall.edgeStyle === "lower" ? type.toLowerCase() : camel(type),
    created: clock.now(),
  });
}

function camel(type: string): string {
  return type.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function kindOf({ world }: Bench, id: string): string {
  if (world.memories.find(id)) return "memory";
  if (world.messages.find(id)) return "message";
  return world.tasks.find(id) ? "task" : "other";
}

/** Returns an edge as responses show it. */
export function edgeView({ clock }: Bench, edge: Edge): JsonObject {
  return bag({
    edge_type: edge.type,
    to_id: edge.to,
    to_type: edge.toType,
    from_id: edge.from,
    from_type: edge.fromType,
    id: edge.id,
    created_at: clock.write(edge.created),
    weight: 1,
  });
}
