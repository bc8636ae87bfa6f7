import MiniSearch from "minisearch";
import type { StoredMessage } from "./model.ts";

/** A message found, with its relevance. */
export interface TextHit {
  readonly stored: StoredMessage;
  readonly score: number;
}

/**
 * Full text over messages: every word of the query must be in the message; BM25+ gives the relevance, and the newer
 * of two equal hits comes first. Messages are indexed when the first search after them comes, so that sending stays cheap.
 */
export function createTextIndex(byId: ReadonlyMap<string, StoredMessage>) {
  const index = new MiniSearch<{ id: string; content: string }>({
    fields: ["content"],
    searchOptions: { combineWith: "AND" },
    processTerm: (term) => term.normalize("NFKC").toLowerCase() || null,
  });
  let waiting: StoredMessage[] = [];
  const flush = () => {
    for (const { message } of waiting) index.add({ id: message.id, content: message.content });
    waiting = [];
  };
  return {
    add: (stored: StoredMessage) => {
      waiting.push(stored);
    },
    search: (query: string, mayShow: (stored: StoredMessage) => boolean): readonly TextHit[] => {
      flush();
      const hits: TextHit[] = [];
      for (const { id, score } of index.search(query)) {
        const stored = byId.get(id);
        if (stored !== undefined && mayShow(stored)) hits.push({ stored, score });
      }
      return hits.sort((a, b) => b.score - a.score || b.stored.sequence - a.stored.sequence);
    },
  };
}
