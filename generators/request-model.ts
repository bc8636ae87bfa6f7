import type { ApiDocument, Operation, Parameter, Schema } from "../spec/document/model.ts";
import type { Json, JsonObject } from "../spec/json.ts";
import { isObject } from "../spec/json.ts";
import { memoize } from "../spec/memoize.ts";
import { pointerOfReference, valueAt } from "../spec/pointer.ts";
import type { Resolve } from "./canonical.ts";
import type { Judge } from "./judge.ts";
import { createJudge } from "./judge.ts";
import type { Reading } from "./readings.ts";
import { schemaInReading } from "./readings.ts";
import type { AnySchema } from "./subschemas.ts";

/** A request without its place on the wire: parameters by role, the body as JSON. */
export interface RequestInput {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, Json>>;
  /** Undefined for a request without body. */
  readonly body: Json | undefined;
}

/** One reading of everything that a request of an operation carries, as one schema over `{ parameters, body }`. */
export interface ReadRequest {
  readonly schema: Schema;
  /** `schema` without the rules of the operation for its parameters together. */
  readonly apart: Schema;
  readonly parameters: Readonly<Record<string, Schema>>;
  readonly body: Schema | null;
  readonly resolve: Resolve;
  readonly judge: Judge;
}

/** An operation's requests in both readings. */
export interface RequestModel {
  readonly operation: Operation;
  readonly rules: ReadRequest;
  readonly safe: ReadRequest;
}

/** Returns the model of an operation's requests; created once per document. */
export const requestModel = memoize(
  (document: ApiDocument, operation: Operation): RequestModel => ({
    operation,
    rules: readRequest(document, operation, "rules"),
    safe: readRequest(document, operation, "safe"),
  }),
  ({ id }) => id,
);

/** Returns the request as the one JSON value that the schemas of {@link ReadRequest} describe. */
export function requestValue(input: RequestInput): JsonObject {
  const parameters: JsonObject = { ...input.parameters };
  return input.body === undefined ? { parameters } : { parameters, body: input.body };
}

/** Returns the request of a JSON value: the inverse of {@link requestValue}. */
export function requestInput(operation: string, value: Json): RequestInput {
  const { parameters, body } = value as { parameters?: JsonObject; body?: Json };
  return { operation, parameters: parameters ?? {}, body };
}

/** Returns the schema of `{ parameters, body }`; `together` applies to the parameters as a whole. */
function requestSchema(
  parameters: Readonly<Record<string, Schema>>,
  requiredParameters: readonly string[],
  body: Schema | null,
  together: Schema,
): Schema {
  const holder: Schema = {
    type: "object",
    properties: parameters as never,
    required: [...requiredParameters],
    additionalProperties: false,
    allOf: [together as never],
  };
  const properties = body === null ? { parameters: holder } : { parameters: holder, body };
  return {
    type: "object",
    properties: properties as never,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function readRequest(document: ApiDocument, operation: Operation, reading: Reading): ReadRequest {
  const parameters = Object.fromEntries(
    operation.parameters.map(({ role, schema }) => [role, schemaInReading(schema, reading)]),
  );
  const names = operation.parameters.filter((parameter) => isRequired(parameter, reading)).map(({ role }) => role);
  const body = operation.body === null ? null : schemaInReading(operation.body.schema, reading);
  const together = reading === "safe" ? (operation.safe?.schema ?? {}) : {};
  return {
    schema: requestSchema(parameters, names, body, together),
    apart: requestSchema(parameters, names, body, {}),
    parameters,
    body,
    resolve: createResolve(document, reading),
    judge: createJudge(document, operation, reading),
  };
}

function isRequired(parameter: Parameter, reading: Reading): boolean {
  return parameter.required && (reading === "safe" || !parameter.requiredOpen);
}

/** Follows internal references to schemas in one reading; each is read once. */
function createResolve(document: ApiDocument, reading: Reading): Resolve {
  const known = new Map<string, AnySchema | undefined>();
  return (ref) => {
    if (!known.has(ref)) known.set(ref, referred(document, reading, ref));
    return known.get(ref);
  };
}

function referred(document: ApiDocument, reading: Reading, ref: string): AnySchema | undefined {
  const pointer = pointerOfReference(ref);
  const target = pointer === null ? undefined : valueAt(document.raw, pointer);
  if (typeof target === "boolean") return target;
  return isObject(target) ? schemaInReading(target as Schema, reading) : undefined;
}
