import * as fc from "fast-check";
import { requestModel } from "../../../generators/request-model.ts";
import { isAdded } from "../../../generators/required.ts";
import { wireReadings } from "../../../generators/wire.ts";
import type { ApiDocument, Operation, Schema } from "../../../spec/document/model.ts";
import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Relayed } from "./relay.ts";

/** An overlay that makes one part of a request required. */
export interface RequiredOverlay {
  readonly operation: string;
  /** Its place: `query tenant`, `body.metadata.team`. */
  readonly place: string;
  readonly actions: readonly JsonObject[];
}

/** Schemas of required values, each of which states in another way what is valid. */
const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom("t1", "one two", "é").map((value) => ({ type: "string", const: value })),
  fc.constant({ type: "string", enum: ["north", "south"] }),
  fc.constant({ type: "string", pattern: "^[a-z]{3}-[0-9]{2}$" }),
  fc.constantFrom("uuid", "date-time", "email").map((format) => ({ type: "string", format })),
  fc.constant({ type: "integer", minimum: 7, maximum: 9 }),
  fc.constant({ type: "string", minLength: 3, default: "usual" }),
  fc.constant({ type: "boolean" }),
);

/** Schemas of scalars, and of objects and lists of them. */
const structured: fc.Arbitrary<Schema> = fc.oneof(
  scalar,
  scalar.map((inner) => ({ type: "object", required: ["inner"], properties: { inner } }) as unknown as Schema),
  scalar.map((items) => ({ type: "array", minItems: 1, items }) as unknown as Schema),
  scalar.map(
    (unit) =>
      ({
        type: "array",
        minItems: 2,
        items: { type: "object", required: ["unit"], properties: { unit } },
      }) as unknown as Schema,
  ),
);

const NEW = "x_required";

/** Returns overlays over the operations of a document, each with one new or known part that is required. */
export function requiredOverlays(document: ApiDocument): fc.Arbitrary<RequiredOverlay> {
  const operations = fc.constantFrom(...document.operations);
  return operations.chain((operation) => {
    const known = knownOptional(operation).map((make) => fc.constant(make));
    const inBody = operation.body === null ? [] : [structured.map((schema) => newMember(operation, schema))];
    return fc.oneof(
      scalar.map((schema) => newParameter(operation, "query", schema)),
      scalar.map((schema) => newParameter(operation, "header", schema)),
      ...inBody,
      ...known,
      ...nestedObjects(operation).map((name) => structured.map((schema) => newNested(operation, name, schema))),
    );
  });
}

function target({ path, method }: Operation, rest: string): string {
  return `$.paths['${path}'].${method.toLowerCase()}${rest}`;
}

const BODY = ".requestBody.content['application/json'].schema";

function newParameter(operation: Operation, where: "query" | "header", schema: Schema): RequiredOverlay {
  const name = where === "header" ? "x-required" : NEW;
  const parameter = { name, in: where, required: true, description: "Ours.", schema } as unknown as JsonObject;
  return {
    operation: operation.id,
    place: `${where} ${name}`,
    actions: [{ target: target(operation, ""), update: { parameters: [parameter] } }],
  };
}

function newMember(operation: Operation, schema: Schema): RequiredOverlay {
  const update = { required: [NEW], properties: { [NEW]: schema } } as unknown as JsonObject;
  return {
    operation: operation.id,
    place: `body.${NEW}`,
    actions: [{ target: target(operation, BODY), update }],
  };
}

/** Returns an overlay that requires a member of an object in the body, if that object is sent. */
function newNested(operation: Operation, name: string, schema: Schema): RequiredOverlay {
  const update = { required: [NEW], properties: { [NEW]: schema } } as unknown as JsonObject;
  return {
    operation: operation.id,
    place: `body.${name}.${NEW}`,
    actions: [{ target: target(operation, `${BODY}.properties.${name}`), update }],
  };
}

function nestedObjects({ body }: Operation): readonly string[] {
  return Object.entries(body?.members ?? {}).flatMap(([name, schema]) =>
    isObject(schema) && schema.type === "object" ? [name] : [],
  );
}

/** Returns optional parts in the document that name no resource which must be created first. */
function knownOptional(operation: Operation): readonly RequiredOverlay[] {
  const parameters = operation.parameters
    .filter((parameter) => parameter.in === "query" && !parameter.required && canBeMadeUp(parameter.schema))
    .map(({ name }) => ({
      operation: operation.id,
      place: `query ${name}`,
      actions: [{ target: target(operation, `.parameters[?@.name=='${name}']`), update: { required: true } }],
    }));
  const required = operation.body?.requiredMembers ?? [];
  const members = Object.entries(operation.body?.members ?? {})
    .filter(([name, schema]) => !required.includes(name) && canBeMadeUp(schema))
    .map(([name]) => ({
      operation: operation.id,
      place: `body.${name}`,
      actions: [{ target: target(operation, BODY), update: { required: [name] } }],
    }));
  return [...parameters, ...members];
}

function canBeMadeUp(schema: Json | Schema): boolean {
  if (!isObject(schema as Json)) return false;
  const text = JSON.stringify(schema);
  return !text.includes('"x-reference"') && !text.includes('"not":{}');
}

/** Returns true if a request breaks something that the overlay has added to the document: a target then rejects it. */
export function breaksOverlay(document: ApiDocument, operation: Operation, relayed: Relayed): boolean {
  const body = operation.body === null ? undefined : jsonOf(relayed);
  if (operation.body !== null && body === undefined) return false;
  const value = { parameters: parametersOf(operation, relayed), ...(body === undefined ? {} : { body }) };
  const { safe } = requestModel(document, operation);
  return safe.judge(value).some(({ documentPointer }) => isAdded(document, documentPointer));
}

function jsonOf({ body }: Relayed): Json | undefined {
  try {
    return JSON.parse(body.toString("utf8")) as Json;
  } catch {
    return undefined;
  }
}

/** By role, as a careful server reads them. */
function parametersOf(operation: Operation, { path, headers }: Relayed): JsonObject {
  const query = new URL(path, "http://127.0.0.1").searchParams;
  return Object.fromEntries(
    operation.parameters.flatMap((parameter) => {
      const header = headers[parameter.name];
      const texts =
        parameter.in === "query" ? query.getAll(parameter.name) : header === undefined ? [] : [String(header)];
      const [reading] = wireReadings(parameter, texts);
      return reading === undefined ? [] : [[parameter.role, reading] as const];
    }),
  );
}
