import type { ApiDocument, Operation, Schema } from "../../spec/document/model.ts";
import { isObject } from "../../spec/json.ts";
import { canonical } from "../canonical.ts";
import type { InvalidCase } from "../cases.ts";
import { constraintAddress } from "../constraint-address.ts";
import { withoutKeywords } from "../path-schemas.ts";
import { toPointer, valueAt } from "../paths.ts";
import type { PlainOptions } from "../plain-request.ts";
import { narrowed, sampleAt, validRequestAt, withValue } from "../plain-request.ts";
import type { RequestInput, RequestModel } from "../request-model.ts";
import { requestModel, requestValue } from "../request-model.ts";
import { seedOf } from "../seed.ts";
import type { Site } from "../sites.ts";
import { requestSites } from "../sites.ts";
import { stringList, subschemaMap } from "../subschemas.ts";
import { MUTATIONS } from "./all.ts";
import { breaksOnly } from "./breaks-only.ts";
import type { Edit, Mutation, MutationContext } from "./mutation.ts";
import { MISSING_PARAMETER } from "./mutation-target.ts";

/**
 * Returns every mutation of every rule of an operation's requests, one at a time, each with the closest valid request.
 * Deterministic. Open keywords and the disputed zone are left out, as are mutants that are still valid, or break
 * another rule too, on the wire.
 */
export function invalidRequests(
  document: ApiDocument,
  operation: Operation,
  options: PlainOptions = {},
): InvalidCase[] {
  const atSites = requestSites(document, operation).flatMap((site) => casesAt(document, operation, site, options));
  return [...missingParameters(document, operation, options), ...atSites];
}

function casesAt(document: ApiDocument, operation: Operation, site: Site, options: PlainOptions): InvalidCase[] {
  const mutations = MUTATIONS.filter(({ keyword }) => site.rules[keyword] !== undefined);
  const control = mutations.length === 0 ? undefined : validRequestAt(document, operation, site, options);
  if (control === undefined) return [];
  const model = requestModel(document, operation);
  const context = contextAt(document, operation, site, control, options);
  return mutations.flatMap((mutation) =>
    mutation.edits(site, context).flatMap((edit) => caseOf(document, model, site, mutation, edit, control, options)),
  );
}

function contextAt(
  document: ApiDocument,
  operation: Operation,
  site: Site,
  control: RequestInput,
  options: PlainOptions,
): MutationContext {
  const { resolve } = requestModel(document, operation).safe;
  return {
    before: valueAt(requestValue(control), site.path) ?? null,
    facets: canonical(site.safe, resolve),
    sample: (without, further) => {
      const schema = narrowed(withoutKeywords(site.safe, without), further);
      return sampleAt(document, operation, schema, seedOf(site.address, "mutant"), options);
    },
  };
}

function caseOf(
  document: ApiDocument,
  model: RequestModel,
  site: Site,
  mutation: Mutation,
  edit: Edit,
  siteControl: RequestInput,
  options: PlainOptions,
): InvalidCase[] {
  const path = [...site.path, ...(edit.below ?? [])];
  const isRemoval = mutation.keyword === "required";
  if (edit.after === undefined && !isRemoval) return [];
  const control = isRemoval
    ? validRequestAt(document, model.operation, { path, safe: memberSafe(site, edit) }, options)
    : siteControl;
  if (control === undefined) return [];
  const input = withValue(control, path, edit.after);
  const member = isRemoval ? (edit.below?.[0] ?? null) : null;
  if (!breaksOnly(model, { site, keyword: mutation.keyword, member }, input)) return [];
  const invalidCase: InvalidCase = {
    operation: model.operation.id,
    address: constraintAddress(document, site, mutation.keyword, member),
    keyword: mutation.keyword,
    pointer: toPointer(path),
    mutation: mutation.name,
    description: edit.description,
    before: valueAt(requestValue(control), path),
    after: edit.after,
    input,
    control,
  };
  return [invalidCase];
}

/** Returns the safe schema of the removed member. */
function memberSafe(site: Site, edit: Edit): Schema {
  const member = new Map(subschemaMap(site.safe, "properties")).get(edit.below?.[0] ?? "");
  return typeof member === "object" ? member : {};
}

/** Returns requests without a required parameter: the only rule that is in no schema of the document. */
function missingParameters(document: ApiDocument, operation: Operation, options: PlainOptions): InvalidCase[] {
  const { rules, safe } = requestModel(document, operation);
  const holder = isObject(rules.schema.properties) ? rules.schema.properties.parameters : undefined;
  const required = isObject(holder) ? stringList(holder.required) : [];
  return operation.parameters
    .filter((parameter) => required.includes(parameter.role) && parameter.in !== "path")
    .flatMap(({ role, address }) => {
      const path = ["parameters", role];
      const control = validRequestAt(document, operation, { path, safe: safe.parameters[role] ?? {} }, options);
      if (control === undefined) return [];
      const invalidCase: InvalidCase = {
        operation: operation.id,
        address: `${address}.required`,
        keyword: "required",
        pointer: toPointer(path),
        mutation: MISSING_PARAMETER,
        description: `without ${role}`,
        before: control.parameters[role],
        after: undefined,
        input: withValue(control, path, undefined),
        control,
      };
      return [invalidCase];
    });
}
