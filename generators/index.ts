/**
 * Creates requests from a document: valid ones, those at every bound, those that break one rule, those that readings
 * dispute.
 */
export { boundaryRequests } from "./boundaries.ts";
export type { BoundaryCase, InvalidCase } from "./cases.ts";
export { amongCasesOf, boundaryCasesOf, disputedCasesOf, invalidCasesOf, plainRequestOf } from "./cases-of.ts";
export { completed, unlessBroken } from "./completed.ts";
export type { DisputedCase } from "./disputed/dispute.ts";
export { disputedRequests } from "./disputed/requests.ts";
export { invalidArbitrary } from "./invalid/arbitrary.ts";
export { invalidRequests } from "./invalid/requests.ts";
export { lazily } from "./lazily.ts";
export { withMember } from "./malformations.ts";
export { malformedBodies } from "./malformed.ts";
export { MissingReference } from "./missing-reference.ts";
export { fromPointer, valueAt } from "./pointer.ts";
export { findTokens, parseToken } from "./references.ts";
export type { RequestInput } from "./request-model.ts";
export { sampleRequest, validRequests } from "./requests.ts";
export { type Filled, isAdded, withRequired } from "./required.ts";
export { referencesIn, resolveReferences } from "./resolve-references.ts";
export type { Command } from "./sequences.ts";
export { sequences } from "./sequences.ts";
export { isSafe, isValid, withValue } from "./twins.ts";
export { TEXT_SPECIMENS } from "./values/specimens.ts";
export { toWire } from "./wire.ts";
