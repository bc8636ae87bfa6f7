import * as fc from "fast-check";
import type { Facet } from "../facet.ts";

/** Hundredths: exact enough to survive any store of decimals or doubles, never minus zero or an exponent. */
const STEPS_PER_UNIT = 100;

/** The range of an unbounded number. */
const SPREAD = 1_000;

/** Returns numbers of a facet: multiples of a hundredth if the bounds allow them. */
export function number(facet: Facet): fc.Arbitrary<number> | undefined {
  const [step] = facet.multiplesOf;
  const scale = step === undefined ? STEPS_PER_UNIT : 1 / step;
  const [low, high] = range(facet);
  let first = Math.ceil(low * scale - 1e-9);
  let last = Math.floor(high * scale + 1e-9);
  if (facet.minimumExcluded && first / scale <= facet.minimum) first += 1;
  if (facet.maximumExcluded && last / scale >= facet.maximum) last -= 1;
  if (first > last) return step === undefined ? between(facet) : undefined;
  return fc.integer({ min: first, max: last }).map((count) => plusZero(count / scale));
}

/** Minus zero is not a value of JSON. */
function plusZero(value: number): number {
  return value === 0 ? 0 : value;
}

function range(facet: Facet): [number, number] {
  if (Number.isFinite(facet.minimum)) {
    return [facet.minimum, Number.isFinite(facet.maximum) ? facet.maximum : facet.minimum + SPREAD];
  }
  return Number.isFinite(facet.maximum) ? [facet.maximum - SPREAD, facet.maximum] : [-SPREAD, SPREAD];
}

/** Doubles of a range that is narrower than a hundredth. */
function between(facet: Facet): fc.Arbitrary<number> {
  return fc
    .double({
      min: facet.minimum,
      max: facet.maximum,
      minExcluded: facet.minimumExcluded,
      maxExcluded: facet.maximumExcluded,
      noNaN: true,
    })
    .map(plusZero);
}
