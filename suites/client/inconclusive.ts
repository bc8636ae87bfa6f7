import type { Exchange } from "./exchange.ts";

/** No usable response was available: the check ends inconclusive, neither passed nor failed. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
  /** The requirement whose failure prevents a response; null if none does. */
  readonly blockedBy: string | null;

  constructor(reason: string, blockedBy: string | null = null) {
    super(reason);
    this.blockedBy = blockedBy;
  }
}

/** The request budget, or another limit of the run, is spent: nothing more is sent. */
export class BudgetSpent extends Inconclusive {}

/** The rest of the budget is reserved for others, who may still send requests. */
export class BudgetReserved extends BudgetSpent {}

/** The run was interrupted, or the target stopped responding: nothing more is sent. */
export class RunEnded extends Inconclusive {}

/** A limited resource of the caller is used up, such as a plan's allowance: later requests get the same result. */
export class QuotaExhausted extends Inconclusive {}

/** This request got no response, or only 503. Another one may succeed. */
export class NoResponse extends Inconclusive {}

/** An operation does not respond while others do: it is not called any more, or not for now. */
export class OperationSilent extends Inconclusive {
  /** The last request without a response. */
  readonly exchange: Exchange;

  constructor(reason: string, blockedBy: string | null, exchange: Exchange) {
    super(reason, blockedBy);
    this.exchange = exchange;
  }
}
