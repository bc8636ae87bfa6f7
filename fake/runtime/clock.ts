import { isDate } from "node:util/types";
import { parseInstant } from "../http/instant.ts";

/** The fake's own clock, in milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Moves the clock forward; the fake's time keeps running from there. */
  advance(milliseconds: number): void;
  /** Sets the clock to an instant. */
  set(instant: number): void;
  /** Returns to its start. */
  restart?(): void;
}

/**
 * An instant as a person writes it: ISO 8601 with an offset (a date without time is its midnight in UTC), milliseconds
 * since 1970, or a Date.
 */
export type Instant = string | number | Date;

/** The last instant that a clock accepts: the years of ISO 8601 have four digits. */
export const LAST_INSTANT = Date.UTC(10_000, 0, 1) - 1;

/** Returns an instant in whole milliseconds since 1970; undefined for an invalid instant. */
export function millisecondsAt(given: unknown): number | undefined {
  const value = typeof given === "string" ? parseInstant(given) : isDate(given) ? given.getTime() : given;
  return typeof value === "number" && Number.isFinite(value) ? Math.round(value) : undefined;
}

/** The two ways a clock can start. */
export interface ClockOptions {
  /** First instant, from 1970 to the year 9999; the system's time when omitted. */
  readonly startAt?: Instant;
  /** True for a clock that moves only on request. */
  readonly virtual?: boolean;
}

/** Returns true for a clock, and false for the options of one. */
export function isClock(given: unknown): given is Clock {
  return typeof (given as Partial<Clock> | null | undefined)?.now === "function";
}

/** Creates a clock that follows the system's time with an offset, or (virtual) moves only on request. */
export function createClock(options: ClockOptions = {}): Clock {
  const system = options.virtual === true ? () => 0 : () => Date.now();
  const start = (millisecondsAt(options.startAt) ?? Date.now()) - system();
  let offset = start;
  return {
    now: () => system() + offset,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    set: (instant) => {
      offset = instant - system();
    },
    restart: () => {
      offset = start;
    },
  };
}

let written = { instant: Number.NaN, text: "" };

/** Returns an instant as the API writes it: ISO 8601 in UTC with milliseconds. */
export function isoInstant(instant: number): string {
  // Cached, since most calls repeat the instant of the same request.
  if (instant !== written.instant) written = { instant, text: new Date(instant).toISOString() };
  return written.text;
}
