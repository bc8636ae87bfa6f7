import type { JsonObject } from "../../spec/json.ts";
import { type Exchange, precedes } from "../client/exchange.ts";
import { accepted, createdAnew, hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
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
  const made = new Set(createdAnew(knowledge, "remember").flatMap((past) => (past.isOwn ? [idOf(past.exchange)] : [])));
  const shown = searches.flatMap((past) =>
    itemsAt(past, "/data/hits").flatMap(({ value }) =>
      made.has(value.id) ? [{ value, exchange: past.exchange }] : [],
    ),
  );
  const ends = searches.filter(isFullEnd);
  for (const end of ends) {
    const there = new Set(itemsAt(end, "/data/hits").map(({ value }) => value.id));
    // A memory that was found before and after the page existed in between.
    const before = shown.filter(({ value, exchange }) => !there.has(value.id) && precedes(exchange, end.exchange));
    const lost = before.find(
      ({ value }) =>
        isWanted(knowledge, end, value) &&
        shown.some(
          (later) =>
            later.value.id === value.id &&
            later.value.status === value.status &&
            precedes(end.exchange, later.exchange) &&
            isWanted(knowledge, end, later.value),
        ),
    );
    withEvidence([...(lost === undefined ? [] : [lost.exchange]), end.exchange], () =>
      expectThat(lost === undefined, {
        message: "a page as long as requested must name the next one while more memories match",
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
function isFullEnd(past: HistoryEntry): boolean {
  const limit = requested(past, "limit");
  const isPlain = Object.keys(past.input.parameters).every((name) => name === "limit" || FILTERS.includes(name));
  const cursor = valueAt(past.exchange, "/data/nextCursor") ?? null;
  return isPlain && cursor === null && typeof limit === "number" && itemsAt(past, "/data/hits").length === limit;
}

function isWanted({ context }: Knowledge, past: HistoryEntry, { kind, status }: JsonObject): boolean {
  const asked = { kind, status: usualStatus(context), ...past.input.parameters };
  return asked.kind === kind && asked.status === status;
}

function idOf(exchange: Exchange) {
  return valueAt(exchange, "/data/id");
}
