import type { Exchange } from "../client/exchange.ts";
import { Failure } from "../outcome/failure.ts";

/** Judges exchanges that were made for several checks: a failure carries them, and not what this check sent itself. */
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
