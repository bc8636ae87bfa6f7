import * as fc from "fast-check";
import type { ApiDocument, Operation, Schema } from "../spec/document-model.ts";
import type { Json } from "../spec/json.ts";
import { toPointer, withValueAt } from "./pointer.ts";
import type { RequestInput } from "./request-model.ts";
import { requestInput, requestModel, requestValue } from "./request-model.ts";
import type { RequestOptions } from "./requests.ts";
import { sampleRequest } from "./requests.ts";
import { seedOf } from "./seed.ts";
import type { Site } from "./sites.ts";
import type { AnySchema } from "./subschemas.ts";
import { valuesOf } from "./values/value.ts";

/** The options under which twins and boundary cases are made: nothing in them is open to a second reading. */
export type PlainOptions = Pick<RequestOptions, "fixed" | "available" | "require" | "omit">;

/** The smallest valid request in which something stands at the site; undefined where none is possible. */
export function twinAt(
  document: ApiDocument,
  operation: Operation,
  site: Pick<Site, "path" | "address">,
  options: PlainOptions = {},
): RequestInput | undefined {
  const required = site.path.length > 1 ? [toPointer(site.path)] : [];
  const require = [...(options.require ?? []), ...required];
  return sampleRequest(
    document,
    operation,
    { ...options, presence: "none", text: "plain", require },
    seedOf(site.address),
  );
}

/** One plain value that is safe at the site and matches the further schema; always the same. */
export function sampleAt(
  document: ApiDocument,
  operation: Operation,
  schema: AnySchema,
  seed: number,
  options: PlainOptions = {},
): Json | undefined {
  const { safe } = requestModel(document, operation);
  const available = options.available ?? (() => true);
  const values = valuesOf(schema, safe.resolve, { presence: "none", text: "plain", available });
  return values === undefined ? undefined : fc.sample(values, { seed, numRuns: 1 })[0];
}

/** The request with the value at a path replaced; `undefined` takes it out. */
export function withValue(input: RequestInput, path: readonly string[], value: Json | undefined): RequestInput {
  return requestInput(input.operation, withValueAt(requestValue(input), path, value) ?? {});
}

/** Whether every reading accepts the request. */
export function isSafe(document: ApiDocument, operation: Operation, input: RequestInput): boolean {
  return requestModel(document, operation).safe.judge(requestValue(input)).length === 0;
}

/** Both schemas at once. */
export function narrowed(schema: Schema, further: Schema): Schema {
  return { allOf: [schema, further] } as Schema;
}
