import type { Change, ChangeTools } from "../changes/change.ts";
import type { Choice, Variant } from "./variant.ts";

/** All choices. */
export const CHOICES: readonly Choice[] = [];

/** The variant itself, or the one that a number draws. */
export function resolveVariant(variant: Variant | number | undefined): Variant {
  return typeof variant === "object" ? variant : {};
}

/** What a variant changes. */
export function changesOf(variant: Variant, tools: ChangeTools): readonly Change[] {
  return CHOICES.flatMap((choice) => {
    const value = variant[choice.name];
    return value === undefined || value === choice.values[0] ? [] : [choice.change(value, tools)];
  });
}

/** Names that a variant gives to the open parameters, for a target file. */
export function parameterNames(_variant: Variant): Record<string, Record<string, string>> {
  return {};
}
