import type * as fc from "fast-check";
import { OperatorError } from "../spec/operator-error.ts";

/** After this many failing values in a row, there is no passing value or almost none. */
const MAX_REJECTED = 5_000;

/**
 * Works like `filter`, but ends with an operator error instead of searching forever. `what` names the place in the
 * document.
 */
export function boundedFilter<Value>(
  values: fc.Arbitrary<Value>,
  passes: (value: Value) => boolean,
  what: string,
): fc.Arbitrary<Value> {
  let rejected = 0;
  return values.filter((value) => {
    const isGood = passes(value);
    rejected = isGood ? 0 : rejected + 1;
    if (rejected > MAX_REJECTED) throw tooFewValuesError(what);
    return isGood;
  });
}

function tooFewValuesError(what: string): OperatorError {
  return new OperatorError({
    code: "SCHEMA-TOO-RARE",
    message: `${MAX_REJECTED} values generated for ${what} in a row do not match the document's own schema`,
    hint: "Look there for keywords that contradict each other, or state the values with enum.",
  });
}
