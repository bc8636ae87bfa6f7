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
      const leastOf = (past: HistoryEntry) => filtersOf(past).min_confidence;
      const isSure = ({ confidence }: JsonObject, least: unknown) =>
        typeof confidence !== "number" || typeof least !== "number" || confidence >= least;
      return judgeHits(knowledge, leastOf, isSure, "confidence");
    },
  },
  ...Object.entries(HIDDEN).map(
    ([status, member]): Rule => ({
      requirement: `recall.filters.${status}-off`,
      name: `no memory that is ${status} is shown when excluded`,
      operations: ["recall"],
      judge: (knowledge) => {
        const unwanted = (past: HistoryEntry) => (filtersOf(past)[member] === false ? status : undefined);
        const isLetIn = (memory: JsonObject, _: unknown, past: HistoryEntry) =>
          memory.status !== status || isExpiringNow(knowledge, past, memory);
        return judgeHits(knowledge, unwanted, isLetIn, "status");
      },
    }),
  ),
  {
    requirement: "recall.metadata-filter",
    name: "hits have the requested metadata",
    operations: ["recall"],
    judge: (knowledge) => {
      const wanted = (past: HistoryEntry) =>
        isRanked(past) ? plainMembers(requested(past, "metadata_filter")) : undefined;
      return judgeHits(
        knowledge,
        wanted,
        ({ metadata }, filter) => !isObject(metadata) || holds(metadata, filter),
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
        .reduce((sum, one) => sum + one, 0),
  },
];

function filtersOf(past: HistoryEntry): JsonObject {
  const filters = requested(past, "filters");
  return asObject(filters);
}

/** Returns true for a query. A walk may show its start node whatever the filters. */
function isQuery(past: HistoryEntry): boolean {
  return typeof requested(past, "query") === "string" && requested(past, "seed_id") === undefined;
}

/** Returns true for a query without neighbours, which need neither scores nor a match with the filters. */
export function isRanked(past: HistoryEntry): boolean {
  return isQuery(past) && !mayAddNeighbours(past);
}

const PLAIN = ["string", "number", "boolean"];

/**
 * Returns a filter of plain values; undefined for any other, since the contract leaves open how lists and objects
 * match.
 */
function plainMembers(filter: unknown): JsonObject | undefined {
  if (!isObject(filter) || Object.keys(filter).length === 0) return undefined;
  return Object.values(filter).every((value) => PLAIN.includes(typeof value)) ? filter : undefined;
}

/**
 * Returns true if the metadata has the values of the filter. Whether a number equals its text is open, and whether a
 * list has a value that is one of its items.
 */
function holds(metadata: JsonObject, filter: unknown): boolean {
  const isHeld = ([name, value]: [string, Json]) =>
    [metadata[name]].flat().some((held) => String(held) === String(value));
  return isObject(filter) && Object.entries(filter).every(isHeld);
}

/**
 * Judges the hits of the queries for which `askedOf` returns a value: `isLetIn` decides whether a memory may be among
 * them.
 */
function judgeHits(
  knowledge: Knowledge,
  askedOf: (past: HistoryEntry) => unknown,
  isLetIn: (memory: JsonObject, asked: unknown, past: HistoryEntry) => boolean,
  member: string,
): number {
  let judged = 0;
  for (const past of accepted(knowledge, "recall").filter(isQuery)) {
    const asked = askedOf(past);
    if (asked === undefined) continue;
    judged += judgeItems(past, "/data/hits", (memory) =>
      isLetIn(memory, asked, past)
        ? null
        : {
            message: `no hit of a recall may have another ${member} than its filters allow`,
            expected: `a ${member} that goes with ${JSON.stringify(asked)}`,
            actual: JSON.stringify(memory[member] ?? null),
            member,
            keyword: member,
          },
    );
  }
  return judged;
}

function judgeScores(past: HistoryEntry): number {
  const hits = itemsAt(past, "/data/hits").map(({ value }) => value.id);
  const scored = itemsAt(past, "/data/scores").map(({ value }) => value.memory_id);
  if (hits.length + scored.length === 0 || ![...hits, ...scored].every((id) => typeof id === "string")) return 0;
  const edges = itemsAt(past, "/data/edges").map(({ value }) => value);
  const ranked = new Set(scored);
  // With ranked hits there may be any neighbours; without ranked hits there are none.
  const mayBeBeside = (id: Json | undefined) =>
    mayAddNeighbours(past) ? ranked.size > 0 : isConnectedToScored(id, ranked, edges);
  const wrong = [...hits, ...scored].find(
    (id) => count(hits, id) !== 1 || (count(scored, id) !== 1 && (ranked.has(id) || !mayBeBeside(id))),
  );
  withEvidence([past.exchange], () =>
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

function count(ids: readonly unknown[], wanted: unknown): number {
  return ids.filter((id) => id === wanted).length;
}
