import * as fc from "fast-check";

/** Returns an arbitrary that is created when the first value is drawn, since few of the many arbitraries are used. */
export function lazyArbitrary<Value>(make: () => fc.Arbitrary<Value>): fc.Arbitrary<Value> {
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
  // The other methods of an arbitrary, such as `map` and `filter`, depend on these three.
  return Object.assign(Object.create(fc.Arbitrary.prototype) as fc.Arbitrary<Value>, own, { canShrinkWithoutContext });
}
