import * as fc from "fast-check";
import { OperatorError } from "../../spec/operator-error.ts";

/** The number of samples that show whether filtering is worthwhile, and how many of them must match. */
const SAMPLES = 24;
const MIN_SAMPLES = 8;

/** The longest text generated from an unbounded pattern. */
const MAX_LENGTH = 200;

/** Bounds of a text's length in code points. */
export interface LengthBounds {
  readonly minLength: number;
  readonly maxLength: number;
}

const known = new Map<string, fc.Arbitrary<string>>();

/**
 * Returns texts that match all patterns and lengths: from the first base that yields enough of them, else generated
 * from one of the patterns. `what` identifies the bases, so that the search is done once for each combination.
 */
export function matching(
  bases: readonly fc.Arbitrary<string>[],
  patterns: readonly string[],
  bounds: LengthBounds,
  what: string,
): fc.Arbitrary<string> {
  const key = JSON.stringify([what, bounds.minLength, bounds.maxLength, ...patterns]);
  const found = known.get(key) ?? search(bases, patterns, bounds);
  known.set(key, found);
  return found;
}

/** Returns one member name that matches a pattern, always the same; undefined if none can be created. */
export function nameMatching(pattern: string): string | undefined {
  const test = new RegExp(pattern, "u");
  const plain = ["a", "x-a", "a1", "1", "A"].find((name) => test.test(name));
  const made = plain === undefined ? fromPattern(test) : undefined;
  return plain ?? (made === undefined ? undefined : fc.sample(made, { seed: 1, numRuns: 1 })[0]);
}

function search(
  bases: readonly fc.Arbitrary<string>[],
  patterns: readonly string[],
  bounds: LengthBounds,
): fc.Arbitrary<string> {
  const tests = patterns.map((pattern) => new RegExp(pattern, "u"));
  const passes = (value: string): boolean => hasLength(value, bounds) && tests.every((test) => test.test(value));
  for (const base of bases) if (isFrequent(base, passes)) return base.filter(passes);
  for (const test of tests) {
    const made = fromPattern(test);
    if (made !== undefined && isFrequent(made, passes)) return made.filter(passes);
  }
  throw new OperatorError({
    code: "SCHEMA-PATTERN-UNSUPPORTED",
    message: `no text of ${lengthInWords(bounds)} could be made that matches ${patterns.map((pattern) => JSON.stringify(pattern)).join(" and ")}`,
    hint: "Avoid lookahead, word boundaries and back references in the pattern, or list the values with enum.",
  });
}

function hasLength(value: string, { minLength, maxLength }: LengthBounds): boolean {
  const length = [...value].length;
  return length >= minLength && length <= maxLength;
}

function fromPattern(test: RegExp): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(test, { maxLength: MAX_LENGTH });
  } catch {
    return undefined;
  }
}

function isFrequent(values: fc.Arbitrary<string>, passes: (value: string) => boolean): boolean {
  return fc.sample(values, { seed: 1, numRuns: SAMPLES }).filter(passes).length >= MIN_SAMPLES;
}

function lengthInWords({ minLength, maxLength }: LengthBounds): string {
  return Number.isFinite(maxLength) ? `${minLength} to ${maxLength} characters` : `at least ${minLength} characters`;
}
