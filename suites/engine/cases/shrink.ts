import fc from "fast-check";
import type { Json } from "../../../spec/json.ts";
import { causeOf, type Evidence } from "../../outcome/failure.ts";
import type { CheckFailure } from "../check/check.ts";
import { type CaseResult, isFinal } from "./cases.ts";

/** The maximum number of requests for shrinking one failure. A bound of 60 had practically no effect. */
const SHRINK_CASES = 48;
/** The maximum time for it. A failure that shows only after the consistency timeout takes long each time. */
const SHRINK_MS = 8_000;
/** How often a failing case is sent before it counts as not repeated. */
const TRIES = 3;

/** A failing case and its position in the stream of its arbitrary. */
export interface FailingCase<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  readonly seed: number;
  readonly index: number;
  readonly failure: CheckFailure;
}

type Run<T> = (value: T) => Promise<CaseResult>;

/**
 * Runs the failing case alone and shrinks it while it fails for the same cause. One that does not repeat is kept and
 * marked.
 */
export async function shrink<T>(
  failing: FailingCase<T>,
  run: Run<T>,
  describe: (value: T) => Json,
): Promise<CheckFailure> {
  const cause = causeOf(failing.failure.evidence);
  const deadline = performance.now() + SHRINK_MS;
  let tried = 0;
  let smallest: { evidence: Evidence; value: T } | null = null;
  const property = fc.asyncProperty(failing.arbitrary, async (value) => {
    tried += 1;
    if (tried > SHRINK_CASES || performance.now() > deadline) throw new fc.PreconditionFailure(true);
    const result = await run(value);
    if (result.kind === "unanswered" && isFinal(result)) throw new fc.PreconditionFailure(true);
    if (result.kind !== "fail" || causeOf(result.evidence) !== cause) return;
    smallest = { evidence: result.evidence, value };
    throw new Error(result.evidence.message);
  });
  const details = await fc.check(property, { seed: failing.seed, path: String(failing.index), numRuns: 1 });
  const found = smallest as { evidence: Evidence; value: T } | null;
  if (!found) return again(failing, run, cause);
  return {
    ...failing.failure,
    evidence: found.evidence,
    counterexample: describe(found.value),
    shrinks: details.numShrinks,
    path: details.counterexamplePath ?? String(failing.index),
  };
}

/** Sends a case again that passed when it was repeated once. Its first failure remains its evidence. */
async function again<T>(failing: FailingCase<T>, run: Run<T>, cause: string): Promise<CheckFailure> {
  const { arbitrary, seed, index } = failing;
  const failure = { ...failing.failure, path: String(index) };
  const value = fc.sample(arbitrary, { seed, numRuns: index + 1 })[index] as T;
  for (let tries = 1; tries < TRIES; tries += 1) {
    const result = await run(value);
    // Without a response it is unknown whether the failure repeats.
    if (result.kind === "unanswered") return failure;
    if (result.kind === "fail" && causeOf(result.evidence) === cause) return failure;
  }
  const times = failure.echoes === 0 ? "once" : `${failure.echoes + 1} times`;
  const message = `${failure.evidence.message} (seen ${times}, not repeated in ${TRIES} tries)`;
  return { ...failure, evidence: { ...failure.evidence, message }, notRepeated: TRIES };
}
