/**
 * Creates requests from a document: valid ones, those at every bound, those that break one rule, those that readings
 * dispute.
 */

export { addMembers, ifEquallyValid } from "./add-members.ts";
export { boundaryRequests } from "./boundaries.ts";
export {
  boundaryCasesOf,
  disputedCasesOf,
  invalidAmongOthersOf,
  invalidCasesOf,
  plainRequestOf,
} from "./cached-cases.ts";
export type { BoundaryCase, InvalidCase } from "./cases.ts";
export type { DisputedCase } from "./disputed/dispute.ts";
export { disputedRequests } from "./disputed/requests.ts";
export { invalidArbitrary } from "./invalid/arbitrary.ts";
export { invalidRequests } from "./invalid/requests.ts";
export { lazyArbitrary } from "./lazy-arbitrary.ts";
export { withMember } from "./malformations.ts";
export { malformedBodies } from "./malformed.ts";
export { MissingReference } from "./missing-reference.ts";
export { fromPointer, valueAt } from "./paths.ts";
export { isSafe, isValid, withValue } from "./plain-request.ts";
export { findTokens, parseToken } from "./references.ts";
export type { RequestInput } from "./request-model.ts";
export { sampleRequest, validRequests } from "./requests.ts";
export { type Filled, isAdded, withRequired } from "./required.ts";
export { referencesIn, resolveReferences } from "./resolve-references.ts";
export { TEXT_SPECIMENS } from "./values/specimens.ts";
export { toWire } from "./wire.ts";
