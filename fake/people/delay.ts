import type { Random } from "../runtime/random.ts";
import type { Step } from "./scenario.ts";

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Returns a duration such as `2m` in milliseconds; negative for one that begins with a minus. */
export function durationInMs(text: string): number {
  return Number(text.slice(0, -1)) * UNITS[text.slice(-1) as keyof typeof UNITS];
}

/** Returns the delay of a step after its occasion in milliseconds; one from a range is random. */
export function delayOf({ after = "0s" }: Step, random: Random): number {
  if (typeof after === "string") return durationInMs(after);
  const [from, to] = [durationInMs(after.from), durationInMs(after.to)];
  return Math.round(from + random.fraction() * (to - from));
}
