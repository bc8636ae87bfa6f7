/**
 * The verdict on a check or a requirement. The four stay distinct in types, output and exit status.
 *
 * - `pass`: the precondition was met at least once and nothing contradicted the requirement.
 * - `fail`: an exchange contradicts the requirement.
 * - `skip`: not tried, for a reason known before any traffic (a fixture that is missing, a filter).
 * - `inconclusive`: tried without a result (no response, budget spent, rate limited, blocked by another failure).
 */
export type Verdict = "pass" | "fail" | "skip" | "inconclusive";

/**
 * The verdict of a run on the target. It does not depend on what the job declares or accepts: a known failure is a
 * failure, and an accepted skip is a gap.
 *
 * - `conformant`: every selected MUST passed.
 * - `nonconformant`: a MUST failed.
 * - `incomplete`: no MUST failed, and at least one was skipped or stayed inconclusive.
 * - `unusable`: nothing could be judged.
 */
export type RunVerdict = "conformant" | "nonconformant" | "incomplete" | "unusable";

/**
 * The result of a run for the job that started it.
 *
 * - `passed`: every selected MUST is proven, known to fail, or accepted as a gap.
 * - `failed`: an undeclared MUST failure (with `--strict` a SHOULD failure too), or a stale known-failures entry.
 * - `unusable`: nothing could be judged.
 * - `incomplete`: nothing failed, and a MUST that is not proven is not accepted either.
 */
export type GateResult = "passed" | "failed" | "unusable" | "incomplete";

/** Exit status of `wac run`; it is the gate's. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The exit status of each result of the gate. */
export const EXIT_CODES: Readonly<Record<GateResult, ExitCode>> = { passed: 0, failed: 1, unusable: 2, incomplete: 3 };
