import { isObject } from "../../spec/json.ts";
import type { Field, FieldKind, Fields, ValuesOf } from "./fields.ts";
import { parseInstant } from "./instant.ts";
import { deeperThan, MAX_DEPTH } from "./json-depth.ts";

/** One problem of a request's input. */
export interface Issue {
  /** Name on the wire, with dots into groups. */
  readonly field: string;
  /** The error, to follow the field's name: `must be …`. */
  readonly problem: string;
}

/** The source of raw values: a JSON body (types are strict) or a query string (text is parsed). */
export interface Source {
  readonly place: "query" | "body";
  /** Returns the raw value by its name on the wire; undefined if absent. */
  get(name: string): unknown;
}

/** Reads every field of `fields` from `source`; problems are added to `issues`. */
export function readFields<F extends Fields>(fields: F, source: Source, issues: Issue[]): ValuesOf<F> {
  const values: Record<string, unknown> = {};
  for (const role in fields) {
    const field = fields[role];
    if (field === undefined) continue;
    const name = field.name ?? role;
    const report = (problem: string) => {
      issues.push({ field: name, problem });
      return undefined;
    };
    const raw = source.get(name);
    values[role] =
      raw === undefined || raw === null || (raw === "" && field.emptyIsAbsent === true)
        ? readAbsent(field, report)
        : readValue(field, raw, source, report);
  }
  return values as ValuesOf<F>;
}

/** Reports a problem and returns undefined as the value that could not be read. */
type Report = (problem: string) => undefined;

function readAbsent(field: Field, report: Report): unknown {
  return field.required === true ? report("is required") : field.fallback;
}

function readValue(field: Field, raw: unknown, source: Source, report: Report): unknown {
  const lenient = source.place === "query" || field.coerce === true;
  if (Array.isArray(raw) && field.kind !== "texts" && field.kind !== "pointers") {
    return report(source.place === "query" ? "must be given once" : `must be ${NOUNS[field.kind]}, got a list`);
  }
  return READERS[field.kind](field, raw, lenient, report, source);
}

type Reader = (field: Field, raw: unknown, lenient: boolean, report: Report, source: Source) => unknown;

const NOUNS: Record<FieldKind, string> = {
  text: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  instant: "an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z",
  texts: "a list of strings",
  pointers: "a list of objects with an id",
  free: "a JSON object",
  group: "a JSON object",
};

const READERS: Record<FieldKind, Reader> = {
  text: readText,
  integer: readNumber,
  number: readNumber,
  boolean: readBoolean,
  instant: (field, raw, _lenient, report) => {
    const value = typeof raw === "string" ? parseInstant(raw) : undefined;
    return value ?? mistyped(field, raw, report);
  },
  texts: readTexts,
  pointers: readPointers,
  free: readFree,
  group: (field, raw, _lenient, report, source) => {
    if (!isObject(raw)) return mistyped(field, raw, report);
    const issues: Issue[] = [];
    const values = readFields(field.fields ?? {}, { place: source.place, get: (name) => ownMember(raw, name) }, issues);
    for (const issue of issues) report(`has a wrong member: ${issue.field} ${issue.problem}`);
    return values;
  },
};

function readText(field: Field, raw: unknown, lenient: boolean, report: Report): string | undefined {
  const value = lenient && (typeof raw === "number" || typeof raw === "boolean") ? String(raw) : raw;
  if (typeof value !== "string") return mistyped(field, raw, report);
  if (field.values !== undefined && !field.values.includes(value))
    return report(`must be one of ${field.values.join(", ")}, got ${quote(raw)}`);
  const length = textLength(field, value);
  if (outside(field, length)) return report(`must have ${bounds(field)} characters, got ${length}`);
  if (field.visible === true && value.trim() === "") return report("must not be blank");
  return value;
}

function textLength(field: Field, value: string): number {
  if (field.minimum === undefined && field.maximum === undefined) return 0;
  if (field.unit === "utf-16") return value.length;
  let count = 0;
  for (const _character of value) count++;
  return count;
}

const DECIMAL = /^[+-]?\d{1,30}(\.\d{1,30})?$/;

function readNumber(field: Field, raw: unknown, lenient: boolean, report: Report): number | undefined {
  const value = lenient && typeof raw === "string" && DECIMAL.test(raw) ? Number(raw) : raw;
  if (typeof value !== "number" || !Number.isFinite(value)) return mistyped(field, raw, report);
  if (field.kind === "integer" && !Number.isSafeInteger(value)) return mistyped(field, raw, report);
  if (field.above === "clamp" && field.maximum !== undefined && value > field.maximum) return field.maximum;
  return outside(field, value) ? report(`must be ${bounds(field)}, got ${value}`) : value;
}

function readBoolean(field: Field, raw: unknown, lenient: boolean, report: Report): boolean | undefined {
  if (typeof raw === "boolean") return raw;
  if (lenient && (raw === "true" || raw === "false")) return raw === "true";
  return mistyped(field, raw, report);
}

function readTexts(field: Field, raw: unknown, _lenient: boolean, report: Report, source: Source): unknown {
  const list = source.place === "query" && typeof raw === "string" ? [raw] : raw;
  if (!Array.isArray(list)) return mistyped(field, raw, report);
  if (outside(field, list.length)) return report(`must have ${bounds(field)} items, got ${list.length}`);
  const wrong = list.find((item) => typeof item !== "string" || field.values?.includes(item) === false);
  if (wrong === undefined) return list;
  return report(`has an item ${quote(wrong)}: expected ${field.values?.join(" or ") ?? "strings alone"}`);
}

function readPointers(field: Field, raw: unknown, _lenient: boolean, report: Report): unknown {
  if (!Array.isArray(raw)) return mistyped(field, raw, report);
  if (outside(field, raw.length)) return report(`must have ${bounds(field)} items, got ${raw.length}`);
  const ids: string[] = [];
  for (const item of raw) {
    const id = isObject(item) ? ownMember(item, "id") : undefined;
    if (typeof id !== "string" || id === "") return report(`has an item ${quote(item)}: expected an object with an id`);
    ids.push(id);
  }
  return ids;
}

function readFree(field: Field, raw: unknown, _lenient: boolean, report: Report): unknown {
  if (!isObject(raw)) return mistyped(field, raw, report);
  if (deeperThan(raw, MAX_DEPTH)) return report(`must not nest deeper than ${MAX_DEPTH} levels`);
  if (field.maximum === undefined) return raw;
  const size = Buffer.byteLength(JSON.stringify(raw));
  return size > field.maximum ? report(`must have at most ${field.maximum} bytes as compact JSON, got ${size}`) : raw;
}

function outside({ minimum, maximum }: Field, value: number): boolean {
  return (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum);
}

function bounds({ minimum, maximum }: Field): string {
  if (maximum === undefined) return `at least ${minimum}`;
  return minimum === undefined ? `at most ${maximum}` : `from ${minimum} to ${maximum}`;
}

function mistyped(field: Field, raw: unknown, report: Report): undefined {
  return report(`must be ${NOUNS[field.kind]}, got ${quote(raw)}`);
}

function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns a raw value for a message, cut short. */
function quote(raw: unknown): string {
  if (Array.isArray(raw)) return "a list";
  if (typeof raw === "object" && raw !== null) return "an object";
  const written = JSON.stringify(raw) ?? String(raw);
  return written.length > 60 ? `${written.slice(0, 57)}…"` : written;
}
