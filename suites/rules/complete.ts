import type { Json } from "../../spec/json.ts";
import { precedes } from "../client/exchange.ts";
import { askedFor, isTold } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { completeListings, type Listing, pagesFor, type Sighting, sightingsOn } from "../knowledge/listings.ts";
import { makingsOf } from "../knowledge/resources.ts";
import { isSettled } from "../knowledge/settled.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { sameJson } from "../verifiers/same-json.ts";
import type { Filter, Item, View } from "../views/view.ts";
import { VIEWS } from "../views/views.ts";
import type { Rule } from "./rule.ts";

/** What the run has made is in each list whose filters it satisfies, where the list was seen to its end. */
export const completeRules: readonly Rule[] = VIEWS.flatMap((view) =>
  requirementsOf(view).map((requirement) => ({
    requirement,
    name: `each ${view.what} that was shown before and after is in the lists whose filters it satisfies`,
    operations: [view.operation, view.making],
    judge: (knowledge: Knowledge) => judge(knowledge, view, requirement),
  })),
);

function requirementsOf({ filters, together, unfiltered }: View): readonly string[] {
  return [...new Set([...filters.flatMap(({ requirements }) => requirements), together, unfiltered])];
}

/** An item that had to be in a listing. */
interface Due {
  readonly listing: Listing;
  readonly before: Sighting;
  readonly id: unknown;
  readonly roles: readonly string[];
  readonly requirement: string;
  readonly isThere: boolean;
}

function judge(knowledge: Knowledge, view: View, requirement: string): number {
  const all = dueIn(knowledge, view);
  const lost = all.filter(({ isThere }) => !isThere);
  // What a part of the filters loses as well is that part's finding.
  const own = lost.find(
    (one) =>
      one.requirement === requirement &&
      !lost.some(({ roles }) => roles.length < one.roles.length && roles.every((role) => one.roles.includes(role))),
  );
  if (own !== undefined) {
    const { before, listing, id, roles } = own;
    judging([before.exchange, listing.page.exchange], () =>
      expectThat(false, {
        message: `a list ${roles.length === 0 ? "without filters" : `filtered by ${roles.join(" and ")}`} must show each ${view.what} that satisfies them`,
        expected: `the ${view.what} ${String(id)}, which was shown before and after`,
        actual: `${listing.ids.size} others, and no more to come`,
        pointer: view.pointer,
        keyword: "missing",
      }),
    );
  }
  return all.filter((one) => one.requirement === requirement).length;
}

/** Rules ask for the same of each requirement of a view. */
const known = new WeakMap<readonly Past[], readonly Due[]>();

function dueIn(knowledge: Knowledge, view: View): readonly Due[] {
  if (!isTold(knowledge)) return [];
  const history = knowledge.history(view.operation);
  const due =
    known.get(history) ??
    (["caller", "other"] as const).flatMap((agent) => dueFor(knowledge, view, pagesFor(knowledge, view, agent)));
  known.set(history, due);
  return due;
}

function dueFor(knowledge: Knowledge, view: View, pages: readonly Past[]): readonly Due[] {
  const seen = sightingsOn(pages, view.pointer);
  const made = makingsOf(knowledge, view.making);
  return completeListings(knowledge, view, pages).flatMap((listing) => {
    const asked = filtersAsked(knowledge, view, listing.page);
    if (asked === null) return [];
    return [...seen].flatMap(([id, sightings]): Due[] => {
      const making = made.get(String(id));
      if (making === undefined) return [];
      const isThere = listing.ids.has(id);
      const around = isThere ? sightings.slice(0, 1) : shownAround(knowledge, view, listing, sightings);
      const isIn = ({ value }: Sighting) =>
        asked.every(
          ({ filter, value: wanted }) => filter.test({ value, making }, wanted, listing.page, knowledge) === "in",
        );
      const [before] = around;
      if (before === undefined || !around.every(isIn)) return [];
      const given = asked.filter(({ isGiven }) => isGiven);
      const roles = given.map(({ filter }) => filter.role);
      const item = { value: before.value, making };
      return [{ listing, before, id, roles, requirement: requirementOf(view, given, item), isThere }];
    });
  });
}

interface Asked {
  readonly filter: Filter;
  readonly value: Json;
  readonly isGiven: boolean;
}

/** The filters of a request, those that hold unasked among them; null where something else was asked for as well. */
function filtersAsked(knowledge: Knowledge, view: View, { input, ...page }: Past): readonly Asked[] | null {
  const names = Object.keys(input.parameters);
  const isKnown = (name: string) => view.paging.includes(name) || view.filters.some(({ role }) => role === name);
  if (!names.every(isKnown)) return null;
  return view.filters.flatMap((filter): Asked[] => {
    const value = askedFor({ input, ...page }, filter.role);
    if (value !== undefined) return [{ filter, value, isGiven: true }];
    const unasked = filter.unasked?.value(knowledge);
    return unasked === undefined ? [] : [{ filter, value: unasked, isGiven: false }];
  });
}

function requirementOf(view: View, given: readonly Asked[], item: Item): string {
  const [only, second] = given;
  if (only === undefined) return view.unfiltered;
  return second === undefined ? only.filter.requirement(item, only.value) : view.together;
}

/** The last sighting of an item long before a listing, and the first after it; none where something has changed it in between. */
function shownAround(
  knowledge: Knowledge,
  { changing }: View,
  { page }: Listing,
  sightings: readonly Sighting[],
): readonly Sighting[] {
  const before = sightings.findLast(({ exchange }) => isSettled(knowledge, exchange, page.exchange));
  const after = sightings.find(({ exchange }) => precedes(page.exchange, exchange));
  if (before === undefined || after === undefined) return [];
  const isSame = changing.every((field) => sameJson(before.value[field] ?? null, after.value[field] ?? null));
  return isSame ? [before, after] : [];
}
