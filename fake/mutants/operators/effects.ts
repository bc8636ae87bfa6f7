import { ruleOperator } from "./rule-operator.ts";

type AnyFunction = (...given: unknown[]) => unknown;
const asFunction = (rule: unknown): AnyFunction => rule as AnyFunction;

/** Leaves out what a rule does. */
export const skip = ruleOperator("skip", "leaves a step out", () => () => undefined);

/** Does it two times. */
export const twice = ruleOperator("twice", "takes a step twice", (before) => (...given: unknown[]): unknown => {
  asFunction(before)(...given);
  return asFunction(before)(...given);
});

const bounding =
  (edit: (bound: number) => number) =>
  (before: unknown): AnyFunction =>
  (...given) =>
    edit(Number(asFunction(before)(...given)));

/** Takes any amount. */
export const unbounded = ruleOperator(
  "unbounded",
  "takes any amount",
  bounding(() => Number.MAX_SAFE_INTEGER),
);
export const oneOver = ruleOperator(
  "one-over",
  "takes one more than the most",
  bounding((bound) => bound + 1),
);
export const oneUnder = ruleOperator(
  "one-under",
  "takes one less than the most",
  bounding((bound) => bound - 1),
);
