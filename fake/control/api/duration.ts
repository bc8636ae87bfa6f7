import { isObject } from "../../../spec/json.ts";
import { didYouMean } from "../../../spec/nearest.ts";
import { quoted } from "../../../spec/quoted.ts";
import { problem } from "../problem.ts";

/** A duration: milliseconds, ISO 8601 (`P40D`, `PT1H30M`), or units that are added up. */
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

/**
 * Returns a duration in milliseconds.
 *
 * @throws ControlProblem `invalid_input` for an invalid duration, since tests in plain JavaScript have no type check.
 */
export function millisecondsOf(duration: Duration): number {
  if (typeof duration === "string") return isoMilliseconds(duration);
  const total = typeof duration === "number" ? duration : sumOf(duration);
  if (Number.isFinite(total) && total >= 0) return Math.round(total);
  throw noLength(duration);
}

/** Returns the sum of the units of a duration in milliseconds. */
function sumOf(units: unknown): number {
  if (!isObject(units)) throw noLength(units);
  return Object.entries(units).reduce((sum, [unit, value]) => {
    if (value === undefined) return sum;
    if (!Object.hasOwn(UNITS, unit)) throw unknownUnit(unit);
    if (typeof value !== "number") throw noLength(units);
    return sum + value * UNITS[unit as keyof typeof UNITS];
  }, 0);
}

function unknownUnit(unit: string) {
  const known = Object.keys(UNITS);
  const message = `${quoted(unit)} is not a unit of time.${didYouMean(unit, known)}`;
  return problem("invalid_input", message, `Units: ${known.join(", ")}.`);
}

function noLength(given: unknown) {
  return problem(
    "invalid_input",
    `${quoted(given)} is not a length of time to go forward`,
    'Give milliseconds, units such as { days: 1 }, or text such as "PT15M", none of them negative; PUT /_fake/clock goes back.',
  );
}

function isoMilliseconds(text: string): number {
  const parts = ISO.exec(text);
  if (parts === null || !/\d/.test(text) || text.endsWith("T")) {
    const hint =
      "Give milliseconds as a number, or write it like PT30S, PT15M, PT1H30M, P1D or P2W; months and years have no fixed length.";
    throw problem("invalid_input", `${quoted(text)} is not an ISO 8601 duration`, hint);
  }
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return millisecondsOf({ weeks, days, hours, minutes, seconds });
}
