/** Milliseconds since 1970 of a time that an answer tells; not a number where it tells none. */
export function instantOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}
