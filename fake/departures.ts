/** Faults (one rule broken) and choices (correct servers that differ): what a fake can do otherwise. */

export type { Fault } from "./faults/fault.ts";
export { FAULTS } from "./faults/registry.ts";
export { CHOICES, describeVariant, drawVariant } from "./variants/registry.ts";
export type { Choice } from "./variants/variant.ts";
