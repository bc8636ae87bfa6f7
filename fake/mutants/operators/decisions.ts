import { ruleOperator } from "./rule-operator.ts";

/** Says yes to everyone and everything. */
export const allow = ruleOperator("allow", "says yes whatever is asked", () => () => true);

/** Says no to everyone and everything. */
export const deny = ruleOperator("deny", "says no whatever is asked", () => () => false);

/** Says the opposite. */
export const flip = ruleOperator("flip", "does the opposite", (before) => before !== true);
