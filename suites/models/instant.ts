import { asObject } from "../../spec/json.ts";
import { type Exchange, jsonOf } from "../client/exchange.ts";
import { precisionOf } from "./memory-filters.ts";

/** Milliseconds by which stores may change a time in addition to cutting it: coarse clocks, another way of rounding. */
export const ROUNDING_MS = 100;

/** Returns the milliseconds since 1970 of a time in a response; NaN if it is not a time. */
export function instantOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

const SECOND_MS = 1_000;

/** Returns true for a time that is given more precisely than to the second. */
export function hasSubseconds(time: unknown): boolean {
  return precisionOf(String(time)) < SECOND_MS;
}

/**
 * Returns the most milliseconds by which a later time may be given as the earlier one: the difference between the
 * clocks of several machines and, if one of the two is cut to the second, what is cut off.
 */
export function instantTolerance(haveSubseconds: boolean): number {
  return ROUNDING_MS + (haveSubseconds ? 0 : SECOND_MS);
}

/**
 * Returns true if two texts are the same instant within the precision of the coarser one, or within the slack
 * (milliseconds). One operation may read from stores with different precision: a table and its text index.
 */
export function isSameInstant(was: string, is: string, slack = 0): boolean {
  return Math.abs(Date.parse(was) - Date.parse(is)) <= Math.max(slack, precisionOf(was), precisionOf(is));
}

/** Milliseconds in addition to the clock ticks of both ends. */
const MARGIN_MS = 50;

/**
 * Waits until a current time of the target differs from the creation times in these responses, whatever its precision.
 * Otherwise, on a fast target, a current time that is returned instead of the creation time would look right.
 */
export async function waitUntilAfter(
  check: { pause(ms: number): Promise<void> },
  responses: readonly Exchange[],
): Promise<void> {
  await check.pause(distinguishableAfterMs(responses.flatMap(creationsIn)));
}

/** Returns the milliseconds after which no view shows a current time equal to one of these; 0 if there are none. */
export function distinguishableAfterMs(times: readonly string[]): number {
  if (times.length === 0) return 0;
  // Some may end in zeros by chance, so the most precise one gives the clock's precision.
  const finest = Math.min(...times.map(precisionOf));
  return Math.max(ROUNDING_MS, finest) + finest + MARGIN_MS;
}

/** Returns the creation times in a response, whatever else is wrong with it; empty if it has none. */
export function creationsIn(response: Exchange): string[] {
  const body = jsonOf(response);
  const data = asObject(asObject(body).data);
  return [data.createdAt, data.created_at].filter((time) => typeof time === "string");
}

/** Returns the instant as local time with an offset of this many minutes from UTC. */
export function withOffset(instant: number, minutes: number): string {
  const local = new Date(instant + minutes * MINUTE_MS).toISOString().replace("Z", "");
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const MINUTE_MS = 60_000;
