import type { Check } from "../../check/check.ts";

/** A check that does nothing: what is distinguished of it is when it is taken up. */
export function someCheck(
  requirement: string,
  name = "one way",
  operations: readonly string[] = ["list-tasks"],
): Check {
  return { requirement, name, operations, fixtures: [], writes: false, run: async () => {} };
}
