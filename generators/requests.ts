import * as fc from "fast-check";
import type { ApiDocument, Operation, Schema } from "../spec/document/model.ts";
import type { ReferenceKind } from "../spec/family.ts";
import type { Json, JsonObject } from "../spec/json.ts";
import { OperatorError } from "../spec/operator-error.ts";
import { boundedFilter } from "./bounded-filter.ts";
import { MissingReference } from "./missing-reference.ts";
import { fixingPath, requiringPath } from "./path-schemas.ts";
import { fromPointer, toPointer } from "./paths.ts";
import { findTokens } from "./references.ts";
import type { ReadRequest, RequestInput } from "./request-model.ts";
import { requestInput, requestModel } from "./request-model.ts";
import type { AnySchema } from "./subschemas.ts";
import type { Presence, TextLevel } from "./values/context.ts";
import { ALL_KINDS, valuesOf } from "./values/value.ts";

/** The choices of a caller of {@link validRequests}; everything else is random. */
export interface RequestOptions {
  /** Optional members: some (default), none, or all that may be combined. */
  readonly presence?: Presence;
  /** `rich` by default; `plain` if lengths or equality must be beyond dispute. */
  readonly text?: TextLevel;
  /** Members with values from the caller, not judged by the schema: `{ body: { title: "x" } }`. */
  readonly fixed?: { readonly parameters?: JsonObject; readonly body?: JsonObject };
  /** JSON pointers of members that must be sent: `/body/priority`, `/parameters/limit`. */
  readonly require?: readonly string[];
  /** Returns true if an identifier of a kind is available; by default all are. */
  readonly available?: (kind: ReferenceKind) => boolean;
}

/**
 * Returns requests that every reading of the contract accepts. Identifiers are tokens, which {@link resolveReferences}
 * replaces by ids.
 * @throws MissingReference if a required member needs an identifier of a kind that is not available.
 * @throws OperatorError `SCHEMA-UNINHABITABLE` if the document contradicts itself.
 */
export function validRequests(
  document: ApiDocument,
  operation: Operation,
  options: RequestOptions = {},
): fc.Arbitrary<RequestInput> {
  const values = requestValues(document, operation, options);
  if (values === undefined) throw noRequestError(document, operation, options);
  return values.map((value) => requestInput(operation.id, value));
}

/** Returns {@link validRequests} as `{ parameters, body }`; undefined if no request is possible. */
function requestValues(
  document: ApiDocument,
  operation: Operation,
  options: RequestOptions,
): fc.Arbitrary<Json> | undefined {
  const { safe } = requestModel(document, operation);
  const values = valuesOf(shaped(safe, operation, options), safe.resolve, {
    presence: options.presence ?? "random",
    text: options.text ?? "rich",
    available: options.available ?? ALL_KINDS,
  });
  if (values === undefined) return undefined;
  const exempt = fixedPaths(options).map(([path]) => toPointer(path));
  const isValid = (value: Json): boolean =>
    safe
      .judge(value as JsonObject)
      .every(({ pointer }) => exempt.some((fixed) => pointer === fixed || pointer.startsWith(`${fixed}/`)));
  return boundedFilter(values, isValid, `requests of ${operation.id}`);
}

/** Returns one request, always the same for the same arguments; undefined if none is possible. */
export function sampleRequest(
  document: ApiDocument,
  operation: Operation,
  options: RequestOptions,
  seed = 1,
): RequestInput | undefined {
  const values = requestValues(document, operation, options);
  const [value] = values === undefined ? [] : fc.sample(values, { seed, numRuns: 1 });
  return value === undefined ? undefined : requestInput(operation.id, value);
}

function shaped(safe: ReadRequest, operation: Operation, options: RequestOptions): AnySchema {
  const fixed = fixedPaths(options).reduce<AnySchema>(
    (schema, [path, value]) => fixingPath(schema, path, value, safe.resolve),
    safe.schema,
  );
  const required = (options.require ?? []).map((pointer) => requiringPath(fromPointer(pointer)));
  const headers = operation.parameters.filter((parameter) => parameter.in === "header");
  const narrowed = [
    ...headers.map(({ role }) => [role, { pattern: HEADER_TEXT }] as const),
    ...unknownNames(operation, options).map((role) => [role, { not: {} }] as const),
  ];
  const parameters = { properties: { parameters: { properties: Object.fromEntries(narrowed) } } };
  return { allOf: [fixed, ...required, ...(narrowed.length === 0 ? [] : [parameters])] } as Schema;
}

/** The texts that every client can send in a header. */
const HEADER_TEXT = "^[ -~]*$";

/** Returns the parameters whose name is unknown and that the caller does not request: they are left out. */
function unknownNames({ parameters }: Operation, { fixed, require = [] }: RequestOptions): string[] {
  const asked = [...Object.keys(fixed?.parameters ?? {}), ...require.map((path) => fromPointer(path)[1] ?? "")];
  return parameters.flatMap(({ role, required, nameUnknown }) =>
    nameUnknown && !required && !asked.includes(role) ? [role] : [],
  );
}

function fixedPaths({ fixed }: RequestOptions): [string[], Json][] {
  return Object.entries(fixed ?? {}).flatMap(([place, members]) =>
    Object.entries(members ?? {}).map(([name, value]) => [[place, name], value] satisfies [string[], Json]),
  );
}

function noRequestError(document: ApiDocument, operation: Operation, options: RequestOptions): Error {
  const unrestricted = sampleRequest(document, operation, { ...options, presence: "none", available: ALL_KINDS });
  if (unrestricted === undefined) return unsatisfiableError(operation, options);
  const available = options.available ?? ALL_KINDS;
  const tokens = findTokens({ parameters: { ...unrestricted.parameters }, body: unrestricted.body ?? null });
  return new MissingReference(
    operation.id,
    [...new Set(tokens.map(({ kind }) => kind))].filter((kind) => !available(kind)),
  );
}

function unsatisfiableError(operation: Operation, options: RequestOptions): OperatorError {
  const asked = (options.require ?? []).map((path) => `with ${path}`);
  return new OperatorError({
    code: "SCHEMA-UNINHABITABLE",
    message: `no request of ${operation.id}${asked.length > 0 ? ` ${asked.join(", ")}` : ""} can match the document`,
    hint: "Look in its parameters and body for bounds that exclude each other, or a required member that nothing can match.",
  });
}
