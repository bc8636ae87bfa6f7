/** Tolerance for single precision. */
export const PRECISION = 1e-6;
/** Similarities with this many decimals count as not rounded. */
export const UNROUNDED_DECIMALS = 5;
/**
 * Returns how much a similarity may differ from the one shown: a service may round or cut it for display, but compares
 * the exact value with the minimum. One unit of the last decimal if all values have few decimals; a single decimal
 * proves nothing.
 */
export function similarityTolerance(similarities: readonly number[]): number {
  const digits = Math.max(0, ...similarities.map((value) => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0));
  const isCut =
    digits > 1 && digits < UNROUNDED_DECIMALS && similarities.every((value) => !String(value).includes("e"));
  return isCut ? 10 ** -digits + PRECISION : PRECISION;
}
