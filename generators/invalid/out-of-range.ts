import type { Site } from "../sites.ts";
import type { Edit, Mutation, MutationContext } from "./mutation.ts";
import { bound } from "./mutation.ts";

/** Far enough that no unit or rounding brings it back. */
const FAR_DISTANCE = 1_000_000;

/** The smallest step beyond a bound: less than the hundredths that careless code rounds to. */
const SMALL = 0.001;

/**
 * Creates a mutation to a number above or below the range of a keyword: by the smallest step, by one, by much more.
 */
function outOfRange(name: string, keyword: string, direction: 1 | -1, isExclusive: boolean): Mutation {
  return {
    name,
    keyword,
    edits: (site, context) => numberEdits(site, context, keyword, direction, isExclusive),
    random: (site) => {
      const limit = bound(site, keyword);
      const further =
        direction > 0
          ? { minimum: limit + 1, maximum: limit + FAR_DISTANCE }
          : { minimum: limit - FAR_DISTANCE, maximum: limit - 1 };
      return [{ without: LIMITS, further, description: `${direction > 0 ? "above" : "below"} ${limit}` }];
    },
  };
}

const LIMITS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

function numberEdits(
  site: Site,
  { facets }: MutationContext,
  keyword: string,
  direction: 1 | -1,
  isExclusive: boolean,
): Edit[] {
  const limit = bound(site, keyword);
  const isWhole = facets.every(({ type }) => type === "integer");
  const word = direction > 0 ? "above" : "below";
  const outside = [...new Set([isWhole ? 1 : SMALL, 1, FAR_DISTANCE])].map((distance) => ({
    after: Number((limit + direction * distance).toFixed(6)),
    description: `${distance} ${word} ${limit}`,
  }));
  return isExclusive ? [{ after: limit, description: `${limit} itself, which is excluded` }, ...outside] : outside;
}

/** More than `maximum`. */
export const aboveMaximum: Mutation = outOfRange("above-maximum", "maximum", 1, false);

/** Less than `minimum`. */
export const belowMinimum: Mutation = outOfRange("below-minimum", "minimum", -1, false);

/** Not less than `exclusiveMaximum`. */
export const notBelowExclusiveMaximum: Mutation = outOfRange("not-below-maximum", "exclusiveMaximum", 1, true);

/** Not more than `exclusiveMinimum`. */
export const notAboveExclusiveMinimum: Mutation = outOfRange("not-above-minimum", "exclusiveMinimum", -1, true);
