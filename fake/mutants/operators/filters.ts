import { asObject, type Json } from "../../../spec/json.ts";
import type { Call, Reply } from "../../http/call.ts";
import type { Change } from "../../overrides/change.ts";
import { onCall } from "../../overrides/hooks.ts";
import { filtersOf } from "../guards/filters.ts";
import type { Operator } from "../model.ts";
import { operationOperator } from "./operation-operator.ts";

/** What is broken when several filters are not all heeded. */
const COMBINED: Readonly<Record<string, string>> = {
  "list-tasks": "tasks.list.combined",
  "search-memories": "memories.search.combined",
};

export const anyFilter = operationOperator(
  "any-filter",
  "lists what passes any of several filters",
  ({ id }) => COMBINED[id] ?? null,
  ({ operation }, { confined }) => confined(uniting(operation)),
);

export const forgetFilter = operationOperator(
  "forget-filter",
  "does not look at the last of several filters",
  ({ id }) => COMBINED[id] ?? null,
  ({ operation }, { confined }) =>
    confined(
      onCall(operation, ({ query }) => {
        const given = filtersOf(operation).filter((name) => query.has(name));
        const last = [...query.keys()].findLast((name) => given.includes(name));
        if (given.length > 1 && last !== undefined) query.delete(last);
      }),
    ),
);

/** Filters that items of the list show themselves, and what is broken when they come after the limit. */
const AFTERWARDS: Readonly<Record<string, string>> = {
  "list-tasks": "tasks.list.limit-fills",
};

export const cutFirst: Operator = {
  name: "cut-first",
  title: "cuts a list to its limit before it filters",
  at: (site) => {
    const breaks = AFTERWARDS[site.operation];
    if (site.kind !== "input" || breaks === undefined || !filtersOf(site.operation).includes(site.name)) return null;
    if (site.role === "text") return null;
    return { breaks, plant: ({ confined }) => confined(filteringLast(site.operation, site.name)) };
  },
};

/** Performs a search once for each of its filters and gives what any of them found. */
function uniting(operation: string): Change {
  const names = filtersOf(operation);
  return {
    around: (call, next) => {
      const given = names.filter((name) => call.query.has(name));
      if (call.operation !== operation || given.length < 2) return next();
      const replies = given.map((name) =>
        performedWith(call, next, (other) => other === name || !names.includes(other)),
      );
      const [first] = replies;
      if (first === undefined || replies.some(({ status }) => status !== 200)) return first ?? next();
      const found = replies.flatMap(({ body }) => itemsOf(body));
      const once = [...new Map(found.map((item) => [asObject(item).id, item])).values()];
      return withItems(first, once.slice(0, Number(call.query.get("limit") ?? 100)));
    },
  };
}

function filteringLast(operation: string, name: string): Change {
  return {
    around: (call, next) => {
      const wanted = call.operation === operation ? call.query.get(name) : null;
      if (wanted === null) return next();
      const reply = performedWith(call, next, (other) => other !== name);
      return reply.status === 200
        ? withItems(
            reply,
            itemsOf(reply.body).filter((item) => asObject(item)[name] === wanted),
          )
        : reply;
    },
  };
}

function performedWith(call: Call, next: () => Reply, keeps: (name: string) => boolean): Reply {
  const { query } = call;
  call.query = new URLSearchParams([...query].filter(([name]) => keeps(name)));
  const reply = next();
  call.query = query;
  return reply;
}

/** The items of a reply: its data, or the hits in it. */
function itemsOf(body: unknown): Json[] {
  const { data } = asObject(body);
  const items = Array.isArray(data) ? data : asObject(data).hits;
  return Array.isArray(items) ? items : [];
}

function withItems(reply: Reply, items: readonly Json[]): Reply {
  const body = asObject(reply.body);
  const data = Array.isArray(body.data) ? [...items] : { ...asObject(body.data), hits: [...items] };
  return { ...reply, body: { ...body, data } };
}
