import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { valueAt } from "../verifiers/read.ts";
import type { HistoryEntry } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";

/** Returns the accepted requests of an operation, without those whose response was not kept completely. */
export function accepted(knowledge: Knowledge, operation: string): readonly HistoryEntry[] {
  const all = knowledge.history(operation);
  const entries =
    acceptedOf.get(all) ?? all.filter(({ exchange, isComplete }) => isComplete && statusOf(exchange) === 200);
  acceptedOf.set(all, entries);
  return entries;
}

/**
 * Returns the accepted requests that created a resource, without those whose id appears in more than one response. A
 * target may treat a repeated request as a duplicate and return the resource that already exists.
 */
export function uniquelyCreated(knowledge: Knowledge, operation: string): readonly HistoryEntry[] {
  const idOf = ({ exchange }: HistoryEntry) => valueAt(exchange, "/data/id");
  const all = accepted(knowledge, operation);
  const cached = uniquelyCreatedOf.get(all);
  if (cached !== undefined) return cached;
  const once = uniqueById(all, idOf);
  const unique = all.filter((entry) => idOf(entry) === undefined || once.get(String(idOf(entry))) !== null);
  uniquelyCreatedOf.set(all, unique);
  return unique;
}

/**
 * Returns the requests that may have been performed although no response shows the outcome: no response came, the
 * server failed, or the response was not kept completely.
 */
export function possiblyAccepted(knowledge: Knowledge, operation: string): readonly HistoryEntry[] {
  return knowledge.history(operation).filter(({ exchange, isComplete }) => {
    const status = statusOf(exchange);
    return status === NO_RESPONSE || status >= SERVER_ERROR || (status === 200 && !isComplete);
  });
}

const NO_RESPONSE = 0;
const SERVER_ERROR = 500;

/** Returns the requests that were, or may have been, performed. */
export function acceptedOrUnknown(knowledge: Knowledge, operation: string): readonly HistoryEntry[] {
  return [...accepted(knowledge, operation), ...possiblyAccepted(knowledge, operation)];
}

/** Returns the ids of the files that a message was sent with. */
export function requestedAttachments(sending: HistoryEntry): readonly string[] {
  const ids = requested(sending, "attachmentIds");
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** Cached, since every rule reads the same few lists. */
const acceptedOf = new WeakMap<readonly HistoryEntry[], readonly HistoryEntry[]>();
const uniquelyCreatedOf = new WeakMap<readonly HistoryEntry[], readonly HistoryEntry[]>();

/** Returns a value of a request by its name: a parameter by its role, or a member of the body. */
export function requested({ input }: HistoryEntry, name: string): Json | undefined {
  const body: JsonObject = asObject(input.body);
  return input.parameters[name] ?? body[name];
}

/** Returns the items by id, with null for an id that several items share, since it then identifies none of them. */
export function uniqueById<One>(all: readonly One[], idOf: (item: One) => unknown): ReadonlyMap<string, One | null> {
  const known = new Map<string, One | null>();
  for (const item of all) {
    const id = String(idOf(item));
    known.set(id, known.has(id) ? null : item);
  }
  return known;
}

/** Returns true if a recall may add neighbours to its ranked hits: its `expand` does not exclude "related". */
export function mayAddNeighbours(recall: HistoryEntry): boolean {
  const expand = requested(recall, "expand");
  return !Array.isArray(expand) || expand.includes("related");
}

/** Returns the objects of a list in the response to a request, each with its JSON pointer. */
export function itemsAt({ exchange }: HistoryEntry, pointer: string): readonly ListItem[] {
  return itemsIn(exchange, pointer);
}

/** An object in a list of a response, and its JSON pointer. */
interface ListItem {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** Returns the objects of a list in the response of an exchange, each with its JSON pointer. */
export function itemsIn(exchange: Exchange, pointer: string): readonly ListItem[] {
  const list = valueAt(exchange, pointer);
  return (Array.isArray(list) ? list : []).flatMap((value, index) =>
    isObject(value) ? [{ value, pointer: `${pointer}/${index}` }] : [],
  );
}

/**
 * Returns true if the target file has more than the URL. Otherwise the target may not know the parameter names that the
 * contract leaves open, and may ignore such parameters.
 */
export function hasTargetDetails({ context }: Knowledge): boolean {
  const { fixtures, parameters } = context.target;
  return Object.keys(fixtures).length > 0 || Object.keys(parameters).length > 0;
}
