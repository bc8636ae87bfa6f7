import { counted } from "../../spec/format-text.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { accepted, itemsAt, mayAddNeighbours, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isConnectedToScored } from "../models/edge-neighbours.ts";
import { HIDDEN } from "../models/memory-statuses.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isExpiringNow } from "../verifiers/is-expiring-now.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { judgeItems, type Rule } from "./rule.ts";

/** The hits of a recall by query match its filters and have scores. */
export const recallFilterRules: readonly Rule[] = [
  {
    requirement: "recall.filters.min-confidence",
    name: "hits have at least the minimum confidence",
    operations: ["recall"],
    judge: (knowledge) => {
      const minimumOf = (entry: HistoryEntry) => filtersOf(entry).min_confidence;
      const isAtLeast = ({ confidence }: JsonObject, minimum: unknown) =>
        typeof confidence !== "number" || typeof minimum !== "number" || confidence >= minimum;
      return judgeHits(knowledge, minimumOf, isAtLeast, "confidence");
    },
  },
  ...Object.entries(HIDDEN).map(
    ([status, member]): Rule => ({
      requirement: `recall.filters.${status}-off`,
      name: `no memory that is ${status} is shown when excluded`,
      operations: ["recall"],
      judge: (knowledge) => {
        const excludedStatus = (entry: HistoryEntry) => (filtersOf(entry)[member] === false ? status : undefined);
        const matches = (memory: JsonObject, _: unknown, entry: HistoryEntry) =>
          memory.status !== status || isExpiringNow(knowledge, entry, memory);
        return judgeHits(knowledge, excludedStatus, matches, "status");
      },
    }),
  ),
  {
    requirement: "recall.metadata-filter",
    name: "hits have the requested metadata",
    operations: ["recall"],
    judge: (knowledge) => {
      const expected = (entry: HistoryEntry) =>
        isRanked(entry) ? plainMembers(requested(entry, "metadata_filter")) : undefined;
      return judgeHits(
        knowledge,
        expected,
        ({ metadata }, filter) => !isObject(metadata) || showsValues(metadata, filter),
        "metadata",
      );
    },
  },
  {
    requirement: "recall.scores.per-hit",
    name: "each hit of a query has exactly one score",
    operations: ["recall"],
    judge: (knowledge) =>
      accepted(knowledge, "recall")
        .filter(isQuery)
        .map(judgeScores)
        .reduce((sum, count) => sum + count, 0),
  },
];

function filtersOf(entry: HistoryEntry): JsonObject {
  const filters = requested(entry, "filters");
  return asObject(filters);
}

/** Returns true for a query. A walk may show its start node whatever the filters. */
function isQuery(entry: HistoryEntry): boolean {
  return typeof requested(entry, "query") === "string" && requested(entry, "seed_id") === undefined;
}

/** Returns true for a query without neighbours, which need neither scores nor a match with the filters. */
export function isRanked(entry: HistoryEntry): boolean {
  return isQuery(entry) && !mayAddNeighbours(entry);
}

const PLAIN_TYPES = ["string", "number", "boolean"];

/**
 * Returns a filter of plain values; undefined for any other, since the contract leaves open how lists and objects
 * match.
 */
function plainMembers(filter: unknown): JsonObject | undefined {
  if (!isObject(filter) || Object.keys(filter).length === 0) return undefined;
  return Object.values(filter).every((value) => PLAIN_TYPES.includes(typeof value)) ? filter : undefined;
}

/**
 * Returns true if the metadata has the values of the filter. Whether a number equals its text is open, and whether a
 * list has a value that is one of its items.
 */
function showsValues(metadata: JsonObject, filter: unknown): boolean {
  const isShown = ([name, value]: [string, Json]) =>
    [metadata[name]].flat().some((shown) => String(shown) === String(value));
  return isObject(filter) && Object.entries(filter).every(isShown);
}

/**
 * Judges the hits of the queries for which `filterValueOf` returns a value: `matches` decides whether a memory may be among
 * them.
 */
function judgeHits(
  knowledge: Knowledge,
  filterValueOf: (entry: HistoryEntry) => unknown,
  matches: (memory: JsonObject, filterValue: unknown, entry: HistoryEntry) => boolean,
  member: string,
): number {
  let judged = 0;
  for (const entry of accepted(knowledge, "recall").filter(isQuery)) {
    const filterValue = filterValueOf(entry);
    if (filterValue === undefined) continue;
    judged += judgeItems(entry, "/data/hits", (memory) =>
      matches(memory, filterValue, entry)
        ? null
        : {
            message: `the ${member} of every hit of a recall must match the filters`,
            expected: `a ${member} that matches ${JSON.stringify(filterValue)}`,
            actual: JSON.stringify(memory[member] ?? null),
            member,
            keyword: member,
          },
    );
  }
  return judged;
}

function judgeScores(entry: HistoryEntry): number {
  const hits = itemsAt(entry, "/data/hits").map(({ value }) => value.id);
  const scored = itemsAt(entry, "/data/scores").map(({ value }) => value.memory_id);
  if (hits.length + scored.length === 0 || ![...hits, ...scored].every((id) => typeof id === "string")) return 0;
  const edges = itemsAt(entry, "/data/edges").map(({ value }) => value);
  const ranked = new Set(scored);
  // With ranked hits there may be any neighbours; without ranked hits there are none.
  const mayBeNeighbour = (id: Json | undefined) =>
    mayAddNeighbours(entry) ? ranked.size > 0 : isConnectedToScored(id, ranked, edges);
  const wrong = [...hits, ...scored].find(
    (id) => count(hits, id) !== 1 || (count(scored, id) !== 1 && (ranked.has(id) || !mayBeNeighbour(id))),
  );
  withEvidence([entry.exchange], () =>
    expectThat(wrong === undefined, {
      message: "every hit of a query must have exactly one score, and every score a hit",
      expected: `one hit and one score of ${wrong}`,
      actual: `${counted(count(hits, wrong), "hit")} and ${counted(count(scored, wrong), "score")}`,
      pointer: "/data/scores",
      keyword: "per-hit",
    }),
  );
  return 1;
}

function count(ids: readonly unknown[], expected: unknown): number {
  return ids.filter((id) => id === expected).length;
}
