/** What single precision loses. */
export const PRECISION = 1e-6;
/** Digits behind the point of scores that are not cut to be shown. */
export const UNCUT = 5;
/**
 * How much more or less a similarity may be than its score tells: scores may be cut or rounded to be shown, while a least
 * similarity is held against what was measured. One of those digits, where all end after few; a single one proves nothing.
 */
export function lostInShowing(similarities: readonly number[]): number {
  const digits = Math.max(0, ...similarities.map((value) => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0));
  const isCut = digits > 1 && digits < UNCUT && similarities.every((value) => !String(value).includes("e"));
  return isCut ? 10 ** -digits + PRECISION : PRECISION;
}
