import type { ApiDocument, Operation } from "../spec/document/model.ts";
import { memoize } from "../spec/memoize.ts";
import { boundaryRequests } from "./boundaries.ts";
import { disputedRequests } from "./disputed/requests.ts";
import { amongOthers } from "./invalid/among-others.ts";
import { invalidRequests } from "./invalid/requests.ts";
import { plainRequest } from "./plain-request.ts";
import { precomputedCases } from "./precomputed-cases.ts";

const idOf = ({ id }: Operation) => id;

/** Returns the smallest valid request of an operation, always the same; undefined if none is possible. */
export const plainRequestOf = memoize(
  (document: ApiDocument, operation: Operation) =>
    precomputedCases(document)?.plain[operation.id] ?? plainRequest(document, operation),
  idOf,
);

/**
 * Returns every boundary case of an operation; cached for a document, because it takes long and is always the same.
 */
export const boundaryCasesOf = memoize(
  (document: ApiDocument, operation: Operation) =>
    precomputedCases(document)?.boundary[operation.id] ?? boundaryRequests(document, operation),
  idOf,
);

/** Every case that breaks one rule of an operation; cached for a document. */
export const invalidCasesOf = memoize(
  (document: ApiDocument, operation: Operation) =>
    precomputedCases(document)?.invalid[operation.id] ?? invalidRequests(document, operation),
  idOf,
);

/**
 * Returns the cases of {@link invalidCasesOf}, in order, with all other members that can be combined; null for one
 * without such a case.
 */
export const invalidAmongOthersOf = memoize(
  (document: ApiDocument, operation: Operation) =>
    precomputedCases(document)?.invalidAmongOthers[operation.id] ??
    amongOthers(document, operation, invalidCasesOf(document, operation), boundaryCasesOf(document, operation)),
  idOf,
);

/** Every case of an operation that readings dispute; cached for a document. */
export const disputedCasesOf = memoize(
  (document: ApiDocument, operation: Operation) =>
    precomputedCases(document)?.disputed[operation.id] ?? disputedRequests(document, operation),
  idOf,
);
