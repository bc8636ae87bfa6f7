import type { Operation } from "../../spec/document/model.ts";
import type { Breach, Received, WireRequest } from "../client/exchange.ts";

/** What one monitor says about one response. */
export interface Judgement {
  readonly violations: readonly Breach[];
  /** Requirements for which the response was evidence, one way or the other. */
  readonly asserted: readonly string[];
}

/** One aspect of every response; a breach of the whole response (pointer "") hides the aspects further in. */
export interface Aspect {
  /** Requirements that this aspect can judge. */
  readonly requirements: readonly string[];
  judge(operation: Operation, response: Received, request?: WireRequest): Judgement;
}
