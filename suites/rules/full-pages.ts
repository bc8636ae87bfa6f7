import { precedes } from "../client/exchange.ts";
import { itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { sightingsOn } from "../knowledge/listings.ts";
import { acceptedHere } from "../knowledge/resources.ts";
import { isSettled } from "../knowledge/settled.ts";
import { numberAt, parameterSchema } from "../models/document-facts.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { sameJson } from "../verifiers/same-json.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A page of memories is full if another one follows it: as long as its limit or, without one, as the default. */
export const fullPageRules: readonly Rule[] = [
  {
    requirement: "memories.search.limit-fills",
    name: "pages are full when others follow",
    operations: ["search-memories"],
    judge: judgeLimits,
  },
  {
    requirement: "memories.search.default-limit",
    name: "pages without a limit have the default number of memories when others follow",
    operations: ["search-memories"],
    judge: judgeDefaults,
  },
];

/** A page, the number of memories that it has to have, and one that follows it. */
interface FollowedPage {
  readonly page: HistoryEntry;
  readonly limit: number;
  readonly follower: HistoryEntry;
}

function judgeLimits(knowledge: Knowledge): number {
  const pages = followedPages(knowledge, (page) => requested(page, "limit"));
  for (const page of pages) expectFull(page, "a page that another follows should hold as many memories as its limit");
  return pages.length;
}

/** The number of full pages with a limit that show that pages of the target are full. */
const MIN_FULL_PAGES = 3;

/** Pages that are filtered for permission after reading may be short: then their length does not show the default. */
function judgeDefaults(knowledge: Knowledge): number {
  const limited = followedPages(knowledge, (page) => requested(page, "limit"));
  if (limited.length < MIN_FULL_PAGES || limited.some((page) => !isFull(page))) return 0;
  const usual = numberAt(parameterSchema(knowledge.context.document, "search-memories", "limit"), "default");
  // The contract leaves open which limit a later page has that is requested without one.
  const isFirst = (page: HistoryEntry) =>
    requested(page, "limit") === undefined && requested(page, "cursor") === undefined;
  const pages = followedPages(knowledge, (page) => (isFirst(page) ? usual : undefined));
  for (const page of pages) expectFull(page, "a page without a limit must hold the default number while more match");
  return pages.length;
}

function isFull({ page, limit }: FollowedPage): boolean {
  return itemsAt(page, "/data/hits").length >= limit;
}

function expectFull(followed: FollowedPage, message: string): void {
  const { page, follower, limit } = followed;
  withEvidence([page.exchange, follower.exchange], () =>
    expectThat(isFull(followed), {
      message,
      expected: String(limit),
      actual: `${itemsAt(page, "/data/hits").length}, and its cursor leads to further memories`,
      pointer: "/data/hits",
      keyword: "short",
    }),
  );
}

/**
 * Returns the pages with a limit between 1 and the maximum whose cursor leads to a memory that was there before. All
 * pages of a walk may have the same cursor, so what it leads to is the next page requested with it.
 */
function followedPages(knowledge: Knowledge, limitOf: (page: HistoryEntry) => unknown): readonly FollowedPage[] {
  const pages = acceptedHere(knowledge, "search-memories");
  const max = numberAt(parameterSchema(knowledge.context.document, "search-memories", "limit"), "maximum");
  const seen = sightingsOn(pages, "/data/hits");
  return pages.flatMap((page): FollowedPage[] => {
    const [limit, next] = [limitOf(page), valueAt(page.exchange, "/data/nextCursor")];
    if (typeof next !== "string" || next === "") return [];
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > (max ?? limit)) return [];
    const follower = pages.find(
      (other) =>
        precedes(page.exchange, other.exchange) &&
        requested(other, "cursor") === next &&
        other.otherKey === page.otherKey &&
        sameJson(filtersOf(other), filtersOf(page)),
    );
    const wasThere = (id: unknown) => {
      const [first] = seen.get(id) ?? [];
      return first !== undefined && isSettled(knowledge, first.exchange, page.exchange);
    };
    if (follower === undefined || !itemsAt(follower, "/data/hits").some(({ value }) => wasThere(value.id))) return [];
    return [{ page, limit, follower }];
  });
}

function filtersOf({ input }: HistoryEntry) {
  const { limit, cursor, ...filters } = input.parameters;
  return filters;
}
