import { findTokens, type RequestInput, resolveReferences, sampleRequest } from "../../generators/index.ts";
import type { ApiDocument, Operation } from "../../spec/document-model.ts";

/** Fuller valid requests, for a target that refuses one that leaves out more than it can do without; made as asked for. */
export function* fullerRequests(document: ApiDocument, operation: Operation): Generator<RequestInput> {
  for (const seed of [0, 1, 2, 3, 4]) {
    const presence = seed === 0 ? "all" : "random";
    const input = sampleRequest(document, operation, { presence, text: "plain" }, seed);
    if (input !== undefined) yield input;
  }
}

/** True when a request names things that the target must have. */
export function needsReferences(input: RequestInput): boolean {
  return findTokens(input.body).length > 0 || findTokens({ ...input.parameters }).length > 0;
}

/** The request with made-up ids: for what has to be refused before anybody looks them up. */
export function withMadeUpIds(document: ApiDocument, operation: Operation, input: RequestInput): RequestInput {
  return resolveReferences(document, operation, input, (kind) => `made-up-${kind}`);
}
