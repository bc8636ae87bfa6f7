/** Document → requests: valid ones, those at every bound, those that break one rule, those that readings dispute. */
export { boundaryRequests } from "./boundaries.ts";
export type { BoundaryCase, InvalidCase } from "./cases.ts";
export { MUTATIONS } from "./invalid/all.ts";
export { invalidArbitrary, invalidRequests } from "./invalid/requests.ts";
export type { MalformedBody } from "./malformed.ts";
export { malformedBodies } from "./malformed.ts";
export { MissingReference } from "./missing-reference.ts";
export { fromPointer, toPointer, valueAt, withValueAt } from "./pointer.ts";
export { findTokens, parseToken, referenceToken } from "./references.ts";
export type { RequestInput } from "./request-model.ts";
export type { RequestOptions } from "./requests.ts";
export { sampleRequest, validRequests } from "./requests.ts";
export type { References } from "./resolve-references.ts";
export { resolveReferences } from "./resolve-references.ts";
export type { WireParameters } from "./wire.ts";
export { toWire } from "./wire.ts";
