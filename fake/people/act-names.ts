import type { Act, Acts, Step } from "./scenario.ts";

/** Every act, in the order in which messages list them. */
export const ACT_NAMES = [
  "post",
  "reply",
  "claim",
  "move",
  "comment",
  "contest",
  "supersede",
  "invalidate",
  "upgrade",
] as const satisfies readonly (keyof Acts)[];

/** Returns the act of a step, with its input. */
export function actOf(step: Step): { readonly name: Act; readonly given: Readonly<Record<string, unknown>> } {
  const name = ACT_NAMES.find((each) => step[each] !== undefined);
  if (name === undefined) throw new Error("a step without an act passed the check");
  return { name, given: { ...step[name] } };
}
