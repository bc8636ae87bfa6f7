import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";

/** The keyword that contains further keywords of the schema around it, which client generators need not understand. */
const RULES = "x-rules";

/**
 * Returns the document with the keywords under each `x-rules` moved into the schema around it, where all readers of
 * the document find them. Objects such as `properties` are merged; of two other values the schema's own one stays.
 */
export function liftRules({ [RULES]: rules, ...own }: JsonObject): JsonObject {
  const lifted = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, lift(value)]));
  if (rules === undefined) return lifted;
  // Values that are not objects are left for the check of the document to report.
  return isObject(rules) ? merged(lifted, liftRules(rules)) : { ...lifted, [RULES]: rules };
}

function lift(value: Json): Json {
  if (Array.isArray(value)) return value.map(lift);
  return isObject(value) ? liftRules(value) : value;
}

function merged(own: JsonObject, rules: JsonObject): JsonObject {
  const both = Object.entries(rules).map(([key, rule]): [string, Json] => {
    const value = Object.hasOwn(own, key) ? own[key] : undefined;
    if (value === undefined) return [key, rule];
    return [key, isObject(value) && isObject(rule) ? merged(value, rule) : value];
  });
  return { ...own, ...Object.fromEntries(both) };
}
