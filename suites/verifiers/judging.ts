import type { Exchange } from "../client/exchange.ts";
import { Failure } from "../outcome/failure.ts";

/**
 * Judges exchanges that were made for several checks. A failure carries these exchanges instead of those of the current
 * check.
 */
export function judging<T>(exchanges: readonly Exchange[], judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Failure && error.evidence.exchanges.length === 0) {
      throw new Failure({ ...error.evidence, exchanges });
    }
    throw error;
  }
}
