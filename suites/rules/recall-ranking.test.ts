import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { recallRankingRules } from "./recall-ranking.ts";
import { soundRules } from "./sound.ts";
import { judged, past } from "./testing/judged.ts";

const hits = [{ id: "m1" }, { id: "m2" }];
const scores = (...totals: readonly number[]) =>
  totals.map((total, place) => ({ memory_id: `m${place + 1}`, total, similarity: total }));
const recalled = (asked: JsonObject, given: Json) => ({
  recall: [past({ query: "words", expand: ["provenance"], ...asked }, { hits, scores: given })],
});

test("hits of a query stand in order of their scores", () => {
  expect(judged(recallRankingRules, "recall.order", recalled({}, scores(2, 1)))).toBe(1);
  expect(judged(recallRankingRules, "recall.order", recalled({}, scores(1, 2)))).toBe("broken");
  // Neighbours of hits need not be ranked.
  expect(judged(recallRankingRules, "recall.order", recalled({ expand: ["related"] }, scores(1, 2)))).toBe(0);
});

test("no memory with a part of a query is nearer than the one whose content is the query", () => {
  const query = "one two three four five six";
  const of = (whole: number, part: number, content = "one two") => ({
    recall: [
      past(
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
  expect(judged(recallRankingRules, "recall.nearest", of(1, 0.5))).toBe(1);
  expect(judged(recallRankingRules, "recall.nearest", of(1, 1))).toBe(1);
  expect(judged(recallRankingRules, "recall.nearest", of(0.5, 1))).toBe("broken");
  // Most of the words, in another order or form, may be as near by some measure.
  expect(judged(recallRankingRules, "recall.nearest", of(0.5, 1, "four three two one"))).toBe(0);
});

test("no hit is less similar than was asked for", () => {
  const least = (value: number) => recalled({ filters: { min_similarity: value } }, scores(0.9, 0.5));
  expect(judged(recallRankingRules, "recall.filters.min-similarity", least(0.5))).toBe(2);
  expect(judged(recallRankingRules, "recall.filters.min-similarity", least(0.6))).toBe("broken");
  // As scores may be cut to be shown.
  const cut = recalled({ filters: { min_similarity: 0.925 } }, scores(0.93, 0.92));
  expect(judged(recallRankingRules, "recall.filters.min-similarity", cut)).toBe(2);
});

test("with a scope nothing shows that was written to the other one that is told of", () => {
  const remembered = [past({ scope_id: "s1" }, { id: "m1" }), past({ scope_id: "s2" }, { id: "m2" })];
  const found = (scope: string, ...ids: readonly string[]) => ({
    remember: remembered,
    "search-memories": [past({ scope }, { hits: ids.map((id) => ({ id })) })],
  });
  expect(judged(soundRules, "memories.search.scope", found("s1", "m1", "unknown"))).toBe(1);
  expect(judged(soundRules, "memories.search.scope", found("s1", "m2"))).toBe("broken");
  const tagged = { ...found("s1"), "search-memories": [past({ scope: "s1", tags: ["a"] }, { hits: [{ id: "m2" }] })] };
  expect(judged(soundRules, "memories.search.combined", tagged)).toBe("broken");
  expect(judged(soundRules, "memories.search.scope", tagged)).toBe("broken");
  // A scope that holds others may show theirs.
  expect(judged(soundRules, "memories.search.scope", found("s0", "m1", "m2"))).toBe(0);
});

test("a provenance message is shown as it was sent", () => {
  const history = (content: string, channel_id: string | null) => ({
    "send-message": [past({ channelId: "c1", content: "one" }, { id: "1", content: "one" })],
    recall: [past({ query: "words" }, { messages: [{ id: "1", content, channel_id }] }, "theirs")],
  });
  expect(judged(recallRankingRules, "recall.expand.provenance-content", history("one", null))).toBe(1);
  expect(judged(recallRankingRules, "recall.expand.provenance-content", history("on", null))).toBe("broken");
  expect(judged(recallRankingRules, "recall.expand.provenance-content", history("one", "c2"))).toBe("broken");
});

test("a provenance message was created when it was sent", () => {
  const history = (created_at: string) => ({
    "send-message": [past({ channelId: "c1" }, { id: "1", createdAt: "2026-01-01T10:00:00.400Z" })],
    recall: [past({ query: "words" }, { messages: [{ id: "1", created_at }] })],
  });
  const judge = (created_at: string) => judged(recallRankingRules, "consistency.message-views", history(created_at));
  expect(judge("2026-01-01T11:00:00+01:00")).toBe(1);
  expect(judge("2026-01-01T10:01:00Z")).toBe("broken");
  expect(judge("just now")).toBe(0);
});
