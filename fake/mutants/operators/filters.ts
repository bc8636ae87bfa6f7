import { asObject, type Json } from "../../../spec/json.ts";
import type { Call, Reply } from "../../http/call.ts";
import { onCall } from "../../overrides/hooks.ts";
import { filtersOf } from "../guards/filters.ts";
import type { Operator } from "../model.ts";
import { aroundOperator, operationOperator } from "./operations.ts";
import { operatorAt } from "./operator.ts";

/** The requirement that is broken if not all of several filters are applied. */
const COMBINED = { "list-tasks": "tasks.list.combined", "search-memories": "memories.search.combined" };

/** The requirement that is broken if filters on shown members are applied after the limit. */
const AFTERWARDS: Readonly<Record<string, string>> = {
  "list-tasks": "tasks.list.limit-fills",
  "search-messages": "messages.search.channel",
};

/** Performs a search once for each of its filters and returns the union of their results. */
function uniting(call: Call, next: () => Reply): Reply {
  const names = filtersOf(call.operation ?? "");
  const given = names.filter((name) => call.query.has(name));
  return united(
    call,
    next,
    given.map((name) => [...call.query].filter(([other]) => other === name || !names.includes(other))),
  );
}

/** Performs a search once for each of several values of a filter and returns the union of their results. */
function unitingValues(name: string, call: Call, next: () => Reply): Reply {
  const others = [...call.query].filter(([other]) => other !== name);
  return united(
    call,
    next,
    call.query.getAll(name).map((value) => [...others, [name, value]]),
  );
}

/** Returns the union of several searches; the unchanged call if there is only one. */
function united(call: Call, next: () => Reply, queries: readonly (readonly [string, string][])[]): Reply {
  if (queries.length < 2) return next();
  const replies = queries.map((query) => performedAs(call, next, query));
  const [first] = replies;
  if (first === undefined || replies.some(({ status }) => status !== 200)) return first ?? next();
  const found = replies.flatMap(({ body }) => itemsOf(body));
  const once = [...new Map(found.map((item) => [asObject(item).id, item])).values()];
  return withItems(first, once.slice(0, Number(call.query.get("limit") ?? 100)));
}

function performedAs(call: Call, next: () => Reply, parameters: readonly [string, string][]): Reply {
  const { query } = call;
  call.query = new URLSearchParams([...parameters]);
  const reply = next();
  call.query = query;
  return reply;
}

/** Returns the member of the data that lists the items; null if the data is the list. */
const placeOf = (data: Json | undefined) =>
  Array.isArray(data) ? null : "hits" in asObject(data) ? "hits" : "messages";

function itemsOf(body: unknown): Json[] {
  const { data } = asObject(body);
  const place = placeOf(data);
  const items = place === null ? data : asObject(data)[place];
  return Array.isArray(items) ? items : [];
}

function withItems(reply: Reply, items: readonly Json[]): Reply {
  const body = asObject(reply.body);
  const place = placeOf(body.data);
  return {
    ...reply,
    body: { ...body, data: place === null ? [...items] : { ...asObject(body.data), [place]: [...items] } },
  };
}

/** Filters that are not all heeded, or come too late. */
export const filterOperators: readonly Operator[] = [
  aroundOperator("any-filter", "lists what matches any of several filters", COMBINED, uniting),
  operationOperator("forget-filter", "ignores the last of several filters", COMBINED, (operation) =>
    onCall(operation, ({ query }) => {
      const given = filtersOf(operation).filter((name) => query.has(name));
      const last = [...query.keys()].findLast((name) => given.includes(name));
      if (given.length > 1 && last !== undefined) query.delete(last);
    }),
  ),
  operatorAt(
    "input",
    "any-item",
    "finds what has any of several values",
    { "search-memories?tags": "memories.search.tags" },
    ({ operation, name }) => ({
      around: (call, next) => (call.operation === operation ? unitingValues(name, call, next) : next()),
    }),
  ),
  operatorAt(
    "input",
    "cut-first",
    "cuts a list to its limit before it filters",
    ({ operation, name, role }) =>
      filtersOf(operation).includes(name) && role !== "text" ? AFTERWARDS[operation] : null,
    ({ operation, name }) => ({
      around: (call, next) => {
        const wanted = call.operation === operation ? call.query.get(name) : null;
        if (wanted === null) return next();
        const reply = performedAs(
          call,
          next,
          [...call.query].filter(([other]) => other !== name),
        );
        if (reply.status !== 200) return reply;
        const passing = itemsOf(reply.body).filter((item) => asObject(item)[name] === wanted);
        return withItems(reply, passing);
      },
    }),
  ),
];
