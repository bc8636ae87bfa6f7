import { memoize } from "../../spec/memoize.ts";
import { accepted, hasTargetDetails, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { creationsById, isOfTheWorkspace } from "../knowledge/resources.ts";
import { valueAt } from "../verifiers/read.ts";
import type { Filter, Item, View } from "../views/view.ts";
import { VIEWS } from "../views/views.ts";
import { judgeItems, type Rule } from "./rule.ts";

/** No list shows an item that one of its filters excludes: with one filter, with several, and on later pages. */
export const excludedItemRules: readonly Rule[] = VIEWS.flatMap((view) =>
  requirementsOf(view).map((requirement) => ({
    requirement,
    name: `no listed ${view.what} that does not match the filters`,
    operations: [view.operation],
    judge: (knowledge: Knowledge) => judge(knowledge, view, requirement),
  })),
);

function requirementsOf({ filters, combined, laterPages = combined }: View): readonly string[] {
  const broken = filters.flatMap(({ requirements, unwanted, fallback }) => [
    ...(unwanted === undefined ? requirements : [unwanted]),
    ...(fallback === undefined ? [] : [fallback.requirement]),
  ]);
  return [...new Set([...broken, combined, laterPages])];
}

function judge(knowledge: Knowledge, view: View, requirement: string): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const creations = creationsById(knowledge, view.creation);
  const defaultCursors = cursorsOfDefaults(knowledge, view);
  const alone = rolesFilteredAlone(accepted(knowledge, view.operation), view);
  let judged = 0;
  for (const page of accepted(knowledge, view.operation)) {
    const filters = view.filters.filter(({ role }) => requested(page, role) !== undefined);
    const isOfWorkspace = isOfTheWorkspace(knowledge, page);
    judgeItems(page, view.pointer, (value) => {
      const item: Item = { value, creation: (isOfWorkspace ? creations.get(String(value.id)) : undefined) ?? null };
      if (view.isJudged?.(item, knowledge) === false) return null;
      for (const filter of view.filters) {
        const filterValue = requested(page, filter.role) ?? defaultValue(knowledge, filter, page, defaultCursors);
        if (filterValue === undefined) continue;
        const broken = brokenRequirements(view, filter, { filters, alone }, page, item);
        // An item that is rightly returned shows that the filter works, even with other filters.
        if (!broken.includes(requirement) && ownRequirement(view, filter, page, item) !== requirement) continue;
        const verdict = filter.test(item, filterValue, page, knowledge);
        if (verdict !== "unknown") judged += 1;
        if (verdict !== "out" || !broken.includes(requirement)) continue;
        return {
          message: `a list filtered by ${filters.map(({ role }) => role).join(" and ") || filter.role} must not contain a ${view.what} that does not match`,
          expected: `${filter.role}: ${JSON.stringify(filterValue)}`,
          keyword: "unwanted",
        };
      }
      return null;
    });
  }
  return judged;
}

/**
 * Returns the roles of the filters that at least one page used without any other filter. Cached, since the rule of each
 * requirement asks for them.
 */
const rolesFilteredAlone = memoize(
  (pages: readonly HistoryEntry[], { filters }: View): ReadonlySet<string> =>
    new Set(
      pages.flatMap((page) => {
        const [only, second] = filters.filter(({ role }) => requested(page, role) !== undefined);
        return only !== undefined && second === undefined ? [only.role] : [];
      }),
    ),
  (view) => view,
);

/**
 * Returns the requirements that a list breaks if it shows an item that this filter excludes: the one on combined
 * filters, and the filter's own unless lists with only this filter were requested, which judge it.
 */
function brokenRequirements(
  view: View,
  filter: Filter,
  { filters, alone }: { readonly filters: readonly Filter[]; readonly alone: ReadonlySet<string> },
  page: HistoryEntry,
  item: Item,
): readonly string[] {
  const own = ownRequirement(view, filter, page, item);
  if (requested(page, filter.role) === undefined) return [own];
  const isLater = view.laterPages !== undefined && requested(page, "cursor") !== undefined;
  if (isLater) return [view.laterPages ?? own];
  if (filters.length === 1) return [own];
  return alone.has(filter.role) ? [view.combined] : [own, view.combined];
}

/** Returns the requirement on this filter or, if the request does not set it, on its default. */
function ownRequirement(view: View, filter: Filter, page: HistoryEntry, item: Item): string {
  const filterValue = requested(page, filter.role);
  if (filterValue === undefined) return filter.fallback?.requirement ?? view.unfiltered;
  return filter.unwanted ?? filter.requirement(item, filterValue);
}

/**
 * Returns the default of a filter for a page. The contract does not state whether a cursor must be sent with the same
 * filters again: without a value, the filters of the previous page apply.
 */
function defaultValue(knowledge: Knowledge, { fallback }: Filter, page: HistoryEntry, cursors: ReadonlySet<unknown>) {
  const cursor = requested(page, "cursor");
  return cursor === undefined || cursors.has(cursor) ? fallback?.value(knowledge) : undefined;
}

/** Returns the cursors that continue a walk whose requests never set a filter that has a default. */
function cursorsOfDefaults(knowledge: Knowledge, { operation, filters, next }: View): ReadonlySet<unknown> {
  const cursors = new Set<unknown>();
  if (next === undefined) return cursors;
  const roles = filters.filter(({ fallback }) => fallback !== undefined).map(({ role }) => role);
  for (const page of accepted(knowledge, operation)) {
    const cursor = requested(page, "cursor");
    const hasDefaults = roles.every((role) => requested(page, role) === undefined);
    if (page.isOwn && hasDefaults && (cursor === undefined || cursors.has(cursor)))
      cursors.add(valueAt(page.exchange, next));
  }
  return cursors;
}
