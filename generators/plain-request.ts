import * as fc from "fast-check";
import type { ApiDocument, Operation, Schema } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import { toPointer, valueAt, withValueAt } from "./paths.ts";
import type { RequestInput, RequestModel } from "./request-model.ts";
import { requestInput, requestModel, requestValue } from "./request-model.ts";
import type { RequestOptions } from "./requests.ts";
import { sampleRequest } from "./requests.ts";
import { seedOf } from "./seed.ts";
import type { Site } from "./sites.ts";
import type { AnySchema } from "./subschemas.ts";
import { ALL_KINDS, valuesOf } from "./values/value.ts";

/** The options for twins and boundary cases: all readings accept their values. */
export type PlainOptions = Pick<RequestOptions, "fixed" | "available" | "require">;

/** Returns the smallest valid request, always the same: the base of every twin and boundary case. */
export function plainRequest(
  document: ApiDocument,
  operation: Operation,
  options: PlainOptions = {},
): RequestInput | undefined {
  const key = JSON.stringify([options.fixed, options.require]);
  const model = requestModel(document, operation);
  const known = plainRequests.get(model) ?? new Map<string, RequestInput | undefined>();
  plainRequests.set(model, known);
  // The available ids may change between calls, so such a request is not cached; the key covers everything else.
  if (options.available !== undefined) return sampleRequest(document, operation, { ...options, ...PLAIN });
  if (!known.has(key)) known.set(key, sampleRequest(document, operation, { ...options, ...PLAIN }));
  return known.get(key);
}

const PLAIN = { presence: "none", text: "plain" } as const;

const plainRequests = new WeakMap<RequestModel, Map<string, RequestInput | undefined>>();

/**
 * Returns the smallest valid request with a value at the path: the plain one if it has one, else the plain one with it
 * added, else one created for it. This keeps the number of different twins small. Undefined if none is possible.
 */
export function validRequestAt(
  document: ApiDocument,
  operation: Operation,
  site: Pick<Site, "path" | "safe">,
  options: PlainOptions = {},
): RequestInput | undefined {
  const plain = plainRequest(document, operation, options);
  if (plain !== undefined && valueAt(requestValue(plain), site.path) !== undefined) return plain;
  const seed = seedOf(operation.id, ...site.path);
  const added = plain === undefined ? undefined : sampleAt(document, operation, site.safe, seed, options);
  const fuller = plain === undefined || added === undefined ? undefined : withValue(plain, site.path, added);
  if (fuller !== undefined && isSafe(document, operation, fuller)) return fuller;
  const require = [...(options.require ?? []), toPointer(site.path)];
  return sampleRequest(document, operation, { ...options, ...PLAIN, require }, seed);
}

/** Returns one plain value that is safe at the site and matches the further schema; always the same. */
export function sampleAt(
  document: ApiDocument,
  operation: Operation,
  schema: AnySchema,
  seed: number,
  options: PlainOptions = {},
): Json | undefined {
  const { safe } = requestModel(document, operation);
  const available = options.available ?? ALL_KINDS;
  const values = valuesOf(schema, safe.resolve, { presence: "none", text: "plain", available });
  return values === undefined ? undefined : fc.sample(values, { seed, numRuns: 1 })[0];
}

/** Returns the request with the value at a path replaced; `undefined` removes it. */
export function withValue(input: RequestInput, path: readonly string[], value: Json | undefined): RequestInput {
  return requestInput(input.operation, withValueAt(requestValue(input), path, value) ?? {});
}

/** Returns true if the request breaks no rule of the contract; readings may differ on whether it must be accepted. */
export function isValid(document: ApiDocument, operation: Operation, input: RequestInput): boolean {
  return requestModel(document, operation).rules.judge(requestValue(input)).length === 0;
}

/** Returns true if every reading accepts the request. */
export function isSafe(document: ApiDocument, operation: Operation, input: RequestInput): boolean {
  return requestModel(document, operation).safe.judge(requestValue(input)).length === 0;
}

/** Returns a schema that requires both. */
export function narrowed(schema: Schema, further: Schema): Schema {
  return { allOf: [schema, further] } as Schema;
}
