import fc from "fast-check";
import type { Json } from "../../../spec/json.ts";
import { causeOf, type Evidence } from "../../outcome/failure.ts";
import type { CheckFailure } from "../check/check.ts";
import { type CaseResult, isFinal } from "./cases.ts";

/** Requests that shrinking one failure may cost: a bound of 60 was as good as none. */
const SHRINK_CASES = 48;
/** Milliseconds for the same: a failure that shows only when the target's patience is over takes long each time. */
const SHRINK_MS = 8_000;
/** How often a failing case is sent again before it counts as one that does not repeat. */
const TRIES = 3;

/** Where a failing case is in the stream of its arbitrary. */
export interface FailingCase<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  readonly seed: number;
  readonly index: number;
  readonly failure: CheckFailure;
}

type Run<T> = (value: T) => Promise<CaseResult>;

/** Runs the failing case alone and shrinks it while it fails from the same cause; one that does not repeat stays and says so. */
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

/** Sends a case that did not repeat at once some more times; what it was first seen with stays its evidence. */
async function again<T>(failing: FailingCase<T>, run: Run<T>, cause: string): Promise<CheckFailure> {
  const { arbitrary, seed, index } = failing;
  const failure = { ...failing.failure, path: String(index) };
  const value = fc.sample(arbitrary, { seed, numRuns: index + 1 })[index] as T;
  for (let tries = 1; tries < TRIES; tries += 1) {
    const result = await run(value);
    // Without a response nothing is known of whether it repeats.
    if (result.kind === "unanswered") return failure;
    if (result.kind === "fail" && causeOf(result.evidence) === cause) return failure;
  }
  const times = failure.echoes === 0 ? "once" : `${failure.echoes + 1} times`;
  const message = `${failure.evidence.message} (seen ${times}, not repeated in ${TRIES} tries)`;
  return { ...failure, evidence: { ...failure.evidence, message }, notRepeated: TRIES };
}
