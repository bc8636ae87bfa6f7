import type { Exchange } from "../client/exchange.ts";
import { kept } from "./kept-exchange.ts";

/** The evidence against a requirement: the sentence, expected and actual, and the place that shows it. */
export interface Evidence {
  /** One sentence: the expectation and its reason. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Named verifier or monitor that judged; part of the cause's identity. */
  readonly verifier: string;
  /** JSON pointer into the response body; "" for the whole response. */
  readonly pointer: string;
  /** For two compared texts: the length of their common beginning. */
  readonly firstDifference?: number;
  /** The schema keyword or aspect that was broken; part of the cause's identity. */
  readonly keyword: string;
  /** The exchanges that led here, in order; the last is the one that was judged. */
  readonly exchanges: readonly Exchange[];
}

/** Thrown if an exchange contradicts the requirement of the running check. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly evidence: Evidence;

  constructor(evidence: Evidence) {
    super(evidence.message);
    this.evidence = evidence;
  }
}

/** Exchanges of one failure that are kept: the last ones, which led to the judgement. */
const MAX_EXCHANGES = 8;

/** Returns a failure without inputs and shrinking. */
export function simpleFailure(shown: Evidence) {
  const firstSeen = shown.exchanges.at(-1)?.sequence ?? null;
  const evidence = { ...shown, exchanges: shown.exchanges.slice(-MAX_EXCHANGES).map(kept) };
  return { evidence, counterexample: null, shrinks: 0, path: null, echoes: 0, firstSeen };
}

/** Identity of a cause within a requirement; positions in lists do not matter. */
export function causeOf(evidence: Pick<Evidence, "verifier" | "pointer" | "keyword">): string {
  return `${evidence.verifier}|${placeOf(evidence.pointer)}|${evidence.keyword}`;
}

/** Returns a place in a response (JSON pointer), with a star for each list index. */
export function placeOf(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}
