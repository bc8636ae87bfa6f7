import type { JournalEntry } from "../../control/journal/entry.ts";
import type { ClientRule } from "../rule.ts";

/** Parameters that request a further page. */
const CONTINUATIONS = ["cursor", "before", "after"];

/** A client that requests fewer than the default page size wants only these. */
const USUAL_PAGE = 20;

/** A client that is told of more pages requests them, at least sometimes. */
export const followsPages: ClientRule = {
  id: "follows-pages",
  severity: "warning",
  title: "Asks for the next page where a response says that there is one",
  clause: { section: "Pagination", text: "`hasMore` tells when to stop" },
  remedy:
    "Go on until hasMore is false (get-messages: before = id of the oldest message) or nextCursor is null (search-memories: cursor).",
  judge: ({ clients }) => {
    const lists = clients.flatMap((client) => listsOf(client));
    return {
      judged: lists.filter(({ partial }) => partial.length > 0).length,
      violations: lists.flatMap(({ operation, pages, partial, goesOn }) => {
        if (partial.length === 0 || goesOn) return [];
        const message = `${partial.length} of ${pages.length} pages of ${operation} said that there is more, and no further page was requested`;
        return [{ cause: operation, message, exchanges: partial }];
      }),
    };
  },
};

/**
 * Returns the pages that a client read of each operation, those of them that were not the last, and whether it
 * requested further ones.
 */
function listsOf(client: readonly JournalEntry[]) {
  const read = client.filter(({ page, outcome }) => page !== null && outcome === "ok");
  const operations = [...new Set(read.map(({ operation }) => String(operation)))];
  return operations.map((operation) => {
    const pages = read.filter((entry) => entry.operation === operation);
    const partial = pages.filter((entry) => entry.page?.more === true && !isSmallPage(entry));
    return {
      operation,
      pages,
      partial,
      goesOn: client.some((entry) => entry.operation === operation && isFurther(entry)),
    };
  });
}

function isFurther({ query }: JournalEntry): boolean {
  return CONTINUATIONS.some((name) => query[name] !== undefined);
}

function isSmallPage({ query }: JournalEntry): boolean {
  return typeof query.limit === "string" && Number(query.limit) < USUAL_PAGE;
}
