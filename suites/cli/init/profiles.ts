import { BUDGETS } from "../../index.ts";

/** The kind of a pipeline job. */
export type Profile = "pull-request" | "nightly";

/**
 * The jobs that `wac init` writes. Measured on the fake, both prove every MUST: a pull request with 29 tasks, a
 * nightly run with 129 and more values. With fewer tasks than 30 MUSTs remain unproven (20 tasks: 13 of 363), so that
 * the gate would be incomplete.
 */
export const PROFILES = {
  "pull-request": { budget: "smoke", seed: 1, tasks: BUDGETS.smoke.tasks },
  nightly: { budget: "standard", tasks: BUDGETS.standard.tasks },
} as const satisfies Record<Profile, { budget: keyof typeof BUDGETS; seed?: number; tasks: number }>;

export const PROFILE_NAMES: readonly Profile[] = ["pull-request", "nightly"];
