import { globMatcher } from "../../../spec/glob.ts";
import type { RunSettings } from "../check/options.ts";

/**
 * Returns a test that is true for requirements that take part in the run: `--only` and `--only-failed` both restrict
 * it.
 */
export function createSelection(settings: Pick<RunSettings, "only" | "onlyFailed">): (requirement: string) => boolean {
  const globs = settings.only.map(globMatcher);
  const failed = settings.onlyFailed === null ? null : new Set(settings.onlyFailed);
  return (requirement) =>
    (failed === null || failed.has(requirement)) &&
    (globs.length === 0 || globs.some((matches) => matches(requirement)));
}
