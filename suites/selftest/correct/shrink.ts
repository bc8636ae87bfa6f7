import fc from "fast-check";

/** The least of what a server differs in that still alarms, and how many trials it took to find. */
export interface Shrunk {
  readonly parts: readonly string[];
  readonly tries: number;
}

/** Trials that one shrinking may cost. */
const MOST_TRIES = 60;

/**
 * Takes parts away from a server that alarms for as long as it alarms, so that what is left names the cause.
 * `alarms` tries one server; an alarm that does not come again leaves the parts as they were.
 */
export async function smallestAlarm(
  parts: readonly string[],
  alarms: (fewer: readonly string[]) => Promise<boolean>,
): Promise<Shrunk> {
  let tries = 0;
  let least = parts;
  const property = fc.asyncProperty(fc.subarray([...parts]), async (some) => {
    if (tries >= MOST_TRIES) throw new fc.PreconditionFailure(true);
    tries += 1;
    if (!(await alarms(some))) return;
    least = some;
    throw new Error("alarm");
  });
  // All parts come first, and fast-check shrinks from there.
  await fc.check(property, { examples: [[[...parts]]], numRuns: 1, seed: 1 });
  return { parts: least, tries };
}
