import type { ValuesOf } from "../../http/fields.ts";
import type { RuledCaller } from "../../rules.ts";
import { newestFirst } from "../../sorted-index.ts";
import { embedLocally, featuresOf, similarity } from "./embedding.ts";
import type { recallFields } from "./fields.ts";
import type { Candidate, StoredMemory } from "./model.ts";
import { readableScopes } from "./scopes.ts";

/** Up to this many memories all are compared with the query; of more, those that share the most telling words. */
const MAX_COMPARED = 1500;

/** Vectors of memories, made at the first recall that needs them. */
const vectors = new WeakMap<StoredMemory, Float32Array>();

/** Returns the memories nearest to the query, among those that the caller may read and that `mayBeHit` accepts. */
export function similarMemories(
  caller: RuledCaller,
  input: ValuesOf<typeof recallFields>,
  mayBeHit: (stored: StoredMemory) => boolean,
): readonly Candidate[] {
  const text = input.query ?? "";
  const query = caller.service.embed(text);
  const lists = scopesToSearch(caller, input.scope_id).map((id) => caller.workspace.memories.byScope.of(id));
  const compared = comparable(caller, text, lists, mayBeHit);
  return compared.map((stored) => ({ stored, similarity: similarity(query, vectorOf(caller, stored)) }));
}

function scopesToSearch(caller: RuledCaller, scopeId: string | undefined): readonly string[] {
  return scopeId === undefined ? readableScopes(caller).map((scope) => scope.id) : [scopeId];
}

/**
 * Returns the memories to compare with the query. A user's own embedding finds similarities without a shared word, so
 * then all are compared.
 */
function comparable(
  caller: RuledCaller,
  text: string,
  lists: readonly (readonly StoredMemory[])[],
  mayBeHit: (stored: StoredMemory) => boolean,
): readonly StoredMemory[] {
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  if (total <= MAX_COMPARED || caller.service.embed !== embedLocally) return lists.flat().filter(mayBeHit);
  const chosen = sharing(caller, text, mayBeHit);
  if (chosen.size >= MAX_COMPARED) return [...chosen];
  for (const stored of newestFirst(lists)) {
    if (mayBeHit(stored)) chosen.add(stored);
    if (chosen.size >= MAX_COMPARED) break;
  }
  return [...chosen];
}

/** Memories that share features with a text, those of the rarest feature first and of each the newest first. */
function sharing(caller: RuledCaller, text: string, mayBeHit: (stored: StoredMemory) => boolean): Set<StoredMemory> {
  const { features } = caller.workspace.memories;
  const { words, pieces } = featuresOf(text);
  const postings = [...new Set([...words, ...pieces])].map(features.postingsOf);
  const chosen = new Set<StoredMemory>();
  for (const { sequences } of postings.toSorted((a, b) => a.sequences.length - b.sequences.length)) {
    for (let place = sequences.length - 1; place >= 0 && chosen.size < MAX_COMPARED; place--) {
      const stored = features.thingAt(sequences[place] ?? 0);
      if (stored !== undefined && mayBeHit(stored)) chosen.add(stored);
    }
  }
  return chosen;
}

function vectorOf({ service }: RuledCaller, stored: StoredMemory): Float32Array {
  const known = vectors.get(stored);
  if (known !== undefined) return known;
  const vector = service.embed(stored.memory.content);
  vectors.set(stored, vector);
  return vector;
}
