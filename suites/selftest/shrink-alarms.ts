import type { Variant } from "../../fake/index.ts";
import { judgeTrial } from "./finding.ts";
import { smallestAlarm } from "./shrink.ts";
import type { Trial, Tried } from "./trial.ts";
import { tryOut } from "./try.ts";

/** For each variant of several choices that alarmed, the least of it that does, as a command that repeats it. */
export async function shrinkAlarms(all: readonly Tried[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { trial, outcome } of all) {
    const { subject, budget, seed } = trial;
    if (subject.kind !== "variant" || Object.keys(subject.variant).length < 2) continue;
    const only = outcome.failed.map(({ id }) => id).filter((id) => !subject.against.includes(id));
    if (only.length === 0) continue;
    const { variant, tries } = await smallestAlarm(subject.variant, (smaller) =>
      alarms({ ...trial, subject: { ...subject, variant: smaller }, only }),
    );
    const choices = pairsOf(variant).join(" ");
    lines.push(
      `The least that alarms in the same way, after ${tries} trials (${only.join(", ")}):`,
      `  npm run selftest -- --variant ${choices} --budget ${budget} --seed ${seed}`,
    );
  }
  return lines;
}

async function alarms(trial: Trial): Promise<boolean> {
  const { complaints } = judgeTrial(trial, await tryOut(trial));
  return complaints.some((complaint) => complaint.startsWith("false alarm"));
}

function pairsOf(variant: Variant): string[] {
  return Object.entries(variant).map(([name, value]) => `${name}=${value}`);
}
