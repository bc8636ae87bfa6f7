import { createRandomChoices } from "../mutants/random-choices.ts";

/** Which scenarios are run. */
export interface Selection {
  /** `FILE` or `FILE > NAME`: a part of the file's path, and of the scenario's name. Empty: a sample of all. */
  readonly named: readonly string[];
  /** The seed of a sample. */
  readonly seed: number;
  /** The share of all scenarios in a sample: 1 for all of them. */
  readonly share: number;
  /** No scenario of a sample begins after this time, in milliseconds since 1970; null for no such end. */
  readonly endsAt: number | null;
}

/** Every scenario. */
export const ALL: Selection = { named: [], seed: 1, share: 1, endsAt: null };

/** The environment variable that passes a selection, as JSON, to the processes of vitest. */
export const SELECTION_VARIABLE = "WAC_SCENARIOS";

/** The environment variable with the file for the results. */
export const RESULTS_VARIABLE = "WAC_SCENARIO_RESULTS";

const SEPARATOR = " > ";

/** Returns the name of a scenario in results and on the command line. */
export const nameOfScenario = (file: string, name: string): string => `${file}${SEPARATOR}${name}`;

/** Returns the file in `FILE > NAME`. */
export const fileOf = (named: string): string => named.split(SEPARATOR, 1)[0] ?? "";

/**
 * Returns true if a scenario is selected. A sample decides for each separately, so that a new one does not affect the
 * others.
 */
export function isSelected({ named, seed, share }: Selection, file: string, name: string): boolean {
  if (named.length > 0) return named.some((one) => matches(one, file, name));
  return share >= 1 || createRandomChoices(`${seed} ${nameOfScenario(file, name)}`).happens(share);
}

function matches(named: string, file: string, name: string): boolean {
  const part = fileOf(named);
  return file.includes(part) && name.includes(named.slice(part.length + SEPARATOR.length));
}
