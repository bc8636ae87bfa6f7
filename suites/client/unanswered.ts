/** No answer could be had: the check ends inconclusive, never passed and never failed. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
  /** The requirement whose failure stands in the way, where one does. */
  readonly blockedBy: string | null;

  constructor(reason: string, blockedBy: string | null = null) {
    super(reason);
    this.blockedBy = blockedBy;
  }
}

/** The request budget (or another bound of the run) is spent: nothing more is sent. */
export class BudgetSpent extends Inconclusive {}

/** What is left of the budget is kept for others: they may still send what this one may not. */
export class LeftForOthers extends BudgetSpent {}

/** The run was interrupted, or the target stopped answering: nothing more is sent. */
export class RunEnded extends Inconclusive {}
