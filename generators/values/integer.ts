import * as fc from "fast-check";
import type { Facet } from "../facet.ts";

/** The range of an unbounded whole number: it fits the 32 bits of a careless store. */
const SPREAD = 100_000;

/** Returns whole numbers of a facet whose bounds are folded; every one survives JSON. */
export function integer(facet: Facet): fc.Arbitrary<number> | undefined {
  const [step = 1] = facet.multiplesOf;
  const low = Number.isFinite(facet.minimum) ? facet.minimum : Math.min(0, facet.maximum) - SPREAD;
  const high = Number.isFinite(facet.maximum) ? facet.maximum : Math.max(0, low) + SPREAD;
  const first = Math.ceil(Math.max(low, Number.MIN_SAFE_INTEGER) / step);
  const last = Math.floor(Math.min(high, Number.MAX_SAFE_INTEGER) / step);
  if (first > last) return undefined;
  return fc.integer({ min: first, max: last }).map((count) => (count === 0 ? 0 : count * step));
}
