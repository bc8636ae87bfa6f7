import { runTrial } from "../run-trial.ts";
import type { FinishedTrial } from "../trial.ts";
import { alarmsOf } from "./false-alarms.ts";
import { type CorrectSubject, partsOf, serverId, withParts } from "./server-id.ts";
import { smallestAlarm } from "./shrink.ts";

/**
 * Returns, for each correct server with an alarm and several differences, the command with the fewest differences that
 * still alarm.
 */
export async function shrinkAlarms(all: readonly FinishedTrial[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { trial, outcome } of all) {
    const { subject, budget, seed } = trial;
    if (subject.kind !== "variant" && subject.kind !== "independent") continue;
    const only = alarmsOf({ trial, outcome }).map(({ id }) => id);
    if (only.length === 0 || partsOf(subject).length < 2) continue;
    const alarms = async (smaller: CorrectSubject) => {
      const again = { ...trial, subject: smaller, only };
      return alarmsOf({ trial: again, outcome: await runTrial(again) }).length > 0;
    };
    const { parts, tries } = await smallestAlarm(partsOf(subject), (fewer) => alarms(withParts(subject, fewer)));
    lines.push(
      `The least that alarms in the same way, after ${tries} trials (${only.join(", ")}):`,
      `  npm run selftest -- --correct '${serverId(withParts(subject, parts))}' --budget ${budget} --seed ${seed}`,
    );
  }
  return lines;
}
