import { quoted } from "../../../spec/quoted.ts";
import type { Fake } from "../../fake.ts";
import type { JournalFilter } from "../journal/entry.ts";
import { integer } from "../json-schema.ts";
import { problem } from "../problem.ts";
import { listOfNamed, memberSchemas, responseOf, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";
import { journalFilter } from "../schemas.ts";

const area = "Request journal";
const DEFAULT_LIMIT = 100;
const { count } = memberSchemas;

interface Paged extends JournalFilter {
  readonly limit?: number;
}

interface Waited extends JournalFilter {
  readonly count?: number;
  readonly timeoutMs?: number;
}

/** Returns the filter with `main` resolved. */
function filterOf(fake: Fake, { workspace, ...rest }: JournalFilter): JournalFilter {
  if (workspace === undefined) return rest;
  return { ...rest, workspace: fake.control.workspace(workspace).describe().id };
}

/** Routes of the requests of clients and the reasons of rejections. */
export const journalRoutes = [
  route<object, Paged>({
    id: "list-journal",
    method: "GET",
    path: "/journal",
    area,
    summary:
      "Lists requests to the API, oldest first, the newest of those that match; a rejected one says why, with a hint.",
    gives: responseWith(
      { entries: listOfNamed("JournalEntry"), matching: count, last: count, dropped: count, capacity: count },
      "entries, matching (how many there are), last (the newest number), dropped (how many had to make room), capacity",
    ),
    query: { ...journalFilter, limit: integer("How many entries, the newest; 100 by default", 1, 100_000) },
    example: { after: "/v1/agent/list-tasks", query: "outcome=ok" },
    handle: ({ fake, query: { limit = DEFAULT_LIMIT, ...filter } }) => {
      const found = fake.journal.find(filterOf(fake, filter));
      const { last, dropped, capacity } = fake.journal;
      return { entries: found.slice(-limit), matching: found.length, last, dropped, capacity };
    },
  }),
  route<object, JournalFilter>({
    id: "count-journal",
    method: "GET",
    path: "/journal/count",
    area,
    summary: "Counts the requests that match.",
    gives: responseWith({ count, last: count }, "count, and last (the newest number)"),
    query: journalFilter,
    example: { query: "operation=list-tasks" },
    handle: ({ fake, query }) => ({ count: fake.journal.count(filterOf(fake, query)), last: fake.journal.last }),
  }),
  route<object, Waited>({
    id: "wait-journal",
    method: "GET",
    path: "/journal/wait",
    area,
    summary:
      "Responds once enough requests match, those before included; 408 when they do not come, with what came close.",
    gives: responseWith({ entries: listOfNamed("JournalEntry") }, "entries"),
    query: {
      ...journalFilter,
      count: integer("How many must match, 1 by default", 1, 100_000),
      timeoutMs: integer("How long to wait, in milliseconds; 10,000 by default", 0, 60_000),
    },
    example: { query: "operation=list-tasks&timeoutMs=5000" },
    handle: async ({ fake, query: { count: wanted = 1, timeoutMs = 10_000, ...filter }, signal }) => {
      return { entries: await fake.journal.waitFor(filterOf(fake, filter), { count: wanted, timeoutMs, signal }) };
    },
  }),
  route({
    id: "get-journal-entry",
    method: "GET",
    path: "/journal/:number",
    area,
    summary: "Shows one request by its number.",
    gives: responseOf("JournalEntry", "the entry"),
    example: { params: { number: "1" } },
    handle: ({ fake, params: { number = "" } }) => {
      const entry = fake.journal.get(Number(number));
      if (entry !== undefined) return entry;
      const { last, dropped } = fake.journal;
      const there =
        last === 0
          ? "No request has come yet."
          : `The newest has number ${last}; ${dropped} older ones had to make room.`;
      throw problem("not_found", `The journal has no entry ${quoted(number)}`, there);
    },
  }),
  route({
    id: "clear-journal",
    method: "DELETE",
    path: "/journal",
    area,
    summary: "Forgets all requests; numbers go on.",
    gives: responseWith({ last: count }, "last, the number of the newest request"),
    handle: ({ fake }) => {
      fake.journal.clear();
      return { last: fake.journal.last };
    },
  }),
];
