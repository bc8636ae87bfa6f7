import type { JsonObject } from "../../../spec/json.ts";

/** Longer than the part of a text that an index keeps, and within the size limit of metadata. */
const LONG = `${"a long value, ".repeat(24)}and no end`;

/**
 * Values that careless comparisons change: special characters of queries and patterns, long text, numbers and booleans.
 */
export const UNUSUAL_VALUES: JsonObject = {
  quoted: 'it\'s "so" \\ far; --',
  pattern: "Half_of 50% & More",
  amount: 7,
  open: true,
  long: LONG,
};

/**
 * Names that careless code reads as quoted text, or omits. Dots and brackets are left out, since they may correctly be
 * read as a path.
 */
export const UNUSUAL_NAMES: JsonObject = {
  "a \"name\" of 'its' own": "quoted",
  "hyphen-name": "hyphenated",
  größe: "beyond ASCII",
  __leading: "underscored",
};

const LONG_WITH_OTHER_END = { long: `${LONG.slice(0, -1)}x` };

/** The names that are easily lost, each with another value. */
const OTHER_VALUES: readonly JsonObject[] = Object.keys(UNUSUAL_NAMES).map((name) => ({ [name]: "otherwise" }));

/** The values without the one whose name the group's plain values also have. */
const { amount: _amount, ...OWN_VALUES } = UNUSUAL_VALUES;

/** Unusual names and values in addition to those of a group. */
export const UNUSUAL_IN_GROUP: JsonObject = { ...OWN_VALUES, ...UNUSUAL_NAMES };

/**
 * Returns unusual members for each place of a group: unchanged for the first, and for others with one changed in a way
 * that careless code does not notice.
 */
export function unusualMetadataAt(place: number): JsonObject {
  const variants = [{}, { pattern: "Half-of 50% of it & More" }, LONG_WITH_OTHER_END, ...OTHER_VALUES];
  return { ...UNUSUAL_IN_GROUP, ...variants[place % variants.length] };
}
