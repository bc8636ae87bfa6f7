import { boundaryRequests, invalidRequests } from "../../generators/index.ts";
import type { ApiDocument, Operation } from "../../spec/document-model.ts";

/** Every case at the bounds of an operation; made once for a document, because it takes long and is always the same. */
export const boundaryCasesOf = oncePerDocument(boundaryRequests);

/** Every case that breaks one rule of an operation; made once for a document. */
export const invalidCasesOf = oncePerDocument(invalidRequests);

function oncePerDocument<T>(
  make: (document: ApiDocument, operation: Operation) => T,
): (document: ApiDocument, operation: Operation) => T {
  const memory = new WeakMap<ApiDocument, Map<string, T>>();
  return (document, operation) => {
    const made = memory.get(document) ?? new Map<string, T>();
    memory.set(document, made);
    const value = made.get(operation.id) ?? make(document, operation);
    made.set(operation.id, value);
    return value;
  };
}
