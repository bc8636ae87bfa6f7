/** Milliseconds since 1970 of a time that an answer tells; not a number where it tells none. */
export function instantOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

/**
 * True for one instant written twice: as far apart as the coarser of the two is cut, or as the slack allows (milliseconds).
 * One operation may read from stores that keep times more or less finely: a table and the index of its texts.
 */
export function isSameInstant(was: string, is: string, slack = 0): boolean {
  return Math.abs(Date.parse(was) - Date.parse(is)) <= Math.max(slack, cutOf(was), cutOf(is));
}

/** The unit that a time is cut to, in milliseconds, at the finest one: zeros at its end may be there for the form alone. */
function cutOf(time: string): number {
  const digits = /\.(\d*[1-9])/.exec(time)?.[1]?.length ?? 0;
  return Math.max(1, 1000 / 10 ** digits);
}
