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
 * The check adds to others of its requirement, and this target does not allow for it: no gap where another has judged,
 * and never a proof.
 */
export class NotApplicable extends Skipped {}

/** The check is about what the contract of this target does not allow for: its absence is no gap. */
export class RequirementNotApplicable extends NotApplicable {}
