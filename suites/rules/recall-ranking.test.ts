import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { excludedItemRules } from "./excluded-items.ts";
import { recallRankingRules } from "./recall-ranking.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const hits = [{ id: "m1" }, { id: "m2" }];
const scores = (...totals: readonly number[]) =>
  totals.map((total, place) => ({ memory_id: `m${place + 1}`, total, similarity: total }));
const recalled = (requested: JsonObject, scoreList: Json) => ({
  recall: [acceptedEntry({ query: "words", expand: ["provenance"], ...requested }, { hits, scores: scoreList })],
});

test("requires the hits of a query to be ordered by score", () => {
  expect(verdictOf(recallRankingRules, "recall.order", recalled({}, scores(2, 1)))).toBe(1);
  expect(verdictOf(recallRankingRules, "recall.order", recalled({}, scores(1, 2)))).toBe("broken");
  // Neighbours of hits need not be ranked.
  expect(verdictOf(recallRankingRules, "recall.order", recalled({ expand: ["related"] }, scores(1, 2)))).toBe(0);
});

test("requires a memory whose content is the query to rank at least as high as one with a part of it", () => {
  const query = "one two three four five six";
  const of = (whole: number, part: number, content = "one two") => ({
    recall: [
      acceptedEntry(
        { query, expand: ["provenance"] },
        {
          hits: [
            { id: "m1", content: query },
            { id: "m2", content },
          ],
          scores: scores(whole, part),
        },
      ),
    ],
  });
  expect(verdictOf(recallRankingRules, "recall.nearest", of(1, 0.5))).toBe(1);
  expect(verdictOf(recallRankingRules, "recall.nearest", of(1, 1))).toBe(1);
  expect(verdictOf(recallRankingRules, "recall.nearest", of(0.5, 1))).toBe("broken");
  // Most of the words in another order may be as similar by some measure.
  expect(verdictOf(recallRankingRules, "recall.nearest", of(0.5, 1, "four three two one"))).toBe(0);
});

test("reports a hit below the requested min_similarity", () => {
  const recalledWithMin = (value: number) => recalled({ filters: { min_similarity: value } }, scores(0.9, 0.5));
  expect(verdictOf(recallRankingRules, "recall.filters.min-similarity", recalledWithMin(0.5))).toBe(2);
  expect(verdictOf(recallRankingRules, "recall.filters.min-similarity", recalledWithMin(0.6))).toBe("broken");
  // Scores may be truncated in responses.
  const cut = recalled({ filters: { min_similarity: 0.925 } }, scores(0.93, 0.92));
  expect(verdictOf(recallRankingRules, "recall.filters.min-similarity", cut)).toBe(2);
});

test("reports a memory that was written to the other known scope in a search by scope", () => {
  const remembered = [acceptedEntry({ scope_id: "s1" }, { id: "m1" }), acceptedEntry({ scope_id: "s2" }, { id: "m2" })];
  const found = (scope: string, ...ids: readonly string[]) => ({
    remember: remembered,
    "search-memories": [acceptedEntry({ scope }, { hits: ids.map((id) => ({ id })) })],
  });
  expect(verdictOf(excludedItemRules, "memories.search.scope", found("s1", "m1", "unknown"))).toBe(1);
  expect(verdictOf(excludedItemRules, "memories.search.scope", found("s1", "m2"))).toBe("broken");
  const tagged = {
    ...found("s1"),
    "search-memories": [acceptedEntry({ scope: "s1", tags: ["a"] }, { hits: [{ id: "m2" }] })],
  };
  expect(verdictOf(excludedItemRules, "memories.search.combined", tagged)).toBe("broken");
  expect(verdictOf(excludedItemRules, "memories.search.scope", tagged)).toBe("broken");
  // A scope that contains other scopes may show their memories.
  expect(verdictOf(excludedItemRules, "memories.search.scope", found("s0", "m1", "m2"))).toBe(0);
});

test("requires a provenance message to show its content and channel as sent", () => {
  const history = (content: string, channel_id: string | null) => ({
    "send-message": [acceptedEntry({ channelId: "c1", content: "one" }, { id: "1", content: "one" })],
    recall: [acceptedEntry({ query: "words" }, { messages: [{ id: "1", content, channel_id }] }, "theirs")],
  });
  expect(verdictOf(recallRankingRules, "recall.expand.provenance-content", history("one", null))).toBe(1);
  expect(verdictOf(recallRankingRules, "recall.expand.provenance-content", history("on", null))).toBe("broken");
  expect(verdictOf(recallRankingRules, "recall.expand.provenance-content", history("one", "c2"))).toBe("broken");
});

test("requires a provenance message to show the time at which it was sent", () => {
  const history = (created_at: string) => ({
    "send-message": [acceptedEntry({ channelId: "c1" }, { id: "1", createdAt: "2026-01-01T10:00:00.400Z" })],
    recall: [acceptedEntry({ query: "words" }, { messages: [{ id: "1", created_at }] })],
  });
  const judge = (created_at: string) => verdictOf(recallRankingRules, "consistency.message-views", history(created_at));
  expect(judge("2026-01-01T11:00:00+01:00")).toBe(1);
  expect(judge("2026-01-01T10:01:00Z")).toBe("broken");
  expect(judge("just now")).toBe(0);
});
