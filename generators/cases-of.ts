import type { ApiDocument, Operation } from "../spec/document/model.ts";
import { remembered } from "../spec/remembered.ts";
import { boundaryRequests } from "./boundaries.ts";
import { disputedRequests } from "./disputed/requests.ts";
import { amongOthers } from "./invalid/among-others.ts";
import { invalidRequests } from "./invalid/requests.ts";
import { keptCases } from "./kept-cases.ts";
import { plainRequest } from "./twins.ts";

const idOf = ({ id }: Operation) => id;

/** Returns the smallest valid request of an operation, always the same; undefined if none is possible. */
export const plainRequestOf = remembered(
  (document: ApiDocument, operation: Operation) =>
    keptCases(document)?.plain[operation.id] ?? plainRequest(document, operation),
  idOf,
);

/**
 * Returns every boundary case of an operation; cached for a document, because it takes long and is always the same.
 */
export const boundaryCasesOf = remembered(
  (document: ApiDocument, operation: Operation) =>
    keptCases(document)?.boundary[operation.id] ?? boundaryRequests(document, operation),
  idOf,
);

/** Every case that breaks one rule of an operation; had once for a document. */
export const invalidCasesOf = remembered(
  (document: ApiDocument, operation: Operation) =>
    keptCases(document)?.invalid[operation.id] ?? invalidRequests(document, operation),
  idOf,
);

/**
 * Returns the cases of {@link invalidCasesOf}, in order, with all other members that can be combined; null for one
 * without such a case.
 */
export const amongCasesOf = remembered(
  (document: ApiDocument, operation: Operation) =>
    keptCases(document)?.among[operation.id] ??
    amongOthers(document, operation, invalidCasesOf(document, operation), boundaryCasesOf(document, operation)),
  idOf,
);

/** Every case of an operation that readings dispute; had once for a document. */
export const disputedCasesOf = remembered(
  (document: ApiDocument, operation: Operation) =>
    keptCases(document)?.disputed[operation.id] ?? disputedRequests(document, operation),
  idOf,
);
