import { createChance } from "../mutants/chance.ts";

/** Which scenarios are run. */
export interface Selection {
  /** `FILE` or `FILE > NAME`: a part of the file's path, and of the scenario's name. Empty: a sample of all. */
  readonly named: readonly string[];
  /** Decides what a sample holds. */
  readonly seed: number;
  /** The share of all scenarios that a sample holds: 1 for all of them. */
  readonly share: number;
  /** No scenario of a sample begins after this time, in milliseconds since 1970; null for no such end. */
  readonly endsAt: number | null;
}

/** Every scenario. */
export const ALL: Selection = { named: [], seed: 1, share: 1, endsAt: null };

/** The environment variable that hands a selection, as JSON, to the processes of vitest. */
export const SELECTION_VARIABLE = "WAC_SCENARIOS";

/** The environment variable that names the file for the results. */
export const RESULTS_VARIABLE = "WAC_SCENARIO_RESULTS";

const SEPARATOR = " > ";

/** How one scenario is named, in results and on the command line. */
export const nameOfScenario = (file: string, name: string): string => `${file}${SEPARATOR}${name}`;

/** The part of `FILE > NAME` that says in which file it is. */
export const fileOf = (named: string): string => named.split(SEPARATOR, 1)[0] ?? "";

/** Whether a scenario is run. A sample decides for each by itself, so that a new one changes nothing for the others. */
export function isSelected({ named, seed, share }: Selection, file: string, name: string): boolean {
  if (named.length > 0) return named.some((one) => matches(one, file, name));
  return share >= 1 || createChance(`${seed} ${nameOfScenario(file, name)}`).happens(share);
}

function matches(named: string, file: string, name: string): boolean {
  const part = fileOf(named);
  return file.includes(part) && name.includes(named.slice(part.length + SEPARATOR.length));
}
