import type { JournalEntry } from "../../control/journal/entry.ts";
import { nameOf } from "../exchanges.ts";
import type { History } from "../history.ts";
import type { ClientRule, Violation } from "../rule.ts";

/** Search parameters that are not filters. */
const PAGING = ["cursor", "limit"];

/** A client passes a cursor unchanged, with the filters of the page that returned it. */
export const keepsFiltersWithCursor: ClientRule = {
  id: "keeps-filters-with-cursor",
  severity: "error",
  title: "Passes a cursor unchanged, with the filters of the page that gave it",
  clause: {
    section: "Pagination",
    text: "`search-memories`: pass `nextCursor` as the cursor of the next request until it is absent or null.",
  },
  remedy: "Build the next request from the one before: the same filters, and nextCursor as it came.",
  judge: ({ entries, isComplete }: History) => {
    const used = entries.filter(({ query }) => typeof query.cursor === "string" && query.cursor !== "");
    return {
      judged: used.length,
      violations: used.flatMap((entry) => {
        const origin = entries.find(({ page }) => page?.cursor === entry.query.cursor);
        if (origin !== undefined) return otherFilters(entry, origin);
        if (!isComplete) return [];
        const message = `${nameOf(entry)} has a cursor that no response gave`;
        return [{ cause: `${entry.operation} unknown`, message, exchanges: [entry] }];
      }),
    };
  },
};

function otherFilters(entry: JournalEntry, origin: JournalEntry): Violation[] {
  const names = [...new Set([...Object.keys(origin.query), ...Object.keys(entry.query)])];
  const changed = names.filter(
    (name) => !PAGING.includes(name) && JSON.stringify(origin.query[name]) !== JSON.stringify(entry.query[name]),
  );
  if (changed.length === 0) return [];
  const changes = changed.map((name) => `${name} was ${shown(origin.query[name])} and is ${shown(entry.query[name])}`);
  const message = `${nameOf(entry)} has the cursor of request ${origin.number} and other filters: ${changes.join("; ")}`;
  return [{ cause: `${entry.operation} ${changed.join(" ")}`, message, exchanges: [origin, entry] }];
}

function shown(value: JournalEntry["query"][string] | undefined): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
