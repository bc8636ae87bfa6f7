import type { ApiDocument, Operation } from "../spec/document/model.ts";
import type { ReferenceKind } from "../spec/family.ts";
import type { JsonObject } from "../spec/json.ts";
import { MissingReference } from "./missing-reference.ts";
import { valueAt, withValueAt } from "./paths.ts";
import type { FoundToken } from "./references.ts";
import { findTokens } from "./references.ts";
import type { RequestInput, RequestModel } from "./request-model.ts";
import { requestInput, requestModel, requestValue } from "./request-model.ts";

/**
 * Returns the id of a resource; undefined if there is none. `place` is its use: `block-task.body.taskId`; `index`
 * distinguishes several resources that one request names in a list.
 */
export type References = (kind: ReferenceKind, place: string, index: number) => string | undefined;

/** A token of a request with its use: the arguments of {@link References}, in that order. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly place: string;
  readonly index: number;
}

/** Everything that a request names by a token. */
export function referencesIn(document: ApiDocument, operation: Operation, input: RequestInput): Reference[] {
  const model = requestModel(document, operation);
  return tokensIn(input).map(({ kind, index, path }) => ({ kind, place: placeOf(model, path), index }));
}

/**
 * Returns the request with an id instead of every token. An optional member whose id is not available is left out.
 * @throws MissingReference if leaving it out would break a rule that the request satisfies.
 */
export function resolveReferences(
  document: ApiDocument,
  operation: Operation,
  input: RequestInput,
  references: References,
): RequestInput {
  const model = requestModel(document, operation);
  const resolved = tokensIn(input).reduce<JsonObject>(
    (value, token) => resolveOne(model, value, token, references),
    requestValue(input),
  );
  return requestInput(operation.id, resolved);
}

/** From the last to the first, so that taking an item out of a list moves none that is still to be visited. */
function tokensIn(input: RequestInput): FoundToken[] {
  return findTokens(requestValue(input)).reverse();
}

function resolveOne(model: RequestModel, value: JsonObject, token: FoundToken, references: References): JsonObject {
  const id = references(token.kind, placeOf(model, token.path), token.index);
  if (id !== undefined) return changed(value, token.path, id);
  const left = token.path
    .map((_, depth) => token.path.slice(0, token.path.length - depth))
    .filter((path) => path.length > 1 && valueAt(value, path) !== undefined)
    .map((path) => changed(value, path, undefined))
    .find((candidate) => breaksNoFurtherRule(model, value, candidate));
  if (left === undefined) throw new MissingReference(model.operation.id, [token.kind]);
  return left;
}

function changed(request: JsonObject, path: readonly string[], value: string | undefined): JsonObject {
  return withValueAt(request, path, value) as JsonObject;
}

/** True when the candidate breaks nothing that the value keeps. */
function breaksNoFurtherRule({ safe }: RequestModel, value: JsonObject, candidate: JsonObject): boolean {
  const broken = new Set(safe.judge(value).map(({ documentPointer }) => documentPointer));
  return safe.judge(candidate).every(({ documentPointer }) => broken.has(documentPointer));
}

function placeOf({ operation }: RequestModel, [place, ...rest]: readonly string[]): string {
  const parameter = operation.parameters.find(({ role }) => role === rest[0]);
  const prefix = place === "parameters" ? parameter?.address : operation.body?.address;
  const steps = place === "parameters" ? rest.slice(1) : rest;
  return [prefix ?? operation.id, ...steps.map((step) => (/^\d+$/.test(step) ? "[]" : `.${step}`))].join("");
}
