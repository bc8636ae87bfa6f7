import type { TargetFile } from "../../spec/target-file.ts";
import type { Mutant } from "../mutants/mutant.ts";
import type { IdStyle } from "../runtime/ids.ts";
import type { Variant } from "../variants/variant.ts";
import type { Change, ChangeTools } from "./changes.ts";

/** The differences of a fake from the reference. */
export interface Overrides {
  /** The changes of mutants and variant, in order. */
  readonly changes: readonly Change[];
  /** The mutants among them. */
  readonly mutants: readonly Mutant[];
  readonly idStyle?: IdStyle | undefined;
  /** Names of open parameters, for a target file. */
  readonly names: NonNullable<NonNullable<TargetFile["contract"]>["parameters"]>;
}

/** The requested differences of a fake. */
export interface OverrideOptions {
  readonly mutants?: readonly string[];
  readonly variant?: Variant | number;
}

/**
 * Returns the differences of these mutants and this variant. Their code is loaded only if there are any, so that the
 * reference starts faster.
 *
 * @throws OperatorError for a mutant, a choice or a value that does not exist.
 */
export async function overridesOf({ mutants = [], variant }: OverrideOptions, tools: ChangeTools): Promise<Overrides> {
  if (mutants.length === 0 && variant === undefined) return { changes: [], mutants: [], names: {} };
  const { changesOf, parameterNames, resolveVariant } = await import("../variants/registry.ts");
  const resolved = resolveVariant(variant);
  const { inner, outer } = await changesOf(resolved, tools);
  const planted = await mutantsOf(mutants);
  return {
    mutants: planted,
    changes: [...inner, ...planted.map(({ plant }) => plant(tools)), ...outer],
    idStyle: resolved["id-style"] as IdStyle | undefined,
    names: parameterNames(resolved),
  };
}

/**
 * Loads mutants only if there are any: the space of mutants takes a while to build, and a variant does not need it.
 */
async function mutantsOf(ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { findMutants } = await import("../mutants/find.ts");
  return findMutants(ids);
}
