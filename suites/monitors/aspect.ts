import type { Operation } from "../../spec/document/model.ts";
import type { Received, ResponseViolation, WireRequest } from "../client/exchange.ts";

/** What one monitor says about one response. */
export interface Judgement {
  readonly violations: readonly ResponseViolation[];
  /** Requirements for which the response was evidence, one way or the other. */
  readonly asserted: readonly string[];
}

/** One aspect of every response; a violation by the whole response (pointer "") hides the aspects further in. */
export interface Aspect {
  /** Requirements that this aspect can judge. */
  readonly requirements: readonly string[];
  judge(operation: Operation, response: Received, request?: WireRequest): Judgement;
}
