import type { JsonObject } from "../../spec/json.ts";
import { type Exchange, precedes } from "../client/exchange.ts";
import { accepted, hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createdByCaller } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { hasHistoryCutoff } from "../verifiers/history-cutoff.ts";
import { expectHasMore, MESSAGES_HAS_MORE, paginationOf } from "../verifiers/pagination.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { LISTS } from "./limits.ts";
import type { Rule } from "./rule.ts";

/** The pagination in the meta of a page agrees with its data and with the next page. */
export const paginationAgreesRules: readonly Rule[] = [
  {
    requirement: "pagination.agrees",
    name: "a page of messages has the same hasMore in its meta as in its data",
    operations: ["get-messages"],
    judge: judgeMessages,
  },
  {
    requirement: "pagination.agrees",
    name: "hasMore is true in the meta of a page whose cursor leads to memories that were there before",
    operations: ["search-memories", "remember"],
    judge: judgeCursors,
  },
  {
    requirement: "pagination.agrees",
    name: "the total of a page is no less than the items shown",
    operations: LISTS.map(({ operation }) => operation),
    judge: judgeTotals,
  },
];

function judgeMessages(knowledge: Knowledge): number {
  const pages = accepted(knowledge, "get-messages").filter(({ exchange }) => !hasHistoryCutoff({ exchange }));
  return pages.filter(({ exchange }) => expectHasMore(exchange, valueAt(exchange, "/data/hasMore"), MESSAGES_HAS_MORE))
    .length;
}

function judgeCursors(knowledge: Knowledge): number {
  // With several replicas, each may count its own state.
  if (!hasTargetDetails(knowledge) || knowledge.settlingMs() > 0) return 0;
  const pages = accepted(knowledge, "search-memories").filter(({ isOwn }) => isOwn);
  const pageByNextCursor = new Map(pages.map((page) => [valueAt(page.exchange, "/data/nextCursor"), page]));
  const created = createdByCaller(knowledge, "remember");
  const firstShown = new Map<string, Exchange>();
  const wasShown = (id: string, before: Exchange) => {
    const shown = firstShown.get(id);
    return shown !== undefined && precedes(shown, before);
  };
  let judged = 0;
  for (const page of pages) {
    const ids = hitsOf(page).map(({ id }) => String(id));
    const cursor = requested(page, "cursor");
    // A first page has no cursor and a last page gives none, which does not make one follow the other.
    const before = cursor === undefined ? undefined : pageByNextCursor.get(cursor);
    if (before !== undefined && precedes(before.exchange, page.exchange)) {
      const isNext = ids.some((id) => created.has(id) && wasShown(id, before.exchange));
      judged += Number(isNext && expectHasMore(before.exchange, true, "the page that its cursor leads to"));
    }
    for (const id of ids) if (!firstShown.has(id)) firstShown.set(id, page.exchange);
  }
  return judged;
}

function hitsOf(page: HistoryEntry): readonly JsonObject[] {
  return itemsAt(page, "/data/hits").map(({ value }) => value);
}

function judgeTotals(knowledge: Knowledge): number {
  let judged = 0;
  for (const { operation, pointer } of LISTS) {
    for (const entry of accepted(knowledge, operation)) {
      const total = paginationOf(entry.exchange)?.total;
      // What an expansion adds to the hits of a recall need not be counted.
      if (typeof total !== "number" || requested(entry, "expand") !== undefined) continue;
      judged += 1;
      const shown = itemsAt(entry, pointer).length;
      withEvidence([entry.exchange], () =>
        expectThat(total >= shown, {
          message: "the total of a pagination should count at least what the response shows",
          expected: `at least ${shown}`,
          actual: String(total),
          pointer: "/meta/pagination/total",
          keyword: "total",
        }),
      );
    }
  }
  return judged;
}
