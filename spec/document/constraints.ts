import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerOfReference, pointerTo, valueAt } from "../pointer.ts";
import { keywordKind } from "./keywords.ts";
import type { ApiDocument, Constraint, Operation } from "./model.ts";
import { nullableBranch } from "./nullable.ts";
import { reachableSchemas } from "./schema-places.ts";
import { subschemas } from "./schema-walk.ts";

const known = new WeakMap<ApiDocument, readonly Constraint[]>();

/**
 * Returns every keyword of every request and response schema, in the order of the document. Schemas that requests
 * refer to are listed once for each request; components that responses refer to are listed once, under their own name.
 */
export function constraintsOf(document: ApiDocument): readonly Constraint[] {
  const found = known.get(document) ?? withOwnAddresses(collect(document));
  known.set(document, found);
  return found;
}

function collect(document: ApiDocument): Constraint[] {
  const requests = document.operations.flatMap((operation) => requestConstraints(document, operation));
  const inPlace = document.operations.flatMap((operation) => responseConstraints(document, operation));
  return [...requests, ...inPlace, ...sharedConstraints(document)];
}

function requestConstraints(document: ApiDocument, { id, parameters, body }: Operation): Constraint[] {
  const context: Context = { document, side: "request", operation: id, inlined: [] };
  const ofParameters = parameters.flatMap((parameter): Constraint[] => {
    const { schema, pointer, address, required, requiredOpen } = parameter;
    const holder = pointer.replace(/\/schema$/, "");
    const marks = openMarks(valueAt(document.raw, holder));
    const own: Constraint = {
      address: `${address}.required`,
      pointer: pointerTo(holder, "required"),
      keyword: "required",
      value: true,
      side: "request",
      operation: id,
      open: requiredOpen ? reasonIn(marks, "required") : null,
    };
    return [...(required ? [own] : []), ...schemaConstraints(schema as Json, pointer, address, context)];
  });
  return [
    ...ofParameters,
    ...(body === null ? [] : schemaConstraints(body.schema as Json, body.pointer, body.address, context)),
  ];
}

function responseConstraints(document: ApiDocument, { id, responses }: Operation): Constraint[] {
  return [...responses.values()]
    .filter(({ address }) => address.startsWith(`${id}.`))
    .flatMap(({ schema, pointer, address }) =>
      schemaConstraints(schema as Json, pointer, address, { document, side: "response", operation: id, inlined: null }),
    );
}

/** Returns the constraints of components that responses use, and of responses that operations share. */
function sharedConstraints(document: ApiDocument): Constraint[] {
  const shapes = document.operations.flatMap(({ responses }) => [...responses.values()]);
  const prefixes = new Map(shapes.map(({ pointer, address }) => [pointer, address]));
  const shared = new Set(shapes.filter(({ address }) => address.startsWith("response.")).map(({ pointer }) => pointer));
  return reachableSchemas(document.raw, prefixes.keys()).flatMap((pointer) => {
    if (prefixes.has(pointer) && !shared.has(pointer)) return [];
    const address = prefixes.get(pointer) ?? componentAddress(pointer);
    const context: Context = { document, side: "response", operation: null, inlined: null };
    return schemaConstraints(valueAt(document.raw, pointer) ?? true, pointer, address, context);
  });
}

/** `Task` for a component schema; for any other place that is referred to, the last two steps of its pointer. */
function componentAddress(pointer: string): string {
  const tokens = pointer.split("/");
  const isComponent = tokens.length === 4 && tokens[1] === "components";
  return isComponent ? (tokens[3] ?? pointer) : tokens.slice(-2).join(".");
}

interface Context {
  readonly document: ApiDocument;
  readonly side: Constraint["side"];
  readonly operation: string | null;
  /** Targets of the references that led here, which are listed in place; null where references are listed by their own name. */
  readonly inlined: readonly string[] | null;
}

/**
 * Combinators are listed as one rule, since a value that breaks them does not show which branch was meant. An `anyOf`
 * of null and one schema counts as that schema.
 */
const WHOLE = new Set(["anyOf", "oneOf", "not", "if", "contains", "propertyNames"]);

function schemaConstraints(schema: Json, pointer: string, address: string, context: Context): Constraint[] {
  if (schema === false)
    return [constraint({ address: `${address}.false`, pointer, keyword: "false" }, false, null, context)];
  if (!isObject(schema)) return [];
  const marks = openMarks(schema);
  const own = Object.entries(schema).flatMap(([keyword, value]) => {
    const place = { address: `${address}.${keyword}`, pointer: pointerTo(pointer, keyword), keyword };
    if (!isRule(keyword, value)) return [];
    if (keyword === "required") return requiredConstraints(value, place, marks, context);
    return [constraint(place, value, reasonIn(marks, keyword), context)];
  });
  const nullable = nullableBranch(schema.anyOf);
  const inner = subschemas(schema, pointer)
    .filter(({ keyword, key, schema: held }) =>
      keyword === "anyOf" ? key === nullable : !WHOLE.has(keyword) && !isRule(keyword, held),
    )
    .flatMap((subschema) =>
      schemaConstraints(subschema.schema, subschema.pointer, address + step(subschema.keyword, subschema.key), context),
    );
  return [...own, ...inner, ...referredConstraints(schema, address, context)];
}

function isRule(keyword: string, value: Json): boolean {
  if (keyword === "anyOf" && nullableBranch(value) !== null) return false;
  if (keywordKind(keyword) === "assertion" || WHOLE.has(keyword)) return true;
  return (keyword === "additionalProperties" || keyword === "items") && value === false;
}

function requiredConstraints(value: Json, place: Place, marks: JsonObject, context: Context): Constraint[] {
  return (Array.isArray(value) ? value : []).map((name, index) => {
    const text = String(name);
    const one = { ...place, address: `${place.address}.${text}`, pointer: pointerTo(place.pointer, index) };
    return constraint(one, text, reasonIn(marks, "required", text), context);
  });
}

function referredConstraints(schema: JsonObject, address: string, context: Context): Constraint[] {
  const { document, inlined } = context;
  if (inlined === null || typeof schema.$ref !== "string") return [];
  const target = pointerOfReference(schema.$ref);
  if (target === null || inlined.includes(target)) return [];
  const next = { ...context, inlined: [...inlined, target] };
  return schemaConstraints(valueAt(document.raw, target) ?? true, target, address, next);
}

type Place = Pick<Constraint, "address" | "pointer" | "keyword">;

function constraint(place: Place, value: Json, open: string | null, { side, operation }: Context): Constraint {
  return { ...place, value, side, operation, open };
}

/**
 * Returns how an address continues into an inner schema: a property adds its name, an item brackets, and parts of
 * `allOf` and nullable schemas nothing.
 */
function step(keyword: string, key: string | number | null): string {
  switch (keyword) {
    case "properties":
      return `.${stepName(String(key))}`;
    case "items":
      return "[]";
    case "prefixItems":
      return `[${key}]`;
    case "allOf":
    case "anyOf":
      return "";
    case "patternProperties":
      return `.{${key}}`;
    case "additionalProperties":
      return ".{}";
    default:
      return key === null ? `.${keyword}` : `.${keyword}.${key}`;
  }
}

/** Returns a name for an address, in quotes if it could be read as several steps. */
export function stepName(name: string): string {
  return /^[^.[\]{}*"]+$/.test(name) ? name : JSON.stringify(name);
}

/** Numbers repeated addresses from the second on: parts of an `allOf` may have the same keyword at the same place. */
function withOwnAddresses(constraints: readonly Constraint[]): Constraint[] {
  const counts = new Map<string, number>();
  return constraints.map((one) => {
    const count = (counts.get(one.address) ?? 0) + 1;
    counts.set(one.address, count);
    return count === 1 ? one : { ...one, address: `${one.address}#${count}` };
  });
}

/** Returns the `x-open` marks of an object of the document; an empty object if it has none. */
export function openMarks(holder: Json | undefined): JsonObject {
  return isObject(holder) && isObject(holder["x-open"]) ? holder["x-open"] : {};
}

/** Returns why a keyword (or one name under `required`) is open; null if it is a rule. */
export function reasonIn(marks: JsonObject, keyword: string, name?: string): string | null {
  const mark = Object.hasOwn(marks, keyword) ? marks[keyword] : undefined;
  if (typeof mark === "string") return mark;
  const reason = isObject(mark) && name !== undefined && Object.hasOwn(mark, name) ? mark[name] : undefined;
  return typeof reason === "string" ? reason : null;
}
