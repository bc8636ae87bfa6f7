import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { jsonOf } from "../client/exchange.ts";
import type { Observation } from "./collected-answers.ts";
import { createTally, type Tally, type Watcher } from "./watcher.ts";

/** The maximum length of ids that are compared, so that a target cannot fill the memory. */
const MAX_ID_LENGTH = 200;

/** Observes the metadata of responses: meta, request ids, times, pagination. */
export function createMetaWatcher(): Watcher {
  const presence = { with: 0, without: 0 };
  const ids = new Set<string>();
  let repeated = 0;
  const paginated = createTally();
  const totals = createTally();
  let cutoffs = 0;

  function noteMeta(meta: JsonObject, operationId: string, data: Json | undefined): void {
    if (typeof meta.requestId === "string" && meta.requestId.length <= MAX_ID_LENGTH) {
      if (ids.has(meta.requestId)) repeated += 1;
      ids.add(meta.requestId);
    }
    const { pagination } = meta;
    if (!isObject(pagination)) return;
    paginated.add(operationId);
    if (isObject(pagination.historyCutoff)) cutoffs += 1;
    if (typeof pagination.total === "number") totals.add(`${operationId}: ${listComparison(pagination.total, data)}`);
  }

  return {
    note(exchange) {
      const body = jsonOf(exchange);
      if (!isObject(body) || exchange.operation === null) return;
      if (isObject(body.meta)) {
        presence.with += 1;
        noteMeta(body.meta, exchange.operation.id, body.data);
      } else {
        presence.without += 1;
      }
    },
    answers(): Observation[] {
      const seen = presence.with + presence.without;
      if (seen === 0) return [];
      const evidence = `${seen} answers, ${presence.with} of them with a meta`;
      const always = presence.without === 0 ? "always" : presence.with === 0 ? "never" : "not always";
      const present = { id: "meta.present", answer: always, evidence };
      if (presence.with === 0) return [present];
      return [
        present,
        {
          id: "meta.request-id-unique",
          answer: repeated === 0 ? "never" : "some repeat an earlier one",
          evidence: `${evidence}; ${repeated} repeat an earlier one`,
        },
        counted("meta.pagination-where", paginated, "none", evidence),
        counted("pagination.total", totals, "no total", evidence),
        {
          id: "pagination.history-cutoff",
          answer: cutoffs > 0 ? "in some responses" : "never",
          evidence: `${evidence}, ${cutoffs} with a historyCutoff`,
        },
      ];
    },
  };
}

/** Returns the words of a tally as the answer, with their numbers as evidence. */
function counted(id: string, tally: Tally, nothing: string, evidence: string): Observation {
  if (tally.size === 0) return { id, answer: nothing, evidence };
  return { id, answer: tally.words(), evidence: `${evidence}: ${tally.counts()}` };
}

/** Returns how a total compares with the list on the page; of the lists of a recall, with its hits. */
function listComparison(total: number, data: Json | undefined): string {
  const { hits } = asObject(data);
  const lists = Array.isArray(hits)
    ? [hits]
    : Array.isArray(data)
      ? [data]
      : Object.values(asObject(data)).filter(Array.isArray);
  const page = Math.max(0, ...lists.map(({ length }) => length));
  if (total === page) return "as many as on the page";
  return total > page ? "more than on the page" : "fewer than on the page";
}
