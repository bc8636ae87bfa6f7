import type { JsonObject } from "../../spec/json.ts";

/** The seconds of each unit of a seed's `ago`. */
const UNITS = [
  ["s", 1],
  ["m", 60],
  ["h", 3600],
  ["d", 86_400],
] as const;

const MAX_UNITS = 999_999;

/**
 * Returns a function for the age of items relative to the newest of them: only the service's own times are compared.
 * Larger units round up, so that the order does not change.
 */
export function agesFrom(things: readonly JsonObject[]): (thing: JsonObject) => string {
  const newest = Math.max(0, ...things.map(madeAt).filter((at) => !Number.isNaN(at)));
  return (thing) => {
    const at = madeAt(thing);
    // An item without a known time is as old as the newest.
    const seconds = Number.isNaN(at) ? 0 : Math.floor((newest - at) / 1000);
    const [unit, length] = UNITS.find((each) => seconds / each[1] <= MAX_UNITS) ?? ["d", 86_400];
    return `${Math.min(MAX_UNITS, Math.ceil(seconds / length))}${unit}`;
  };
}

function madeAt({ createdAt, created_at }: JsonObject): number {
  return Date.parse(String(createdAt ?? created_at));
}
