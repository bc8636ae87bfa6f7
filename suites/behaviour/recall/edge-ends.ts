import type { Json, JsonObject } from "../../../spec/json.ts";
import { isUniqueId } from "../isolation/leaks.ts";
import type { Recollection } from "./requests.ts";

/**
 * Returns true if an edge leads to the memory of this id. A short number may also be the id of a message or scope: then
 * the end must have the type that the ends with the ids of the hits have.
 */
export function isEdgeTo(edge: JsonObject, id: string, { edges, ids }: Pick<Recollection, "edges" | "ids">): boolean {
  const matchingEnds = endsOf(edge).filter((end) => end.id === id);
  if (matchingEnds.length === 0 || isUniqueId(id)) return matchingEnds.length > 0;
  const memory = commonTypeOf(ids, edges.flatMap(endsOf));
  return memory !== null && matchingEnds.some(({ type }) => type === memory);
}

interface End {
  readonly id: Json | undefined;
  readonly type: Json | undefined;
}

function endsOf({ from_id, from_type, to_id, to_type }: JsonObject): readonly End[] {
  return [
    { id: from_id, type: from_type },
    { id: to_id, type: to_type },
  ];
}

/** Returns the type that most of these ids have as ends; null if none has one. */
function commonTypeOf(ids: readonly string[], ends: readonly End[]): string | null {
  const counts = new Map<string, number>();
  for (const id of new Set(ids)) {
    const types = new Set(ends.filter((end) => end.id === id).map(({ type }) => type));
    for (const type of types) if (typeof type === "string") counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const [mostFrequent] = [...counts].sort(([, one], [, other]) => other - one);
  return mostFrequent?.[0] ?? null;
}
