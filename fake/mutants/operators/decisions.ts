import { ruleOperator } from "./rule-operator.ts";

/** Says yes to everyone and everything. */
export const allow = ruleOperator("allow", "says yes whatever is asked", () => () => true);

/** Says no to everyone and everything. */
export const deny = ruleOperator("deny", "says no whatever is asked", () => () => false);

/** Says the opposite. */
export const flip = ruleOperator("flip", "does the opposite", (before) => before !== true);

/** Counts one less than there is, and so lets one more pass. */
export const more = ruleOperator("more", "counts one less than there is", (before) => counting(before, -1));

/** Counts one more than there is, and so lets one less pass. */
export const less = ruleOperator("less", "counts one more than there is", (before) => counting(before, 1));

const counting = (before: unknown, by: number) =>
  typeof before === "function" ? (count: number, ...given: unknown[]): unknown => before(count + by, ...given) : before;
