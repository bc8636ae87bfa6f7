import { quoted } from "../../../spec/quoted.ts";
import { problem } from "../problem.ts";

/** A length of time: milliseconds, ISO 8601 (`P40D`, `PT1H30M`), or units that are added up. */
export type Duration =
  | number
  | string
  | {
      readonly milliseconds?: number;
      readonly seconds?: number;
      readonly minutes?: number;
      readonly hours?: number;
      readonly days?: number;
      readonly weeks?: number;
    };

const UNITS = {
  milliseconds: 1,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
};

const ISO =
  /^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** A duration in milliseconds. */
export function millisecondsOf(duration: Duration): number {
  if (typeof duration === "string") return isoMilliseconds(duration);
  const parts = typeof duration === "number" ? { milliseconds: duration } : duration;
  const total = Object.entries(UNITS).reduce(
    (sum, [unit, size]) => sum + (parts[unit as keyof typeof UNITS] ?? 0) * size,
    0,
  );
  if (Number.isFinite(total) && total >= 0) return Math.round(total);
  throw problem(
    "invalid_input",
    `${quoted(duration)} is no length of time to go forward`,
    "Give a positive one; PUT /_fake/clock goes back.",
  );
}

function isoMilliseconds(text: string): number {
  const parts = ISO.exec(text);
  if (parts === null || !/\d/.test(text) || text.endsWith("T")) {
    const hint = "Write it like PT30S, PT15M, PT1H30M, P1D or P2W; months and years have no fixed length.";
    throw problem("invalid_input", `${quoted(text)} is no ISO 8601 duration`, hint);
  }
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return millisecondsOf({ weeks, days, hours, minutes, seconds });
}
