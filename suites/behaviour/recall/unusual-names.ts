import type { JsonObject } from "../../../spec/json.ts";

/** Beyond what an index of texts holds of each, and no more than fits into the room for metadata. */
const LONG = `${"a long value, ".repeat(24)}and no end`;

/** Values that careless comparisons change: signs of queries and patterns, much, numbers and truth values. */
export const UNUSUAL_VALUES: JsonObject = {
  quoted: 'it\'s "so" \\ far; --',
  pattern: "Half_of 50% & More",
  amount: 7,
  open: true,
  long: LONG,
};

/** Names that careless code reads as a text in quotes, or leaves out. That dots and brackets make a path is a reading. */
export const UNUSUAL_NAMES: JsonObject = {
  "a \"name\" of 'its' own": "quoted",
  "hyphen-name": "hyphenated",
  größe: "beyond ASCII",
  __leading: "underscored",
};

const LONG_BUT_FOR_THE_END = { long: `${LONG.slice(0, -1)}x` };

/** The names that are easily lost, each with a value that it has not. */
const OTHERWISE: readonly JsonObject[] = Object.keys(UNUSUAL_NAMES).map((name) => ({ [name]: "otherwise" }));

/** Names of which the plain values of a group have one too. */
const { amount: _amount, ...OWN_VALUES } = UNUSUAL_VALUES;

/** Unusual names and values in addition to those that a group has anyway. */
export const UNUSUAL_IN_GROUP: JsonObject = { ...OWN_VALUES, ...UNUSUAL_NAMES };

/** The same for each place of a group: at the first as it is, at others with one in another form that careless code takes for it. */
export function unusualAt(place: number): JsonObject {
  const near = [{}, { pattern: "Half-of 50% of it & More" }, LONG_BUT_FOR_THE_END, ...OTHERWISE];
  return { ...UNUSUAL_IN_GROUP, ...near[place % near.length] };
}
