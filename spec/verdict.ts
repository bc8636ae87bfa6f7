/**
 * What was found out about a check or a requirement. The four stay apart everywhere: in types, output and exit status.
 *
 * - `pass`: the precondition was met at least once and nothing contradicted the requirement.
 * - `fail`: an exchange contradicts the requirement.
 * - `skip`: not tried, for a reason known before any traffic (a fixture that is missing, a filter).
 * - `inconclusive`: tried without an answer (no response, budget spent, rate limited, blocked by another failure).
 */
export type Verdict = "pass" | "fail" | "skip" | "inconclusive";

/** The verdict of a whole run. */
export type RunVerdict = "conformant" | "nonconformant" | "incomplete" | "unusable";

/** Exit status of `wac run`: 0 conformant, 1 nonconformant, 2 nothing could be judged, 3 incomplete. */
export type ExitCode = 0 | 1 | 2 | 3;
