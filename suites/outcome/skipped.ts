/** Known before any traffic: the check cannot be tried here. */
export class Skipped extends Error {
  override readonly name = "Skipped";
  /** Names of the missing fixtures, as in the target file: `otherAgent.apiKey`. */
  readonly fixtures: readonly string[];

  constructor(reason: string, fixtures: readonly string[] = []) {
    super(reason);
    this.fixtures = fixtures;
  }
}

/**
 * Thrown if the check adds to others of its requirement, and this target does not allow it: no gap if another check
 * has judged, and never a proof.
 */
export class NotApplicable extends Skipped {}

/** Thrown if the contract of this target does not allow what the check is about: its absence is not a gap. */
export class RequirementNotApplicable extends NotApplicable {}

/** The beginning of a reason that only an entry in the target file removes, whatever the budget is. */
export const NAME_NOT_STATED = "the target file states no name under";
