import * as fc from "fast-check";
import type { ApiDocument, Operation, Schema } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { boundedFilter } from "../bounded-filter.ts";
import { invalidCasesOf } from "../cached-cases.ts";
import type { InvalidCase } from "../cases.ts";
import { lazyArbitrary } from "../lazy-arbitrary.ts";
import { withoutKeywords } from "../path-schemas.ts";
import { fromPointer, toPointer, valueAt } from "../paths.ts";
import { narrowed, withValue } from "../plain-request.ts";
import type { RequestInput, RequestModel } from "../request-model.ts";
import { requestModel, requestValue } from "../request-model.ts";
import { validRequests } from "../requests.ts";
import { ALL_KINDS, valuesOf } from "../values/value.ts";
import { MUTATIONS } from "./all.ts";
import { breaksOnly } from "./breaks-only.ts";
import type { Target } from "./mutation-target.ts";
import { targetOf } from "./mutation-target.ts";

/** The shared input of all arbitraries here. */
interface Frame {
  readonly document: ApiDocument;
  readonly operation: Operation;
}

/**
 * Returns random requests that break one constraint, named by its address, each with the valid request that
 * it was made from. Shrinking keeps the one valid and the other broken in that one place.
 * @throws OperatorError `CONSTRAINT-UNBREAKABLE` if no request can break only this constraint.
 */
export function invalidArbitrary(
  document: ApiDocument,
  operation: Operation,
  address: string,
): fc.Arbitrary<InvalidCase> {
  const frame: Frame = { document, operation };
  const cases = invalidCasesOf(document, operation).filter((invalidCase) => invalidCase.address === address);
  const [first] = cases;
  if (first === undefined) throw unbreakable(operation, address);
  const mutated = cases.map((invalidCase) => lazyArbitrary(() => onRandomRequest(frame, invalidCase)));
  const target = targetOf(document, operation, first);
  const random = target === null ? [] : randomBreaks(frame, first, target);
  return fc.oneof(...mutated, ...random);
}

/** One deterministic mutation carried out on random valid requests. */
function onRandomRequest(frame: Frame, invalidCase: InvalidCase): fc.Arbitrary<InvalidCase> {
  const path = fromPointer(invalidCase.pointer);
  const cases = validRequestsWith(
    frame,
    path.length > 1 && invalidCase.before !== undefined ? invalidCase.pointer : null,
  ).map((control) => {
    const before = valueAt(requestValue(control), path);
    return { ...invalidCase, before, input: withValue(control, path, invalidCase.after), control };
  });
  const target = targetOf(frame.document, frame.operation, invalidCase);
  return target === null ? cases : breakingOnly(frame, cases, target, invalidCase.address);
}

/** Returns random values that break the constraint, in random valid requests. */
function randomBreaks(frame: Frame, first: InvalidCase, target: Target): fc.Arbitrary<InvalidCase>[] {
  const { document, operation } = frame;
  const { site, keyword } = target;
  const { resolve } = requestModel(document, operation).safe;
  const validInputs = lazyArbitrary(() => validRequestsWith(frame, site.path.length > 1 ? toPointer(site.path) : null));
  const breaks = MUTATIONS.filter((mutation) => mutation.keyword === keyword).flatMap((mutation) =>
    (mutation.random?.(site) ?? []).map((one) => ({ ...one, mutation: mutation.name })),
  );
  return breaks.flatMap(({ without, further, description, mutation }) => {
    const schema: Schema = narrowed(withoutKeywords(site.safe, without), further);
    const values = valuesOf(schema, resolve, { presence: "random", text: "plain", available: ALL_KINDS });
    if (values === undefined) return [];
    const cases = fc.tuple(validInputs, values).map(([control, after]: [RequestInput, Json]): InvalidCase => {
      const before = valueAt(requestValue(control), site.path);
      const input = withValue(control, site.path, after);
      return { ...first, pointer: toPointer(site.path), mutation, description, before, after, input, control };
    });
    return [breakingOnly(frame, cases, target, first.address)];
  });
}

const knownRequests = new WeakMap<RequestModel, Map<string | null, fc.Arbitrary<RequestInput>>>();

/** Random valid requests with something at a place; they are expensive to make, and many mutations share them. */
function validRequestsWith({ document, operation }: Frame, pointer: string | null): fc.Arbitrary<RequestInput> {
  const model = requestModel(document, operation);
  const known = knownRequests.get(model) ?? new Map<string | null, fc.Arbitrary<RequestInput>>();
  knownRequests.set(model, known);
  const requests =
    known.get(pointer) ?? validRequests(document, operation, { require: pointer === null ? [] : [pointer] });
  known.set(pointer, requests);
  return requests;
}

function breakingOnly(
  { document, operation }: Frame,
  cases: fc.Arbitrary<InvalidCase>,
  target: Target,
  address: string,
): fc.Arbitrary<InvalidCase> {
  const model = requestModel(document, operation);
  return boundedFilter(cases, ({ input }) => breaksOnly(model, target, input), `requests that break ${address}`);
}

function unbreakable(operation: Operation, address: string): OperatorError {
  return new OperatorError({
    code: "CONSTRAINT-UNBREAKABLE",
    message: `no request of ${operation.id} breaks ${address} and nothing else`,
    hint: "Name a constraint of a request that is not open; invalidRequests lists those that can be broken.",
  });
}
