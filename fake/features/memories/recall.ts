import type { ValuesOf } from "../../http/fields.ts";
import { rejection } from "../../rejection.ts";
import type { RuledCaller } from "../../rules.ts";
import { expansion } from "./expansion.ts";
import type { recallFields } from "./fields.ts";
import type { Candidate, Edge, Memory, ProvenanceMessage, Score, StoredMemory } from "./model.ts";
import { readableScope } from "./scopes.ts";
import { similarMemories } from "./similar.ts";
import { type Walk, walkFrom } from "./walk.ts";

type Recall = ValuesOf<typeof recallFields>;

/** The result of a recall: memories by rank, and the graph around them. */
export interface RecallResult {
  readonly hits: readonly Memory[];
  readonly edges: readonly Edge[];
  readonly scores: readonly Score[];
  readonly messages: readonly ProvenanceMessage[];
  /** The number of matching memories, including those beyond the limit. */
  readonly total: number;
}

/** Recalls memories by meaning (`query`) or by their place in the graph (`seed_id`), the best first. */
export function recall(caller: RuledCaller, input: Recall): RecallResult {
  const { recall: rules } = caller.rules.memories;
  if (!rules.oneWay(input.query !== undefined, input.seed_id !== undefined)) throw notOneWay();
  if (input.scope_id !== undefined) readableScope(caller, input.scope_id);
  const walk = input.seed_id === undefined ? null : walkFrom(caller, input.seed_id, rules.steps(input.depth));
  const mayBeHit = (stored: StoredMemory) => isHit(caller, input, stored);
  const candidates = walk === null ? similarMemories(caller, input, mayBeHit) : walkedMemories(caller, walk, mayBeHit);
  const { min_similarity: least } = input.filters;
  const answering = candidates.filter(
    ({ similarity }) => least === undefined || rules.minSimilarity(similarity, least),
  );
  const ranked = answering
    .map((candidate) => ({ stored: candidate.stored, score: scoreOf(caller, candidate) }))
    .sort((a, b) => rules.compare(a.score, b.score) || b.stored.sequence - a.stored.sequence);
  const best = rules.best(ranked, input);
  const hits = best.map(({ stored }) => stored);
  return {
    hits: hits.map((stored) => stored.memory),
    scores: best.map(({ score }) => score),
    ...expansion(caller, hits, walk?.edges ?? [], input.expand),
    total: answering.length,
  };
}

function notOneWay() {
  return rejection("exclusive-input", "Exactly one of query and seed_id must be given", {
    suggestion: "Give query to recall by meaning, or seed_id to walk the graph around one node.",
  });
}

/** Returns the memories that a walk reached; the farther from the seed, the less similar. */
function walkedMemories(
  caller: RuledCaller,
  walk: Walk,
  mayBeHit: (stored: StoredMemory) => boolean,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const [id, distance] of walk.distances) {
    const stored = caller.workspace.memories.get(id);
    if (stored !== undefined && mayBeHit(stored)) candidates.push({ stored, similarity: 1 / (1 + distance) });
  }
  return candidates;
}

function isHit(caller: RuledCaller, input: Recall, stored: StoredMemory): boolean {
  const { mayRead, indexed, recall: rules } = caller.rules.memories;
  const { memory, scopeId } = stored;
  const { filters } = input;
  return (
    mayRead(caller, scopeId) &&
    (input.scope_id === undefined || scopeId === input.scope_id) &&
    (!rules.hiddenStatuses.has(memory.status) || isWanted(memory, filters)) &&
    (filters.min_confidence === undefined || rules.minConfidence(memory, filters.min_confidence)) &&
    rules.metadataMatches(memory.metadata, input.metadata_filter) &&
    indexed(caller, stored)
  );
}

function isWanted(memory: Memory, filters: Recall["filters"]): boolean {
  if (memory.status === "superseded") return filters.include_superseded;
  if (memory.status === "invalidated") return filters.include_invalidated;
  return memory.status === "expired" && filters.include_expired;
}

function scoreOf(caller: RuledCaller, { stored, similarity }: Candidate): Score {
  const { recall: rules } = caller.rules.memories;
  const parts = {
    similarity,
    confidence_bonus: rules.confidenceBonus(stored.memory),
    recency_penalty: rules.recencyPenalty(caller, stored),
    supersession_penalty: rules.supersessionPenalty(stored.memory),
  };
  return { memory_id: stored.memory.id, total: rules.total(parts), ...parts };
}
