import { createSortedIndex, type SortedIndex } from "../../sorted-index.ts";
import { createInvertedIndex, type InvertedIndex } from "../../text/inverted-index.ts";
import { lengthOfJson } from "../../text/json-length.ts";
import { createEdgeStore, type EdgeStore } from "./edges.ts";
import { featuresOf } from "./embedding.ts";
import { createExpiryQueue } from "./expiry-queue.ts";
import { foldCase, type Memory, type StoredMemory } from "./model.ts";

/** The memories of one workspace and the graph between them. */
export interface MemoryStore {
  readonly count: number;
  /** Of all that is written in them and their edges; the content counts several times, for its pieces are indexed. */
  readonly characters: number;
  readonly edges: EdgeStore;
  get(id: string): StoredMemory | undefined;
  add(memory: Memory, scopeId: string, madeAt: number): StoredMemory;
  /** Memories of a scope, oldest first. */
  readonly byScope: SortedIndex<StoredMemory>;
  /** Memories of a scope that carry a tag, oldest first; the key is made by {@link tagKey}. */
  readonly byTag: SortedIndex<StoredMemory>;
  /** Memories by the words of their content and the pieces of these words. */
  readonly features: InvertedIndex<StoredMemory>;
  /** Removes the memories whose lifetime has ended at `instant` from the queue and returns them. */
  dueAt(instant: number): readonly StoredMemory[];
  all(): IterableIterator<StoredMemory>;
}

/** The factor by which a character of a memory's content counts. */
const WEIGHT = 4;

/** Key of the tag index. */
export function tagKey(scopeId: string, tag: string): string {
  return `${scopeId}\n${tag}`;
}

/** Creates an empty store. */
export function createMemoryStore(): MemoryStore {
  const byId = new Map<string, StoredMemory>();
  const byScope = createSortedIndex<StoredMemory>();
  const byTag = createSortedIndex<StoredMemory>();
  const features = createInvertedIndex<StoredMemory>(({ memory }) => {
    const { words, pieces } = featuresOf(memory.content);
    return [...words, ...pieces];
  });
  const expiries = createExpiryQueue<StoredMemory>();
  const edges = createEdgeStore();
  let characters = 0;
  return {
    get count() {
      return byId.size;
    },
    get characters() {
      return characters + edges.characters;
    },
    edges,
    features,
    byScope,
    byTag,
    get: (id) => byId.get(id),
    all: () => byId.values(),
    dueAt: expiries.takeUntil,
    add: (memory, scopeId, madeAt) => {
      const stored: StoredMemory = {
        memory,
        scopeId,
        madeAt,
        sequence: byId.size,
        expiresAt: memory.expires_at === null ? Infinity : Date.parse(memory.expires_at),
        tags: tagsOf(memory.metadata),
        folded: foldCase(memory.content),
      };
      byId.set(memory.id, stored);
      characters += WEIGHT * memory.content.length + lengthOfJson(memory.metadata);
      byScope.add(scopeId, stored);
      features.add(stored);
      for (const tag of stored.tags) byTag.add(tagKey(scopeId, tag), stored);
      if (stored.expiresAt !== Infinity) expiries.add(stored);
      return stored;
    },
  };
}

function tagsOf(metadata: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const tags = Object.hasOwn(metadata, "tags") ? metadata.tags : undefined;
  return new Set(Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : []);
}
