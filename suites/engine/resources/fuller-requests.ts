import { findTokens, type RequestInput, resolveReferences, sampleRequest } from "../../../generators/index.ts";
import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import { isObject } from "../../../spec/json.ts";
import { pointerTo } from "../../../spec/pointer.ts";

/**
 * Yields fuller valid requests, lazily, for a target that requires more than the plain request has: the fullest, then
 * the fullest with each member that it excludes, then random ones.
 */
export function* fullerRequests(document: ApiDocument, operation: Operation): Generator<RequestInput> {
  const fullest = sampleRequest(document, operation, { presence: "all", text: "plain" });
  if (fullest !== undefined) yield fullest;
  for (const name of membersMissing(operation, fullest)) {
    const require = [pointerTo("/body", name)];
    const input = sampleRequest(document, operation, { presence: "all", text: "plain", require });
    if (input !== undefined) yield input;
  }
  for (const seed of [1, 2, 3]) {
    const input = sampleRequest(document, operation, { presence: "random", text: "plain" }, seed);
    if (input !== undefined) yield input;
  }
}

function membersMissing({ body }: Operation, input: RequestInput | undefined): string[] {
  const present = isObject(input?.body) ? input.body : {};
  return Object.keys(body?.members ?? {}).filter((name) => !Object.hasOwn(present, name));
}

/** Returns true if a request names resources that must exist on the target. */
export function needsReferences(input: RequestInput): boolean {
  return findTokens(input.body).length > 0 || findTokens({ ...input.parameters }).length > 0;
}

/** Returns the request with made-up ids: for requests that must be rejected before the ids are looked up. */
export function withMadeUpIds(document: ApiDocument, operation: Operation, input: RequestInput): RequestInput {
  return resolveReferences(document, operation, input, (kind) => `made-up-${kind}`);
}
