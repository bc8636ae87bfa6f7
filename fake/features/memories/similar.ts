import type { ValuesOf } from "../../http/fields.ts";
import type { Caller } from "../../service.ts";
import { similarity } from "./embedding.ts";
import type { recallFields } from "./fields.ts";
import type { StoredMemory } from "./model.ts";
import type { Candidate } from "./recall.ts";
import { readableScopes } from "./scopes.ts";

/** Vectors of memories, made at the first recall that needs them. */
const vectors = new WeakMap<StoredMemory, Float32Array>();

/** The memories that the caller may read, each with its closeness to the query. */
export function similarMemories(caller: Caller, input: ValuesOf<typeof recallFields>): readonly Candidate[] {
  const { embed } = caller.service;
  const query = embed(input.query ?? "");
  const candidates: Candidate[] = [];
  for (const scopeId of scopesToSearch(caller, input.scope_id)) {
    for (const stored of caller.workspace.memories.byScope.of(scopeId)) {
      candidates.push({ stored, similarity: similarity(query, vectorOf(caller, stored)) });
    }
  }
  return candidates;
}

function scopesToSearch(caller: Caller, scopeId: string | undefined): readonly string[] {
  return scopeId === undefined ? readableScopes(caller).map((scope) => scope.id) : [scopeId];
}

function vectorOf({ service }: Caller, stored: StoredMemory): Float32Array {
  const known = vectors.get(stored);
  if (known !== undefined) return known;
  const vector = service.embed(stored.memory.content);
  vectors.set(stored, vector);
  return vector;
}
