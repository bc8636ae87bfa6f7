import * as fc from "fast-check";
import { canonicalJson } from "../../spec/document/canonical-json.ts";
import type { Json } from "../../spec/json.ts";
import { boundedFilter } from "../bounded-filter.ts";
import type { Facet } from "../facet.ts";
import { valueAt, withValueAt } from "../paths.ts";
import { findTokens, referenceToken } from "../references.ts";
import type { ValueContext } from "./context.ts";

/** The most items above its minimum that an unbounded array gets. */
const SPREAD = 3;

/** Returns arrays of a facet: first the prefix, then items that must be contained, then free items. */
export function array(facet: Facet, context: ValueContext): fc.Arbitrary<Json[]> | undefined {
  const prefix = prefixOf(facet, context);
  const contained = containedOf(facet, context);
  if (prefix === undefined || contained === undefined) return undefined;
  const fixed = [...prefix, ...contained];
  const least = Math.max(0, facet.minItems - fixed.length);
  const item = itemOf(facet, context, least);
  const room = facet.maxItems - fixed.length;
  if (room < 0 || (item === undefined && least > 0)) return undefined;
  const most = item === undefined ? 0 : Math.min(room, least + SPREAD);
  const count = context.presence === "none" ? least : most;
  const rest = item === undefined ? fc.constant<Json[]>([]) : fc.array(item, { minLength: least, maxLength: count });
  const whole = fc.tuple(fc.tuple(...fixed), rest).map(([head, tail]) => numbered([...head, ...tail]));
  if (!facet.uniqueItems) return whole;
  return boundedFilter(whole.map(distinct), (items) => items.length >= facet.minItems, "a list of different items");
}

/**
 * Returns items in addition to the fixed ones; if they must differ and the smallest ones are all equal, items with
 * more members.
 */
function itemOf(facet: Facet, context: ValueContext, least: number): fc.Arbitrary<Json> | undefined {
  const item = context.build(facet.items, facet);
  if (!facet.uniqueItems || least < 2 || item === undefined || !tooFewKinds(item, least)) return item;
  const fuller = context.presence === "random" ? undefined : context.varied().build(facet.items, facet);
  return fuller === undefined || tooFewKinds(fuller, least) ? undefined : fuller;
}

/** True when sampling finds fewer different items than a list needs; tokens count as different. */
function tooFewKinds(item: fc.Arbitrary<Json>, needed: number): boolean {
  const sampled = fc.sample(item, { seed: 1, numRuns: 50 + 20 * needed });
  return distinct(numbered(sampled)).length < needed;
}

function prefixOf(facet: Facet, context: ValueContext): fc.Arbitrary<Json>[] | undefined {
  const wanted = facet.prefixItems.slice(0, Number.isFinite(facet.maxItems) ? facet.maxItems : undefined);
  const built = wanted.map((schema) => context.build(schema, facet));
  const possible = built.indexOf(undefined);
  const kept = (possible < 0 ? built : built.slice(0, possible)).filter((part) => part !== undefined);
  return kept.length < Math.min(facet.minItems, wanted.length) ? undefined : kept;
}

function containedOf(facet: Facet, context: ValueContext): fc.Arbitrary<Json>[] | undefined {
  const built = facet.contains.flatMap(({ schema, minimum }) =>
    Array.from({ length: minimum }, () => context.build({ allOf: [facet.items, schema] as never }, facet)),
  );
  const kept = built.filter((part) => part !== undefined);
  return kept.length < built.length ? undefined : kept;
}

/** Numbers the identifiers of one kind, so that different items name different resources. */
function numbered(items: Json[]): Json[] {
  return items.map((item, index) =>
    findTokens(item).reduce<Json>((changed, { kind, path }) => {
      if (valueAt(changed, path) === undefined) return changed;
      return withValueAt(changed, path, referenceToken(kind, index)) ?? changed;
    }, item),
  );
}

function distinct(items: Json[]): Json[] {
  return [...new Map(items.map((item) => [canonicalJson(item), item])).values()];
}
