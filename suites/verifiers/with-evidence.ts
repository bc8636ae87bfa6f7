import type { Exchange } from "../client/exchange.ts";
import { Failure } from "../outcome/failure.ts";

/**
 * Calls a function that judges these exchanges. A failure without exchanges gets them as its evidence, since they may
 * have been made for several checks.
 */
export function withEvidence<T>(exchanges: readonly Exchange[], judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Failure && error.evidence.exchanges.length === 0) {
      throw new Failure({ ...error.evidence, exchanges });
    }
    throw error;
  }
}
