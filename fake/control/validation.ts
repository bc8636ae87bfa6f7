import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { asObject, isObject, type JsonObject } from "../../spec/json.ts";
import { nearest } from "../../spec/nearest.ts";
import { quoted } from "../../spec/quoted.ts";
import { settingsAjv } from "../../spec/settings/settings-schema.ts";
import { object } from "./json-schema.ts";
import { problem } from "./problem.ts";

let ajv: Ajv2020 | null = null;

/**
 * Returns the compiler of the schemas, loaded for the first request, so that a fake without control requests starts
 * faster.
 */
function compiler(): Ajv2020 {
  ajv ??= settingsAjv().addKeyword({
    keyword: "example",
    schemaType: ["string", "number", "boolean", "object", "array"],
  });
  return ajv;
}

const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** Schemas of query parameters, by name. */
type QuerySchemas = Readonly<Record<string, JsonObject>>;

/** The query parameters as the schema of one object. */
const querySchemas = new WeakMap<QuerySchemas, JsonObject>();

/** Rejects a body that its schema does not take. */
export function checkBody(schema: JsonObject, body: unknown): object {
  check(schema, body, "body");
  return body as object;
}

/** Returns the query parameters in the types of their schemas. Throws a rejection for invalid ones. */
export function checkQuery(schemas: QuerySchemas, query: URLSearchParams): object {
  const values: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const given = query.getAll(name);
    const value = given.length === 1 ? read(schemas[name], given[0] ?? "") : given;
    Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
  }
  const schema = querySchemas.get(schemas) ?? object(schemas);
  querySchemas.set(schemas, schema);
  check(schema, values, "query");
  return values;
}

/** Returns a number or boolean parsed from its text if the schema requires one. */
function read(schema: JsonObject | undefined, text: string): unknown {
  if (schema?.type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/**
 * Rejects a value that its schema does not take.
 *
 * @throws ControlProblem `invalid_input`, with each mistake below `place`.
 */
export function check(schema: JsonObject, value: unknown, place: string): void {
  const validate = compiled.get(schema) ?? compiler().compile(schema);
  compiled.set(schema, validate);
  if (validate(value)) return;
  // Unknown members come first: if another is missing, it is probably that one with a typing error.
  const errors = (validate.errors ?? []).toSorted((a, b) => rank(a) - rank(b));
  const mistakes = errors.map((error) => mistakeOf(error, place));
  const [first = { path: place, text: "is not valid", hint: "See GET /_fake/ for what it takes." }] = mistakes;
  const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : "";
  throw problem("invalid_input", `${first.path} ${first.text}${more}`, first.hint, { mistakes: mistakes.slice(0, 20) });
}

function rank({ keyword }: ErrorObject): number {
  return keyword === "additionalProperties" ? 0 : 1;
}

/** One problem of a value. */
interface Mistake {
  /** `body.name`. */
  readonly path: string;
  /** The problem, to follow the path. */
  readonly text: string;
  readonly hint: string;
}

function mistakeOf(error: ErrorObject, place: string): Mistake {
  const path = [place, ...error.instancePath.split("/").slice(1)].join(".");
  const members = isObject(error.parentSchema?.properties) ? Object.keys(error.parentSchema.properties) : [];
  if (error.keyword === "additionalProperties") {
    const name = String(error.params.additionalProperty);
    const guess = nearest(name, members);
    const known = members.length === 0 ? "Nothing is taken there." : `Taken are: ${members.join(", ")}.`;
    return {
      path,
      text: `has an unknown member ${quoted(name)}`,
      hint: guess === null ? known : `Did you mean "${guess}"?`,
    };
  }
  if (error.keyword === "required") {
    const name = String(error.params.missingProperty);
    return { path, text: `lacks ${quoted(name)}`, hint: `Give ${name}: ${describe(memberSchema(error, name))}.` };
  }
  if (error.keyword === "minProperties" || error.keyword === "maxProperties") {
    const [what, count] =
      error.keyword === "minProperties" ? ["is empty", "at least one"] : ["has too many members", "one"];
    return { path, text: what, hint: `Give ${count} of: ${namesOf(error)}.` };
  }
  return { path, text: `is ${quoted(error.data)}, but ${wanted(error)}`, hint: hintFor(error) };
}

/** Returns the names of the members that a schema allows. */
function namesOf(error: ErrorObject): string {
  const properties = error.parentSchema?.properties;
  return isObject(properties) ? Object.keys(properties).join(", ") : "its members";
}

function memberSchema(error: ErrorObject, name: string): JsonObject {
  const properties = error.parentSchema?.properties;
  const schema = isObject(properties) ? properties[name] : undefined;
  return asObject(schema);
}

function describe(schema: { readonly description?: unknown }): string {
  const description = typeof schema.description === "string" ? schema.description : "a value";
  // Not ISO, HTTP and the like.
  return /^[A-Z]{2}/.test(description) ? description : description.charAt(0).toLowerCase() + description.slice(1);
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function wanted({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case "type":
      return `must be ${[params.type]
        .flat()
        .map((type) => TYPES[String(type)] ?? String(type))
        .join(" or ")}`;
    case "enum":
      return `must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
    case "pattern":
      return `must be: ${describe({ description: parentSchema?.description })}`;
    case "minLength":
      return "must not be empty";
    default:
      return message ?? `must keep to ${keyword}`;
  }
}

function hintFor({ keyword, params, data, parentSchema }: ErrorObject): string {
  const guess = keyword === "enum" ? nearest(String(data), (params.allowedValues as unknown[]).map(String)) : null;
  if (guess !== null) return `Did you mean "${guess}"?`;
  const description = parentSchema?.description;
  return typeof description === "string" ? `Wanted: ${describe({ description })}.` : "Correct the value.";
}
