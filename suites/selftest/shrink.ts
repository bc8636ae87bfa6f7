import fc from "fast-check";
import type { Variant } from "../../fake/index.ts";

/** The least of a variant that still alarms, and how many trials it took to find. */
export interface Shrunk {
  readonly variant: Variant;
  readonly tries: number;
}

/** Trials that one shrinking may cost. */
const MOST_TRIES = 60;

/**
 * Takes choices away from a variant that alarms for as long as it alarms, so that what is left names the cause.
 * `alarms` tries one variant; an alarm that does not come again leaves the variant as it was.
 */
export async function smallestAlarm(variant: Variant, alarms: (smaller: Variant) => Promise<boolean>): Promise<Shrunk> {
  const choices = Object.entries(variant);
  let tries = 0;
  let least = choices;
  const property = fc.asyncProperty(fc.subarray(choices), async (some) => {
    if (tries >= MOST_TRIES) throw new fc.PreconditionFailure(true);
    tries += 1;
    if (!(await alarms(Object.fromEntries(some)))) return;
    least = some;
    throw new Error("alarm");
  });
  // The whole variant comes first, and fast-check shrinks from there.
  await fc.check(property, { examples: [[choices]], numRuns: 1, seed: 1 });
  return { variant: Object.fromEntries(least), tries };
}
