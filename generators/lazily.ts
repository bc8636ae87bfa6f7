import * as fc from "fast-check";

/** An arbitrary that is created when the first value is drawn from it: of many that are offered, few are taken. */
export function lazily<Value>(make: () => fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  let made: fc.Arbitrary<Value> | null = null;
  const arbitrary = (): fc.Arbitrary<Value> => {
    made ??= make();
    return made;
  };
  const own: Pick<fc.Arbitrary<Value>, "generate" | "shrink"> = {
    generate: (random, bias) => arbitrary().generate(random, bias),
    shrink: (value, context) => arbitrary().shrink(value, context),
  };
  const canShrinkWithoutContext = (value: unknown): boolean => arbitrary().canShrinkWithoutContext(value);
  // What arbitraries have in common, `map` and `filter` among it, rests on these three.
  return Object.assign(Object.create(fc.Arbitrary.prototype) as fc.Arbitrary<Value>, own, { canShrinkWithoutContext });
}
