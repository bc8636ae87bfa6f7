import * as fc from "fast-check";
import { OperatorError } from "../../spec/operator-error.ts";

/** How many sampled values show whether filtering is worth while, and how many of them have to match. */
const SAMPLES = 24;
const ENOUGH = 8;

/** Values of the base that match all patterns where enough do; else values made from the first pattern and filtered by the rest. */
export function matching(base: fc.Arbitrary<string>, patterns: readonly string[]): fc.Arbitrary<string> {
  const tests = patterns.map((pattern) => new RegExp(pattern, "u"));
  const passes = (value: string): boolean => tests.every((test) => test.test(value));
  if (isFrequent(base, passes)) return base.filter(passes);
  for (const test of tests) {
    const made = fromPattern(test);
    if (made !== undefined && isFrequent(made, passes)) return made.filter(passes);
  }
  throw new OperatorError({
    code: "SCHEMA-PATTERN-UNSUPPORTED",
    message: `no text could be made that matches ${patterns.map((pattern) => JSON.stringify(pattern)).join(" and ")}`,
    hint: "avoid lookahead, word boundaries and back references in the pattern, or list the values with enum",
  });
}

function fromPattern(test: RegExp): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(test, { maxLength: 200 });
  } catch {
    return undefined;
  }
}

function isFrequent(values: fc.Arbitrary<string>, passes: (value: string) => boolean): boolean {
  return fc.sample(values, { seed: 1, numRuns: SAMPLES }).filter(passes).length >= ENOUGH;
}
