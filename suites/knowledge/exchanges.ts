import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { valueAt } from "../verifiers/read.ts";
import type { Past } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";

/** Requests that were accepted, but for those with responses of which only a part is known. */
export function accepted(knowledge: Knowledge, operation: string): readonly Past[] {
  const all = knowledge.history(operation);
  const known = acceptedOf.get(all) ?? all.filter(({ exchange, isWhole }) => isWhole && statusOf(exchange) === 200);
  acceptedOf.set(all, known);
  return known;
}

/**
 * The same, but for those that got a thing which another response named as well: what is sent again may be
 * taken for what was there already, and then shows how that was created.
 */
export function createdAnew(knowledge: Knowledge, operation: string): readonly Past[] {
  const idOf = ({ exchange }: Past) => valueAt(exchange, "/data/id");
  const all = accepted(knowledge, operation);
  const known = madeAnewOf.get(all);
  if (known !== undefined) return known;
  const once = onceById(all, idOf);
  const anew = all.filter((past) => idOf(past) === undefined || once.get(String(idOf(past))) !== null);
  madeAnewOf.set(all, anew);
  return anew;
}

/**
 * Requests that may have been performed although no response shows their outcome: it was lost, something failed, or only
 * a part of it is known.
 */
export function possiblyAccepted(knowledge: Knowledge, operation: string): readonly Past[] {
  return knowledge.history(operation).filter(({ exchange, isWhole }) => {
    const status = statusOf(exchange);
    return status === NO_ANSWER || status >= SERVER_ERROR || (status === 200 && !isWhole);
  });
}

const NO_ANSWER = 0;
const SERVER_ERROR = 500;

/** Every rule asks for the same few lists. */
const acceptedOf = new WeakMap<readonly Past[], readonly Past[]>();
const madeAnewOf = new WeakMap<readonly Past[], readonly Past[]>();

/** A member of what was asked for: a parameter by its role, or a member of the body. */
export function requested({ input }: Past, name: string): Json | undefined {
  const body: JsonObject = asObject(input.body);
  return input.parameters[name] ?? body[name];
}

/** Things by id; null where two share one: then neither is known by it. */
export function onceById<One>(all: readonly One[], idOf: (one: One) => unknown): ReadonlyMap<string, One | null> {
  const known = new Map<string, One | null>();
  for (const one of all) {
    const id = String(idOf(one));
    known.set(id, known.has(id) ? null : one);
  }
  return known;
}

/** A recall that is not kept from it may add neighbours to what it has ranked. */
export function mayAddNeighbours(recall: Past): boolean {
  const expand = requested(recall, "expand");
  return !Array.isArray(expand) || expand.includes("related");
}

/** The things of a list of a response that are objects, each with its place. */
export function itemsAt({ exchange }: Past, pointer: string): readonly ListItem[] {
  return itemsIn(exchange, pointer);
}

/** An object in a list of a response, and its place. */
interface ListItem {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The same of a response by itself. */
export function itemsIn(exchange: Exchange, pointer: string): readonly ListItem[] {
  const list = valueAt(exchange, pointer);
  return (Array.isArray(list) ? list : []).flatMap((value, index) =>
    isObject(value) ? [{ value, pointer: `${pointer}/${index}` }] : [],
  );
}

/**
 * Whether anything is known of the target but its URL: else it may not know the names of parameters that the contract
 * leaves open, and respond as if nothing had been asked.
 */
export function isTold({ context }: Knowledge): boolean {
  const { fixtures, parameters } = context.target;
  return Object.keys(fixtures).length > 0 || Object.keys(parameters).length > 0;
}
