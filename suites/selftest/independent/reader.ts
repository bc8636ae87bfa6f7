import type { Choices } from "./choices.ts";
import { readInstant } from "./clock.ts";
import { refuse } from "./refusal.ts";
import { isJsonObject, type JsonObject, type Value } from "./shape.ts";
import { lengthOf, tidy } from "./text.ts";

/** Bounds of a number, both inclusive. */
interface Bounds {
  readonly min?: number;
  readonly max?: number;
  /** Moves a value outside the bounds to the nearest bound instead of rejecting it. */
  readonly clamp?: boolean;
}

/** Bounds of a text. */
export interface TextRule {
  readonly min?: number;
  readonly max?: number;
  readonly unit?: "utf16" | "grapheme";
}

/** Reads the fields of a request one by one; `end` rejects those that were not read. */
export interface Reader {
  /** Returns the raw value; undefined for absent and null. */
  raw(field: string): Value | undefined;
  text(field: string, rule?: TextRule): string | undefined;
  id(field: string): string | undefined;
  oneOf(field: string, values: readonly string[]): string | undefined;
  number(field: string, bounds?: Bounds): number | undefined;
  integer(field: string, bounds?: Bounds): number | undefined;
  truth(field: string): boolean | undefined;
  list(field: string): Value[] | undefined;
  object(field: string): JsonObject | undefined;
  inside(field: string): Reader | undefined;
  instant(field: string, dateOnly: boolean): number | undefined;
  end(): void;
}

/** Creates a reader of a body or, with `loose`, of a query string, where every scalar is a text. */
export function reader(source: JsonObject, rules: Choices["input"], loose: boolean, path = ""): Reader {
  const asked = new Set<string>();
  const wrong = (field: string, wanted: string): never =>
    refuse("invalid", `${path}${field}: ${wanted} expected`, { field: `${path}${field}` });
  const raw = (field: string) => {
    asked.add(field);
    const value = Object.hasOwn(source, field) ? source[field] : undefined;
    return value === null || (loose && value === "" && rules.emptyMeansAbsent) ? undefined : value;
  };
  const scalarText = (field: string): string | undefined => {
    const value = raw(field);
    if (value === undefined || typeof value === "string") return value;
    if (rules.textFromScalar && (typeof value === "number" || typeof value === "boolean")) return String(value);
    return wrong(field, "one text");
  };
  const text = (field: string, rule: TextRule = {}) => {
    const value = scalarText(field);
    return value === undefined ? undefined : fitting(tidy(value, field, rules), field, rule, rules.longText, wrong);
  };
  const number = (field: string, bounds: Bounds = {}) => {
    const value = numeric(raw(field));
    return value === undefined ? undefined : within(value, field, bounds, wrong);
  };
  const integer = (field: string, bounds: Bounds = {}) => {
    const value = numeric(raw(field));
    if (value === undefined) return undefined;
    return Number.isSafeInteger(value) ? within(value, field, bounds, wrong) : wrong(field, "an integer");
  };
  const oneOf = (field: string, values: readonly string[]) => {
    const value = raw(field);
    if (value === undefined) return undefined;
    return typeof value === "string" && values.includes(value) ? value : wrong(field, `one of ${values.join(", ")}`);
  };
  const truth = (field: string) => {
    const value = raw(field);
    if (value === undefined || typeof value === "boolean") return value;
    return value === "true" || value === "false" ? value === "true" : wrong(field, "true or false");
  };
  const list = (field: string) => {
    const value = raw(field);
    if (value === undefined || Array.isArray(value)) return value;
    return (loose || rules.listFromScalar) && !isJsonObject(value) ? [value] : wrong(field, "a list");
  };
  const object = (field: string) => {
    const value = raw(field);
    return value === undefined || isJsonObject(value) ? value : wrong(field, "an object");
  };
  const inside = (field: string) => {
    const value = object(field);
    return value && reader(value, rules, loose, `${path}${field}.`);
  };
  const instant = (field: string, dateOnly: boolean) => {
    const value = raw(field);
    if (value === undefined) return undefined;
    const time = typeof value === "string" ? readInstant(value, dateOnly) : undefined;
    return time ?? wrong(field, "an ISO-8601 time with an offset");
  };
  const end = () => {
    const stray = Object.keys(source).find((field) => !asked.has(field));
    if (stray !== undefined) refuse("invalid", `unknown field ${path}${stray}`, { field: `${path}${stray}` });
  };
  return { raw, text, id: scalarText, oneOf, number, integer, truth, list, object, inside, instant, end };
}

type Wrong = (field: string, wanted: string) => never;

/** Returns the number of 12 or "12"; NaN for a value that is not a number. */
function numeric(value: Value | undefined): number | undefined {
  if (value === undefined || typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
}

function within(value: number, field: string, { min, max, clamp }: Bounds, wrong: Wrong): number {
  const low = min ?? Number.NEGATIVE_INFINITY;
  const high = max ?? Number.POSITIVE_INFINITY;
  if (value >= low && value <= high) return value;
  if (clamp && !Number.isNaN(value)) return Math.min(high, Math.max(low, value));
  return wrong(field, Number.isNaN(value) ? "a number" : `a number from ${low} to ${high}`);
}

function fitting(text: string, field: string, rule: TextRule, longest: number, wrong: Wrong): string {
  const { min = 0, max = longest, unit = "utf16" } = rule;
  const length = lengthOf(text, unit);
  return length >= min && length <= max ? text : wrong(field, `${min} to ${max} characters`);
}
