/** Mutants (one rule broken) and choices (correct servers that differ): the possible differences of a fake. */

export { drawMutants } from "./mutants/draw.ts";
export { findMutant, findMutants } from "./mutants/find.ts";
export type { Mutant } from "./mutants/mutant.ts";
export { mutantSpace } from "./mutants/space.ts";
export { splitValue, VARIANT_GUARDS } from "./variants/guards.ts";
export { CHOICES, describeVariant, drawVariant, resolveVariant } from "./variants/registry.ts";
export { withCurrentNames } from "./variants/renamed.ts";
export type { Choice } from "./variants/variant.ts";
