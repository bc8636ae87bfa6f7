import fc from "fast-check";

/** The fewest differences of a server that still alarm, and the number of trials to find them. */
export interface Shrunk {
  readonly parts: readonly string[];
  readonly tries: number;
}

/** Trials that one shrinking may cost. */
const MAX_TRIES = 60;

/**
 * Removes differences from a server as long as it alarms, so that the rest names the cause. `alarms` tries one server;
 * if the alarm does not repeat, all differences stay.
 */
export async function smallestAlarm(
  parts: readonly string[],
  alarms: (fewer: readonly string[]) => Promise<boolean>,
): Promise<Shrunk> {
  let tries = 0;
  let least = parts;
  const property = fc.asyncProperty(fc.subarray([...parts]), async (some) => {
    if (tries >= MAX_TRIES) throw new fc.PreconditionFailure(true);
    tries += 1;
    if (!(await alarms(some))) return;
    least = some;
    throw new Error("alarm");
  });
  // All parts come first, and fast-check shrinks from there.
  await fc.check(property, { examples: [[[...parts]]], numRuns: 1, seed: 1 });
  return { parts: least, tries };
}
