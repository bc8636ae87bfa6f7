import type { ApiDocument, Operation, Schema } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import { canonical } from "../canonical.ts";
import { constraintAddress } from "../constraint-address.ts";
import type { Facet } from "../facet.ts";
import { negate } from "../negate.ts";
import { toPointer, valueAt } from "../paths.ts";
import type { PlainOptions } from "../plain-request.ts";
import { narrowed, plainRequest, sampleAt, validRequestAt, withValue } from "../plain-request.ts";
import type { RequestInput } from "../request-model.ts";
import { requestInput, requestModel, requestValue } from "../request-model.ts";
import { seedOf } from "../seed.ts";
import type { Site } from "../sites.ts";
import { requestSites } from "../sites.ts";
import { DISPUTES } from "./all.ts";
import type { Dispute, DisputeContext, DisputedCase, DisputedEdit } from "./dispute.ts";

/**
 * Returns the requests of an operation on which readings of the contract differ, each with the closest valid request:
 * values between a rule and its safe zone, values that an open keyword forbids, null for absent, "12" for 12, unusual
 * text. Deterministic. For observations only.
 */
export function disputedRequests(
  document: ApiDocument,
  operation: Operation,
  options: PlainOptions = {},
): DisputedCase[] {
  const atSites = requestSites(document, operation).flatMap((site) => casesAt(document, operation, site, options));
  return [...atSites, ...parametersTogether(document, operation, options)];
}

function casesAt(document: ApiDocument, operation: Operation, site: Site, options: PlainOptions): DisputedCase[] {
  const control = validRequestAt(document, operation, site, options);
  if (control === undefined) return [];
  const context: DisputeContext = {
    before: valueAt(requestValue(control), site.path) ?? null,
    nearest: (schema, further) => nearest(document, operation, narrowed(schema, further), options),
  };
  return DISPUTES.flatMap((dispute) =>
    dispute.edits(site, context).flatMap((edit) => disputedCase(document, operation, site, dispute, edit, control)),
  );
}

function disputedCase(
  document: ApiDocument,
  operation: Operation,
  site: Site,
  dispute: Dispute,
  edit: DisputedEdit,
  control: RequestInput,
): DisputedCase[] {
  const path = [...site.path, ...(edit.below ?? [])];
  const input = withValue(control, path, edit.after);
  const isNothingNew =
    edit.rawText === undefined && edit.below === undefined && !leavesSafety(document, operation, edit, input);
  const breaksRules = requestModel(document, operation).rules.judge(requestValue(input)).length > 0;
  if (isNothingNew || (dispute.rules === "kept" && breaksRules)) return [];
  return [
    {
      operation: operation.id,
      dispute: dispute.name,
      point: dispute.point,
      address:
        edit.keyword === undefined
          ? site.address
          : constraintAddress(document, site, edit.keyword, edit.member ?? null),
      pointer: toPointer(path),
      description: edit.description,
      reason: edit.reason ?? null,
      after: edit.after,
      input,
      rawBody: edit.rawText === undefined ? null : rawBody(control, path, edit.rawText),
    },
  ];
}

/** Returns true if the request leaves the zone that every reading accepts, by the keyword that the edit names. */
function leavesSafety(
  document: ApiDocument,
  operation: Operation,
  { keyword }: DisputedEdit,
  input: RequestInput,
): boolean {
  const broken = requestModel(document, operation).safe.judge(requestValue(input));
  return keyword === undefined ? broken.length > 0 : broken.some((violation) => violation.keyword === keyword);
}

/** One value of a schema at the bounds of its first facet: 101 above 100, not some number above it. */
function nearest(document: ApiDocument, operation: Operation, schema: Schema, options: PlainOptions): Json | undefined {
  const [facet] = canonical(schema, requestModel(document, operation).safe.resolve);
  if (facet === undefined) return undefined;
  const seed = seedOf(operation.id, "disputed");
  const atBound = sampleAt(document, operation, narrowed(schema, edgeOf(facet)), seed, options);
  return atBound === undefined ? sampleAt(document, operation, schema, seed, options) : atBound;
}

/** The smallest difference from an excluded bound that is distinguishable. */
const STEP = 0.01;

function edgeOf(facet: Facet): Schema {
  const { type, minimum, maximum, minLength, maxLength, minItems } = facet;
  if (type === "integer" || type === "number") {
    const low = facet.minimumExcluded ? minimum + STEP : minimum;
    const high = facet.maximumExcluded ? maximum - STEP : maximum;
    const bound = Number.isFinite(low) ? low : high;
    return Number.isFinite(bound) ? { type, minimum: bound, maximum: bound } : { type };
  }
  if (type === "array") return { type, maxItems: Math.max(minItems, 0) };
  if (type !== "string") return { type };
  if (minLength > 0) return { type, maxLength: minLength };
  return Number.isFinite(maxLength) ? { type, minLength: maxLength } : { type };
}

/** A text that occurs in no generated value, to be replaced in the JSON text. */
const MARK = "\u0001raw\u0001";

function rawBody(control: RequestInput, path: readonly string[], rawText: string): string {
  const { body } = withValue(control, path, MARK);
  return JSON.stringify(body ?? null).replace(JSON.stringify(MARK), rawText);
}

/**
 * Returns requests that the operation's own safe zone excludes: combinations of parameters that some readings reject.
 */
function parametersTogether(document: ApiDocument, operation: Operation, options: PlainOptions): DisputedCase[] {
  const { safe } = operation;
  const control = safe === null ? undefined : plainRequest(document, operation, options);
  if (safe === null || control === undefined) return [];
  const model = requestModel(document, operation);
  const together = { properties: { parameters: negate(safe.schema) as never } };
  const value = sampleAt(document, operation, narrowed(model.safe.apart, together), seedOf(operation.id), options);
  if (value === undefined) return [];
  return [
    {
      operation: operation.id,
      dispute: "outside-safe-zone",
      point: null,
      address: operation.id,
      pointer: "/parameters",
      description: `outside what is safe: ${JSON.stringify(safe.schema)}`,
      reason: safe.reason,
      after: (value as { parameters: Json }).parameters,
      input: requestInput(operation.id, value),
      rawBody: null,
    },
  ];
}
