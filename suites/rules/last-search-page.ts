import type { JsonObject } from "../../spec/json.ts";
import { type Exchange, precedes } from "../client/exchange.ts";
import { accepted, hasTargetDetails, itemsAt, requested, uniquelyCreated } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { usualStatus } from "../models/memory-statuses.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Filters on fields that hits show. */
const FILTERS = ["kind", "status"];

/** A full page is not the last one while further memories match it that were found before and after. */
export const lastSearchPageRules: readonly Rule[] = [
  {
    requirement: "memories.search.walk",
    name: "a page without a cursor is the last",
    operations: ["remember", "search-memories"],
    judge: judgeEnds,
  },
];

function judgeEnds(knowledge: Knowledge): number {
  // With several replicas, each may end its list according to its own state.
  if (!hasTargetDetails(knowledge) || knowledge.settlingMs() > 0) return 0;
  const searches = accepted(knowledge, "search-memories").filter(({ isOwn }) => isOwn);
  const created = new Set(
    uniquelyCreated(knowledge, "remember").flatMap((entry) => (entry.isOwn ? [idOf(entry.exchange)] : [])),
  );
  const shown = searches.flatMap((entry) =>
    itemsAt(entry, "/data/hits").flatMap(({ value }) =>
      created.has(value.id) ? [{ value, exchange: entry.exchange }] : [],
    ),
  );
  const ends = searches.filter(isFullEnd);
  for (const end of ends) {
    const there = new Set(itemsAt(end, "/data/hits").map(({ value }) => value.id));
    // A memory that was found before and after the page existed in between.
    const before = shown.filter(({ value, exchange }) => !there.has(value.id) && precedes(exchange, end.exchange));
    const lost = before.find(
      ({ value }) =>
        matchesFilters(knowledge, end, value) &&
        shown.some(
          (later) =>
            later.value.id === value.id &&
            later.value.status === value.status &&
            precedes(end.exchange, later.exchange) &&
            matchesFilters(knowledge, end, later.value),
        ),
    );
    withEvidence([...(lost === undefined ? [] : [lost.exchange]), end.exchange], () =>
      expectThat(lost === undefined, {
        message: "a page that fills its limit must have a cursor while more memories match",
        expected: "a cursor",
        actual: `none, and no memory ${lost?.value.id}, which was found before and after`,
        pointer: "/data/nextCursor",
        keyword: "ended",
      }),
    );
  }
  return ends.length;
}

/** Returns true for a first page that uses only filters on shown fields, is as long as its limit, and has no cursor. */
function isFullEnd(entry: HistoryEntry): boolean {
  const limit = requested(entry, "limit");
  const isPlain = Object.keys(entry.input.parameters).every((name) => name === "limit" || FILTERS.includes(name));
  const cursor = valueAt(entry.exchange, "/data/nextCursor") ?? null;
  return isPlain && cursor === null && typeof limit === "number" && itemsAt(entry, "/data/hits").length === limit;
}

function matchesFilters({ context }: Knowledge, entry: HistoryEntry, { kind, status }: JsonObject): boolean {
  const filters = { kind, status: usualStatus(context), ...entry.input.parameters };
  return filters.kind === kind && filters.status === status;
}

function idOf(exchange: Exchange) {
  return valueAt(exchange, "/data/id");
}
