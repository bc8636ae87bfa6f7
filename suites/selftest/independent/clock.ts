/** Time in whole microseconds since 1970, cut and written as this server likes it. */
export interface Clock {
  /** Now, cut to the precision in which the server stores times. */
  now(): number;
  /** The exact time: for expiry and for resources that become visible later. */
  exact(): number;
  /** Returns a stored time as text, with its offset from UTC. */
  write(time: number): string;
}

/** One second in the unit of {@link Clock}. */
export const SECOND = 1_000_000;

/** One day in the unit of {@link Clock}. */
export const DAY = 86_400 * SECOND;

/** Creates a clock with a precision (microseconds) and a time zone (minutes east of UTC). */
export function clock(exact: () => number, quantum: number, offset: number): Clock {
  const cut = (time: number) => Math.floor(time / quantum) * quantum;
  return { exact, now: () => cut(exact()), write: (time) => written(cut(time), quantum, offset) };
}

function written(time: number, quantum: number, offset: number): string {
  const local = new Date(Math.floor(time / 1000) + offset * 60_000).toISOString().slice(0, 19);
  const micros = String(time % SECOND).padStart(6, "0");
  const fraction = quantum >= SECOND ? "" : `.${quantum >= 1000 ? micros.slice(0, 3) : micros}`;
  return `${local}${fraction}${zone(offset)}`;
}

function zone(offset: number): string {
  if (offset === 0) return "+00:00";
  const size = Math.abs(offset);
  const part = (minutes: number) => String(Math.floor(minutes)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${part(size / 60)}:${part(size % 60)}`;
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i;

/** Returns an ISO-8601 time; undefined if it is invalid. A date without time means its first instant in UTC. */
export function readInstant(text: string, dateOnly: boolean): number | undefined {
  const whole = dateOnly && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  const match = INSTANT.exec(whole);
  if (!match) return undefined;
  const [, day = "", minutes = "", seconds = ":00", fraction = "", offset = "Z"] = match;
  const base = Date.parse(`${day}T${minutes}${seconds}${offset.toUpperCase()}`);
  if (Number.isNaN(base) || !isCalendarDay(day)) return undefined;
  return base * 1000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

function isCalendarDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
