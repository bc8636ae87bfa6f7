import { asObject, isObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectThat } from "./expect.ts";
import { listAt } from "./read.ts";
import { similarityTolerance } from "./similarity-tolerance.ts";

/** Shorter queries have too few words for a part of them to be clearly less similar. */
const MIN_WORDS = 6;

/**
 * Throws a Failure if a hit of a recall by query is more similar than the hit whose content is the query, although it has at
 * most half of the query's words. Equal similarities are accepted: how similarity is measured is open. Returns the number of
 * hits compared; 0 if no hit has the query as its content or no similarities are given.
 */
export function expectNearest(exchange: Exchange, query: string): number {
  const words = new Set(wordsOf(query));
  if (words.size < MIN_WORDS) return 0;
  const similarities = similaritiesOf(exchange);
  const hits = listAt(exchange, "/data/hits").filter(isObject);
  const exact = hits.find(({ content }) => content === query);
  const max = similarities.get(exact?.id);
  if (exact === undefined || max === undefined) return 0;
  const slack = similarityTolerance([...similarities.values()]);
  let compared = 0;
  for (const [place, { id, content }] of hits.entries()) {
    const similarity = similarities.get(id);
    if (similarity === undefined || typeof content !== "string") continue;
    const shared = new Set(wordsOf(content).filter((word) => words.has(word)));
    if (shared.size * 2 > words.size) continue;
    compared += 1;
    expectThat(similarity <= max + slack, {
      message: "a memory with a part of the query must not be more similar than the memory whose content is the query",
      expected: `at most ${max}`,
      actual: String(similarity),
      pointer: `/data/hits/${place}`,
      keyword: "similarity",
    });
  }
  return compared;
}

function similaritiesOf(exchange: Exchange): ReadonlyMap<unknown, number> {
  return new Map(
    listAt(exchange, "/data/scores").flatMap((score): [unknown, number][] => {
      const { memory_id: id, similarity } = asObject(score);
      return typeof similarity === "number" ? [[id, similarity]] : [];
    }),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
