import { FAULTS } from "../../fake/departures.ts";
import { type KillMatrix, type Kills, type MatrixRow, median } from "../../reports/kill-matrix/matrix.ts";
import { judgeTrial } from "./finding.ts";
import { ALL_FAULTS, type FaultSubject } from "./plan.ts";
import type { Line } from "./records.ts";
import { nameOf } from "./trial.ts";

const TITLES = new Map<string, string>(FAULTS.map(({ id, title }) => [`fake:${id}`, title]));

/**
 * The kill matrix of what was recorded about the faults that there are. Where a trial was made twice the later line
 * counts, and one of the whole suite before one of a single requirement with the same seed and budget.
 */
export function toMatrix(lines: readonly Line[]): KillMatrix {
  const chosen = decisive(lines);
  const rows = ALL_FAULTS.flatMap((subject) => {
    const own = chosen.filter(({ trial }) => nameOf(trial.subject) === nameOf(subject));
    return own.length === 0 ? [] : [rowOf(subject, own)];
  });
  const counts = new Map<string, number>();
  for (const { build } of chosen) counts.set(build, (counts.get(build) ?? 0) + 1);
  return {
    schemaVersion: 1,
    seeds: [...new Set(chosen.map(({ trial }) => trial.seed))].sort((one, other) => one - other),
    builds: [...counts].map(([build, trials]) => ({ build, trials })),
    rows,
  };
}

/** One line for each fault, budget and seed. */
function decisive(lines: readonly Line[]): readonly Line[] {
  const there = new Set(ALL_FAULTS.map((subject) => `${nameOf(subject)} ${subject.breaks}`));
  const chosen = new Map<string, Line>();
  for (const line of lines) {
    const { subject, budget, seed, only } = line.trial;
    // A fault that is gone, or is told of another requirement now, says nothing about the suite of today.
    if (subject.kind !== "fault" || !there.has(`${nameOf(subject)} ${subject.breaks}`)) continue;
    const key = `${nameOf(subject)} ${budget} ${seed}`;
    const before = chosen.get(key);
    if (before === undefined || only.length === 0 || before.trial.only.length > 0) chosen.set(key, line);
  }
  return [...chosen.values()];
}

function rowOf(subject: FaultSubject, lines: readonly Line[]): MatrixRow {
  const echoes = lines.flatMap(({ trial, outcome }) => judgeTrial(trial, outcome).echoes);
  return {
    server: subject.server,
    fault: subject.fault,
    title: TITLES.get(nameOf(subject)) ?? "",
    breaks: subject.breaks,
    smoke: killsOf(
      subject,
      lines.filter(({ trial }) => trial.budget === "smoke"),
    ),
    standard: killsOf(
      subject,
      lines.filter(({ trial }) => trial.budget === "standard"),
    ),
    whole: lines.filter(({ trial }) => trial.only.length === 0).length,
    echoes: [...new Set(echoes)].sort(),
  };
}

function killsOf({ breaks }: FaultSubject, lines: readonly Line[]): Kills {
  const caught = lines.filter(({ trial, outcome }) => judgeTrial(trial, outcome).passed);
  const firsts = caught.flatMap(({ outcome }) => outcome.failed.find(({ id }) => id === breaks)?.after ?? []);
  return { tried: lines.length, caught: caught.length, after: median(firsts) };
}
