import { asObject } from "../../spec/json.ts";
import { type Exchange, jsonOf } from "../client/exchange.ts";
import { precisionOf } from "./memory-filters.ts";

/** What stores may take off a time or add, in addition to what they cut: coarse clocks, another way of rounding. Milliseconds. */
export const ROUNDING_MS = 100;

/** Milliseconds since 1970 of a time that a response tells; not a number where it tells none. */
export function instantOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

const SECOND_MS = 1_000;

/** True for a time that is given more finely than to the second. */
export function isFine(time: unknown): boolean {
  return precisionOf(String(time)) < SECOND_MS;
}

/**
 * How many milliseconds earlier than another a time may be given although it is the later one: as many as the clocks of
 * several machines differ by, and, where one of the two is not fine, as many more as are cut from it.
 */
export function roomOf(areFine: boolean): number {
  return ROUNDING_MS + (areFine ? 0 : SECOND_MS);
}

/**
 * True for one instant written twice: as far apart as the coarser of the two is cut, or as the slack allows (milliseconds).
 * One operation may read from stores that keep times more or less finely: a table and the index of its texts.
 */
export function isSameInstant(was: string, is: string, slack = 0): boolean {
  return Math.abs(Date.parse(was) - Date.parse(is)) <= Math.max(slack, precisionOf(was), precisionOf(is));
}

/** Milliseconds in addition to what the clocks at both ends tick. */
const MARGIN_MS = 50;

/**
 * Waits until a time that the target tells again is another than the creation in each of these responses, however finely it
 * writes times: without that, a moment that is given in place of a creation passes for it where a target is quick.
 */
export async function laterThan(
  check: { pause(ms: number): Promise<void> },
  responses: readonly Exchange[],
): Promise<void> {
  await check.pause(tellingMs(responses.flatMap(creationsIn)));
}

/** Milliseconds after which no view takes a time for one of these; none where there are none. */
export function tellingMs(times: readonly string[]): number {
  if (times.length === 0) return 0;
  // Zeros at the end of some may be there by chance: the clock ticks as finely as the finest tells.
  const finest = Math.min(...times.map(precisionOf));
  return Math.max(ROUNDING_MS, finest) + finest + MARGIN_MS;
}

/** When the thing was created that a response tells of, as it is there, whatever else is wrong with it; none where it is not told. */
export function creationsIn(response: Exchange): string[] {
  const body = jsonOf(response);
  const data = asObject(asObject(body).data);
  return [data.createdAt, data.created_at].filter((time) => typeof time === "string");
}

/** The instant as a clock writes it that is this many minutes ahead of UTC. */
export function withOffset(instant: number, minutes: number): string {
  const local = new Date(instant + minutes * MINUTE_MS).toISOString().replace("Z", "");
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const MINUTE_MS = 60_000;
