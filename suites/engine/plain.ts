import { findTokens, type RequestInput, resolveReferences, sampleRequest } from "../../generators/index.ts";
import type { ApiDocument, Operation } from "../../spec/document-model.ts";

/** The plainest valid request: only what must be sent, always the same. Null when the document allows none. */
export function plainRequest(document: ApiDocument, operation: Operation): RequestInput | null {
  return sampleRequest(document, operation, { presence: "none", text: "plain" }) ?? null;
}

/** Fuller valid requests, for a target that refuses one that leaves out more than it can do without. */
export function fullerRequests(document: ApiDocument, operation: Operation): readonly RequestInput[] {
  const all = sampleRequest(document, operation, { presence: "all", text: "plain" });
  const some = [1, 2, 3, 4].map((seed) =>
    sampleRequest(document, operation, { presence: "random", text: "plain" }, seed),
  );
  return [all, ...some].filter((input) => input !== undefined);
}

/** True when a request names things that the target must have. */
export function needsReferences(input: RequestInput): boolean {
  return findTokens(input.body).length > 0 || findTokens({ ...input.parameters }).length > 0;
}

/** The request with made-up ids: for what has to be refused before anybody looks them up. */
export function withMadeUpIds(document: ApiDocument, operation: Operation, input: RequestInput): RequestInput {
  return resolveReferences(document, operation, input, (kind) => `made-up-${kind}`);
}
