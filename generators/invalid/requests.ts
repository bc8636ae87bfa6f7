import * as fc from "fast-check";
import type { ApiDocument, Operation, Schema } from "../../spec/document-model.ts";
import type { Json } from "../../spec/json.ts";
import { isObject } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { boundedFilter } from "../bounded-filter.ts";
import { canonical } from "../canonical.ts";
import type { InvalidCase } from "../cases.ts";
import { toPointer, valueAt } from "../pointer.ts";
import type { RequestInput, RequestModel } from "../request-model.ts";
import { requestModel, requestValue } from "../request-model.ts";
import { validRequests } from "../requests.ts";
import { seedOf } from "../seed.ts";
import { withoutKeywords } from "../shape.ts";
import type { Site } from "../sites.ts";
import { requestSites } from "../sites.ts";
import { stringList } from "../subschemas.ts";
import type { PlainOptions } from "../twins.ts";
import { narrowed, sampleAt, twinAt, withValue } from "../twins.ts";
import { valuesOf } from "../values/value.ts";
import { MUTATIONS } from "./all.ts";
import { breaksOnly } from "./evidence.ts";
import type { Edit, Mutation, MutationContext } from "./mutation.ts";

/**
 * Every way of breaking every rule of an operation's requests, one at a time, each beside its nearest valid twin.
 * Deterministic. Open keywords and the zone that readings dispute are left out, and so is what still is valid, or breaks
 * another rule too, as it stands on the wire.
 */
export function invalidRequests(
  document: ApiDocument,
  operation: Operation,
  options: PlainOptions = {},
): InvalidCase[] {
  const inBody = requestSites(document, operation).flatMap((site) => invalidAt(document, operation, site, options));
  return [...missingParameters(document, operation, options), ...inBody];
}

/**
 * Random requests that break one constraint, named by its address, each with its random twin. Shrinking keeps the twin
 * valid and the mutant broken in that one place.
 * @throws OperatorError `CONSTRAINT-UNBREAKABLE` when no request can break it alone.
 */
export function invalidArbitrary(
  document: ApiDocument,
  operation: Operation,
  address: string,
  options: PlainOptions = {},
): fc.Arbitrary<InvalidCase> {
  const sites = requestSites(document, operation);
  const fixedCases = invalidRequests(document, operation, options).filter((one) => one.address === address);
  const [first] = fixedCases;
  const site = sites.find((one) => first !== undefined && `${one.address}.${first.keyword}` === baseAddress(first));
  if (first === undefined) throw unbreakable(operation, address);
  const onTwin = fixedCases.map((one) => onRandomTwin(document, operation, one, options));
  const random = site === undefined ? [] : randomBreaks(document, operation, site, first, options);
  return fc.oneof(...onTwin, ...random);
}

function invalidAt(document: ApiDocument, operation: Operation, site: Site, options: PlainOptions): InvalidCase[] {
  const mutations = MUTATIONS.filter(({ keyword }) => site.rules[keyword] !== undefined);
  const twin = mutations.length === 0 ? undefined : twinAt(document, operation, site, options);
  if (twin === undefined) return [];
  const model = requestModel(document, operation);
  const context = contextAt(document, operation, site, twin, options);
  return mutations.flatMap((mutation) =>
    mutation.edits(site, context).flatMap((edit) => invalidCase(document, model, site, mutation, edit, twin, options)),
  );
}

function contextAt(
  document: ApiDocument,
  operation: Operation,
  site: Site,
  twin: RequestInput,
  options: PlainOptions,
): MutationContext {
  const { resolve } = requestModel(document, operation).safe;
  return {
    before: valueAt(requestValue(twin), site.path) ?? null,
    facets: canonical(site.safe, resolve),
    sample: (without, further) => {
      const schema = narrowed(withoutKeywords(site.safe, without), further);
      return sampleAt(document, operation, schema, seedOf(site.address, "mutant"), options);
    },
  };
}

function invalidCase(
  document: ApiDocument,
  model: RequestModel,
  site: Site,
  mutation: Mutation,
  edit: Edit,
  twin: RequestInput,
  options: PlainOptions,
): InvalidCase[] {
  const path = [...site.path, ...(edit.below ?? [])];
  const isRemoval = mutation.keyword === "required";
  if (edit.after === undefined && !isRemoval) return [];
  const control = isRemoval ? twinAt(document, model.operation, { path, address: site.address }, options) : twin;
  if (control === undefined) return [];
  const input = withValue(control, path, edit.after);
  const member = isRemoval ? (edit.below?.[0] ?? null) : null;
  if (!breaksOnly(model, { site, keyword: mutation.keyword, member }, input)) return [];
  return [
    {
      operation: model.operation.id,
      address: [site.address, mutation.keyword, ...(member === null ? [] : [member])].join("."),
      keyword: mutation.keyword,
      pointer: toPointer(path),
      mutation: mutation.name,
      description: edit.description,
      before: valueAt(requestValue(control), path),
      after: edit.after,
      input,
      control,
    },
  ];
}

/** A required parameter left out: the one rule that belongs to no schema of the document. */
function missingParameters(document: ApiDocument, operation: Operation, options: PlainOptions): InvalidCase[] {
  const { rules } = requestModel(document, operation);
  const holder = isObject(rules.schema.properties) ? rules.schema.properties.parameters : undefined;
  const required = isObject(holder) ? stringList(holder.required) : [];
  return operation.parameters
    .filter(({ role }) => required.includes(role))
    .flatMap((parameter) => {
      const path = ["parameters", parameter.role];
      const control = twinAt(document, operation, { path, address: parameter.address }, options);
      if (control === undefined) return [];
      const before = control.parameters[parameter.role];
      return [
        {
          operation: operation.id,
          address: `${parameter.address}.required`,
          keyword: "required",
          pointer: toPointer(path),
          mutation: "missing-parameter",
          description: `without ${parameter.role}`,
          before,
          after: undefined,
          input: withValue(control, path, undefined),
          control,
        },
      ];
    });
}

/** One deterministic mutation carried out on random valid requests. */
function onRandomTwin(
  document: ApiDocument,
  operation: Operation,
  one: InvalidCase,
  options: PlainOptions,
): fc.Arbitrary<InvalidCase> {
  const require = [...(options.require ?? []), one.before === undefined ? "" : one.pointer].filter(
    (path) => path !== "",
  );
  const path = pathOf(one.pointer);
  const twins = validRequests(document, operation, { ...options, require });
  const rejudged = twins.map((control): InvalidCase => {
    const before = valueAt(requestValue(control), path);
    return { ...one, before, input: withValue(control, path, one.after), control };
  });
  return kept(document, operation, rejudged, one);
}

function randomBreaks(
  document: ApiDocument,
  operation: Operation,
  site: Site,
  first: InvalidCase,
  options: PlainOptions,
): fc.Arbitrary<InvalidCase>[] {
  const { safe } = requestModel(document, operation);
  const available = options.available ?? (() => true);
  const require = [...(options.require ?? []), ...(site.path.length > 1 ? [toPointer(site.path)] : [])];
  const breaks = MUTATIONS.filter(({ keyword }) => keyword === first.keyword).flatMap((mutation) =>
    (mutation.random?.(site) ?? []).map((one) => ({ ...one, mutation: mutation.name })),
  );
  return breaks.flatMap(({ without, further, description, mutation }) => {
    const schema: Schema = narrowed(withoutKeywords(site.safe, without), further);
    const values = valuesOf(schema, safe.resolve, { presence: "random", text: "plain", available });
    if (values === undefined) return [];
    const pairs = fc.tuple(validRequests(document, operation, { ...options, require }), values);
    const cases = pairs.map(([control, after]: [RequestInput, Json]): InvalidCase => {
      const before = valueAt(requestValue(control), site.path);
      const input = withValue(control, site.path, after);
      return { ...first, pointer: toPointer(site.path), mutation, description, before, after, input, control };
    });
    return [kept(document, operation, cases, first)];
  });
}

function kept(
  document: ApiDocument,
  operation: Operation,
  cases: fc.Arbitrary<InvalidCase>,
  one: InvalidCase,
): fc.Arbitrary<InvalidCase> {
  const model = requestModel(document, operation);
  const site = requestSites(document, operation).find(
    (known) => `${known.address}.${one.keyword}` === baseAddress(one),
  );
  if (site === undefined) return cases;
  const member = one.keyword === "required" ? one.address.slice(baseAddress(one).length + 1) : null;
  const target = { site, keyword: one.keyword, member };
  return boundedFilter(cases, ({ input }) => breaksOnly(model, target, input), `requests that break ${one.address}`);
}

/** The address without the member that a `required` names. */
function baseAddress({ address, keyword }: InvalidCase): string {
  const end = address.lastIndexOf(`.${keyword}.`);
  return keyword === "required" && end >= 0 ? address.slice(0, end + keyword.length + 1) : address;
}

function pathOf(pointer: string): string[] {
  return pointer.split("/").slice(1);
}

function unbreakable(operation: Operation, address: string): OperatorError {
  return new OperatorError({
    code: "CONSTRAINT-UNBREAKABLE",
    message: `no request of ${operation.id} breaks ${address} and nothing else`,
    hint: "name a constraint of a request that is not open; invalidRequests lists those that can be broken",
  });
}
