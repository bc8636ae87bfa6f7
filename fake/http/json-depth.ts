/** Nesting of JSON past which it is rejected: deeper values cannot be checked and written back safely. */
export const MAX_DEPTH = 500;

/** Returns true if a value nests deeper than this many levels. */
export function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => deeperThan(member, levels - 1));
}
