import type { JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { numberAt, parameterSchema } from "../models/document-facts.ts";
import { valueAt } from "../verifiers/read.ts";
import { accepted, itemsAt, requested } from "./exchanges.ts";
import type { HistoryEntry } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";

/** A page that shows every item of one caller for one set of filters: it had room for more, or names no next page. */
export interface Listing {
  readonly page: HistoryEntry;
  readonly ids: ReadonlySet<unknown>;
}

/** One item in one response. */
export interface ItemSighting {
  readonly exchange: Exchange;
  readonly value: JsonObject;
}

/** A list of the API and how it is paged. */
interface List {
  readonly operation: string;
  readonly pointer: string;
  readonly next?: string;
  readonly mayBeShort?: boolean;
}

/**
 * A page that may be short for no visible reason counts as complete only if it had room for this many times its items.
 */
const MIN_ROOM_FACTOR = 3;

/** The agents of one workspace that a run sends requests as. */
export type Agent = "caller" | "other";

/** Returns the agent that sent a request; null if neither did, or if the request deliberately breaks a rule. */
export function agentOf({ context }: Knowledge, { isOwn, otherKey, isBroken }: HistoryEntry): Agent | null {
  if (isBroken === true) return null;
  if (isOwn) return "caller";
  return otherKey !== null && otherKey === context.target.fixtures.otherAgent?.apiKey ? "other" : null;
}

/** Returns the pages of a list that were accepted for an agent. */
export function pagesFor(knowledge: Knowledge, { operation }: List, agent: Agent): readonly HistoryEntry[] {
  return accepted(knowledge, operation).filter((page) => agentOf(knowledge, page) === agent);
}

/**
 * Returns the pages that show every item. Pages of a walk over several pages are left out, since an item that is
 * recalled or reinforced during the walk may change its position.
 */
export function completeListings(knowledge: Knowledge, list: List, pages: readonly HistoryEntry[]): readonly Listing[] {
  const { next } = list;
  if (next === undefined) {
    const hasRoom = roomIn(knowledge, list, pages);
    return pages.filter(hasRoom).map((page) => listingOf(page, list));
  }
  const isOnly = (page: HistoryEntry) => {
    const cursor = valueAt(page.exchange, next) ?? "";
    return requested(page, "cursor") === undefined && cursor === "" && !hasLimitBelowOne(page);
  };
  return pages.filter(isOnly).map((page) => listingOf(page, list));
}

/** A limit below 1 may be read as a page without items, which proves nothing about the list. */
function hasLimitBelowOne(page: HistoryEntry): boolean {
  const limit = requested(page, "limit");
  return typeof limit === "number" && limit < 1;
}

/** Returns the items of one page, whether or not more pages follow. */
export function listingOf(page: HistoryEntry, { pointer }: List): Listing {
  return { page, ids: idsOn(page, pointer) };
}

/**
 * Returns a test that is true for a page that had room for more items: it has fewer than its limit, than the maximum of
 * the document, and than the longest page seen, since the target may cap its pages on its own.
 */
function roomIn(
  { context }: Knowledge,
  { operation, pointer, mayBeShort = false }: List,
  pages: readonly HistoryEntry[],
): (page: HistoryEntry) => boolean {
  const schema = parameterSchema(context.document, operation, "limit");
  const max = Math.min(
    numberAt(schema, "maximum") ?? Number.POSITIVE_INFINITY,
    Math.max(0, ...pages.map((page) => itemsAt(page, pointer).length)),
  );
  return (page) => {
    const limit = requested(page, "limit") ?? numberAt(schema, "default");
    const count = itemsAt(page, pointer).length;
    return typeof limit === "number" && (mayBeShort ? count * MIN_ROOM_FACTOR : count) < Math.min(limit, max);
  };
}

function idsOn(page: HistoryEntry, pointer: string): ReadonlySet<unknown> {
  return new Set(itemsAt(page, pointer).map(({ value }) => value.id));
}

/** Returns the sightings of each item on these pages, by id, in the order of the responses. */
export function sightingsOn(
  pages: readonly HistoryEntry[],
  pointer: string,
): ReadonlyMap<unknown, readonly ItemSighting[]> {
  const seen = new Map<unknown, ItemSighting[]>();
  for (const page of pages) {
    for (const { value } of itemsAt(page, pointer)) {
      const known = seen.get(value.id);
      const sighting = { exchange: page.exchange, value };
      if (known === undefined) seen.set(value.id, [sighting]);
      else known.push(sighting);
    }
  }
  return seen;
}
