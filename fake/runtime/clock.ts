/** The fake's own clock, in milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Moves the clock forward; the fake's time keeps running from there. */
  advance(milliseconds: number): void;
  /** Sets the clock to an instant. */
  set(instant: number): void;
  /** Goes back to how it started. */
  restart?(): void;
}

/** The two ways a clock can start. */
export interface ClockOptions {
  /** First instant; the system's time when omitted. */
  readonly startAt?: number;
  /** True for a clock that stands still until it is moved. */
  readonly virtual?: boolean;
}

/** A clock that follows the system's time at a distance, or (virtual) moves only when told to. */
export function createClock(options: ClockOptions = {}): Clock {
  const system = options.virtual === true ? () => 0 : () => Date.now();
  const start = (options.startAt ?? Date.now()) - system();
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

/** An instant as the API writes it: ISO 8601 in UTC with milliseconds. */
export function isoInstant(instant: number): string {
  // Nearly always it is the instant of the same request again.
  if (instant !== written.instant) written = { instant, text: new Date(instant).toISOString() };
  return written.text;
}
