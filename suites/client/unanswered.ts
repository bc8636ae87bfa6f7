import type { Exchange } from "./exchange.ts";

/** No response could be had: the check ends inconclusive, never passed and never failed. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
  /** The requirement whose failure is in the way, where one does. */
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

/** The run was interrupted, or the target stopped responding: nothing more is sent. */
export class RunEnded extends Inconclusive {}

/** Something of which there is a number is used up, such as a plan's allowance: it is the same for whoever asks next. */
export class UsedUp extends Inconclusive {}

/** This request got no response, or none but that the target is not available: another one may. */
export class NoResponse extends Inconclusive {}

/** An operation gives no response, while others do: it is not asked any more, or not for now. */
export class OperationSilent extends Inconclusive {
  /** The last request without a response. */
  readonly exchange: Exchange;

  constructor(reason: string, blockedBy: string | null, exchange: Exchange) {
    super(reason, blockedBy);
    this.exchange = exchange;
  }
}
