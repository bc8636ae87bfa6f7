import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { sameJson } from "../same-json.ts";
import { textDifference } from "./text.ts";

/** Returns in words how a returned value differs from the expected one: `items reordered`. */
export function differenceOf(expected: Json, actual: Json | undefined): string {
  if (actual === undefined) return "missing";
  if (typeof expected === "string" && typeof actual === "string") return textDifference(expected, actual);
  if (typeof expected === "number" && typeof actual === "number") return numberDifference(expected, actual);
  if (Array.isArray(expected) && Array.isArray(actual)) return listDifference(expected, actual);
  if (isObject(expected) && isObject(actual)) return memberDifference(expected, actual);
  if (actual === null) return "came back as null";
  const [was, is] = [typeOf(expected), typeOf(actual)];
  return was === is || expected === null ? `another value (${is})` : `came back as ${is} and not as ${was}`;
}

function numberDifference(expected: number, actual: number): string {
  for (let digits = 0; digits <= MAX_DIGITS; digits += 1) {
    if (Number(expected.toFixed(digits)) === actual) return `rounded to ${counted(digits, "decimal place")}`;
    const step = 10 ** digits;
    if (Math.floor(expected * step) / step === actual) return `rounded down to ${counted(digits, "decimal place")}`;
  }
  return actual > expected ? "too high" : "too low";
}

const MAX_DIGITS = 12;

function listDifference(expected: readonly Json[], actual: readonly Json[]): string {
  const missing = without(expected, actual);
  const added = without(actual, expected);
  if (missing.length === 0 && added.length === 0) return "items reordered";
  if (missing.length === 0) {
    const known = added.filter((item) => expected.some((one) => sameJson(one, item)));
    return known.length === added.length
      ? `${counted(added.length, "item")} repeated`
      : `${counted(added.length, "item")} added`;
  }
  const of = `${missing.length} of ${counted(expected.length, "item")}`;
  if (added.length > 0) return `${of} changed`;
  return actual.every((item, index) => sameJson(item, expected[index])) && actual.length > 0
    ? `truncated to ${actual.length} of ${counted(expected.length, "item")}`
    : `${of} lost`;
}

/** Returns the items of a list without one equal item for each item of the other list. */
function without(list: readonly Json[], others: readonly Json[]): readonly Json[] {
  const left = [...list];
  for (const other of others) {
    const at = left.findIndex((item) => sameJson(item, other));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function memberDifference(expected: JsonObject, actual: JsonObject): string {
  const lost = Object.keys(expected).filter((name) => !Object.hasOwn(actual, name));
  const added = Object.keys(actual).filter((name) => !Object.hasOwn(expected, name));
  if (lost.length > 0 && added.length > 0) return `${members(lost)} lost, ${members(added)} added`;
  if (lost.length > 0) return `${members(lost)} lost`;
  if (added.length > 0) return `${members(added)} added`;
  const changed = Object.keys(expected).find((name) => !sameJson(expected[name] ?? null, actual[name]));
  return changed === undefined
    ? "differs"
    : `${members([changed])}: ${differenceOf(expected[changed] ?? null, actual[changed])}`;
}

/** The most member names that are listed; further ones are only counted. */
const MAX_NAMES = 3;

function members(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name.slice(0, 60)));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
  return `${names.length === 1 ? "member" : "members"} ${shown.join(", ")}${more}`;
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
