import type { Check } from "../../check/check.ts";

/** Returns a check that does nothing, for tests of the order of checks. */
export function someCheck(
  requirement: string,
  name = "one way",
  operations: readonly string[] = ["list-tasks"],
): Check {
  return { requirement, name, operations, fixtures: [], writes: false, run: async () => {} };
}
