import type { Operation } from "../../spec/document/model.ts";
import type { Received, ResponseViolation, WireRequest } from "../client/exchange.ts";

/** The judgement of one monitor on one response. */
export interface Judgement {
  readonly violations: readonly ResponseViolation[];
  /** Requirements that the response could be judged by, whether it met them or not. */
  readonly asserted: readonly string[];
}

/** One aspect of every response. A violation by the whole response (pointer "") hides the aspects further in. */
export interface Aspect {
  /** Requirements that this aspect can judge. */
  readonly requirements: readonly string[];
  judge(operation: Operation, response: Received, request?: WireRequest): Judgement;
}
