import type { Sequenced } from "../../sorted-index.ts";

/** Kinds of memory. */
export const MEMORY_KINDS = ["decision", "fact", "preference"] as const;
/** Statuses of a memory. */
export const MEMORY_STATUSES = ["current", "proposed", "superseded", "contested", "expired", "invalidated"] as const;
/** Named lifetimes. */
export const TTL_PRESETS = ["VOLATILE", "ACTIVE", "STABLE"] as const;

export type MemoryKind = (typeof MEMORY_KINDS)[number];
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];
export type TtlPreset = (typeof TTL_PRESETS)[number];

/** A memory with every field that the contract names. */
export interface Memory {
  readonly id: string;
  readonly org_id: string;
  readonly kind: MemoryKind;
  status: MemoryStatus;
  readonly content: string;
  readonly confidence: number;
  version: number;
  readonly ttl_seconds: number | null;
  readonly created_at: string;
  last_reinforced_at: string;
  readonly expires_at: string | null;
  invalidated_at: string | null;
  invalidated_by: string | null;
  invalidated_reason: string | null;
  readonly content_hash: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A memory in the store. */
export interface StoredMemory extends Sequenced {
  readonly memory: Memory;
  readonly scopeId: string;
  readonly madeAt: number;
  /** Milliseconds since 1970; Infinity when it never expires. */
  readonly expiresAt: number;
  /** Strings of `metadata.tags`. */
  readonly tags: ReadonlySet<string>;
  /** The content in case-insensitive form. */
  readonly folded: string;
}

/** A link between two nodes of the memory graph. */
export interface Edge {
  readonly id: string;
  readonly from_id: string;
  readonly from_type: string;
  readonly to_id: string;
  readonly to_type: string;
  readonly edge_type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

/**
 * The ranking of a memory in a recall; total = similarity + confidence_bonus - recency_penalty - supersession_penalty.
 */
export interface Score {
  readonly memory_id: string;
  readonly total: number;
  readonly similarity: number;
  readonly confidence_bonus: number;
  readonly recency_penalty: number;
  readonly supersession_penalty: number;
}

/** A memory that a recall returns. */
export interface Ranked {
  readonly stored: StoredMemory;
  readonly score: Score;
}

/** A message that a recalled memory was derived from. */
export interface ProvenanceMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly thread_id: string | null;
  readonly author_identity_id: string | null;
  readonly kind: string;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly version: number;
}

/** Returns the case-insensitive form of a text. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** A memory that may become a hit of a recall, with its similarity to the query. */
export interface Candidate {
  readonly stored: StoredMemory;
  /** From 0 to 1. */
  readonly similarity: number;
}
