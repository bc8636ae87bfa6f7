import { precisionOf } from "../models/memory-filters.ts";

/** Milliseconds since 1970 of a time that an answer tells; not a number where it tells none. */
export function instantOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

/**
 * True for one instant written twice: as far apart as the coarser of the two is cut, or as the slack allows (milliseconds).
 * One operation may read from stores that keep times more or less finely: a table and the index of its texts.
 */
export function isSameInstant(was: string, is: string, slack = 0): boolean {
  return Math.abs(Date.parse(was) - Date.parse(is)) <= Math.max(slack, precisionOf(was), precisionOf(is));
}
