import { asObject, type Json } from "../../spec/json.ts";
import { precedes } from "../client/exchange.ts";
import { hasTargetDetails, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import {
  completeListings,
  type ItemSighting,
  type Listing,
  listingOf,
  pagesFor,
  sightingsOn,
} from "../knowledge/listings.ts";
import { creationsById } from "../knowledge/resources.ts";
import { isLongPast, isSettled } from "../knowledge/settled.ts";
import { namedIds } from "../target/named-ids.ts";
import { valueAt } from "../verifiers/read.ts";
import { sameJson } from "../verifiers/same-json.ts";
import type { Filter, Item, View } from "../views/view.ts";

/** A page, its filters, and the items that it had to show as far as it had room. */
export interface ExpectedPage {
  readonly listing: Listing;
  /** False if the page may have omitted items because it was full. */
  readonly isComplete: boolean;
  readonly roles: readonly string[];
  readonly items: readonly ExpectedItem[];
}

interface ExpectedItem {
  readonly id: unknown;
  readonly before: ItemSighting;
  /** The requirement that is broken if the item is missing. */
  readonly requirement: string;
  /** The requirements that it confirms if it is listed: that of each filter, and that of a list without filters. */
  readonly shows: readonly string[];
}

/** Returns the filters of a request in words. */
export function filteredBy(roles: readonly string[]): string {
  return roles.length === 0 ? "without filters" : `filtered by ${roles.join(" and ")}`;
}

/** Cached, since the rule of each requirement of a view asks for the same. */
const known = new WeakMap<readonly HistoryEntry[], readonly ExpectedPage[]>();

/** Returns the items that the pages of a view had to show, known from sightings before and after each page. */
export function expectedPages(knowledge: Knowledge, view: View): readonly ExpectedPage[] {
  if (!hasTargetDetails(knowledge)) return [];
  const history = knowledge.history(view.operation);
  const expected =
    known.get(history) ??
    (["caller", "other"] as const).flatMap((agent) =>
      expectedPagesOf(knowledge, view, pagesFor(knowledge, view, agent)),
    );
  known.set(history, expected);
  return expected;
}

function expectedPagesOf(knowledge: Knowledge, view: View, pages: readonly HistoryEntry[]): readonly ExpectedPage[] {
  const seen = sightingsOn(pages, view.pointer);
  const creations = creationsById(knowledge, view.creation);
  const named = namedIds(knowledge.context.target);
  const hidden = new Set(view.hidden?.(knowledge));
  const complete = completeListings(knowledge, view, pages);
  const isKnown = new Set(complete.map(({ page }) => page));
  const others =
    view.filled === undefined ? [] : pages.filter((page) => !isKnown.has(page)).map((page) => listingOf(page, view));
  return [...complete, ...others].flatMap((listing): ExpectedPage[] => {
    const filters = requestedFilters(knowledge, view, listing.page);
    if (filters === null) return [];
    const explicit = filters.filter(({ isGiven }) => isGiven);
    const changing = [...view.changing, ...filters.flatMap(({ filter: { field } }) => field ?? [])];
    const items = [...seen].flatMap(([id, sightings]): ExpectedItem[] => {
      const creation = creations.get(String(id)) ?? null;
      if (creation === null && !named.has(String(id))) return [];
      if (listing.page.isOwn && hidden.has(String(id))) return [];
      if (view.isFound?.({ value: sightings[0]?.value ?? {}, creation }, listing.page, knowledge) === false) return [];
      const isIn = ({ value }: ItemSighting) =>
        filters.every(
          ({ filter, value: filterValue }) =>
            filter.test({ value, creation }, filterValue, listing.page, knowledge) === "in",
        );
      const nearest = listing.ids.has(id)
        ? sightings.slice(0, 1)
        : sightingsAround(knowledge, listing, { sightings, creation }, changing);
      const [before] = nearest;
      if (before === undefined || !nearest.every(isIn)) return [];
      const item: Item = { value: before.value, creation };
      const shows = [...explicit.map(({ filter, value }) => filter.requirement(item, value)), view.unfiltered];
      return [{ id, before, requirement: requirementOf(view, explicit, item), shows }];
    });
    return [
      { listing, isComplete: isKnown.has(listing.page), roles: explicit.map(({ filter }) => filter.role), items },
    ];
  });
}

interface RequestedFilter {
  readonly filter: Filter;
  readonly value: Json;
  readonly isGiven: boolean;
}

/** Returns the filters of a request, including defaults; null if it has other parameters too. */
function requestedFilters(knowledge: Knowledge, view: View, page: HistoryEntry): readonly RequestedFilter[] | null {
  const names = Object.keys(page.input.parameters);
  const isKnown = (name: string) => view.paging.includes(name) || view.filters.some(({ role }) => role === name);
  if (!names.every(isKnown)) return null;
  return view.filters.flatMap((filter): RequestedFilter[] => {
    const value = requested(page, filter.role);
    if (value !== undefined) return [{ filter, value, isGiven: true }];
    const defaultValue = filter.fallback?.value(knowledge);
    return defaultValue === undefined ? [] : [{ filter, value: defaultValue, isGiven: false }];
  });
}

function requirementOf(view: View, explicit: readonly RequestedFilter[], item: Item): string {
  const [only, second] = explicit;
  if (only === undefined) return view.unfiltered;
  return second === undefined ? only.filter.requirement(item, only.value) : view.combined;
}

/** Returns the item as its creation showed it, if the longest allowed index lag has passed since. */
function createdLongBefore(
  knowledge: Knowledge,
  page: HistoryEntry,
  creation: HistoryEntry | null,
): ItemSighting | undefined {
  if (creation === null || !isLongPast(knowledge, creation.exchange, page.exchange)) return undefined;
  return { exchange: creation.exchange, value: asObject(valueAt(creation.exchange, "/data")) };
}

/**
 * Returns the last sighting of an item long before a listing and the first after it; empty if one of these fields
 * changed in between.
 */
function sightingsAround(
  knowledge: Knowledge,
  { page }: Listing,
  { sightings, creation }: { readonly sightings: readonly ItemSighting[]; readonly creation: HistoryEntry | null },
  changing: readonly string[],
): readonly ItemSighting[] {
  const shown = sightings.findLast(({ exchange }) => isSettled(knowledge, exchange, page.exchange));
  const before = shown ?? createdLongBefore(knowledge, page, creation);
  const after = sightings.find(({ exchange }) => precedes(page.exchange, exchange));
  if (before === undefined || after === undefined) return [];
  const isSame = changing.every((field) => sameJson(before.value[field] ?? null, after.value[field] ?? null));
  return isSame ? [before, after] : [];
}
