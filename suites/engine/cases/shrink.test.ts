import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Inconclusive } from "../../client/inconclusive.ts";
import { type Evidence, simpleFailure } from "../../outcome/failure.ts";
import type { CaseResult } from "./cases.ts";
import { shrink } from "./shrink.ts";

afterEach(() => {
  vi.useRealTimers();
});

const SEED = 7;
const INDEX = 4;
const arbitrary = fc.integer({ min: 0, max: 100_000 });
const value = fc.sample(arbitrary, { seed: SEED, numRuns: INDEX + 1 })[INDEX] as number;

const evidence: Evidence = {
  message: "must be small",
  expected: "small",
  actual: "large",
  verifier: "equal",
  pointer: "/data",
  keyword: "size",
  exchanges: [],
};
const failed: CaseResult = { kind: "fail", evidence };
const passed: CaseResult = { kind: "pass" };

/** Shrinks a failure of the case at `INDEX` with these results of runs; returns the values of all runs too. */
async function shrunk(response: (value: number, count: number) => CaseResult, echoes = 0) {
  const values: number[] = [];
  const failure = { ...simpleFailure(evidence), counterexample: value, echoes };
  const run = async (one: number) => {
    values.push(one);
    return response(one, values.length);
  };
  return { values, failure: await shrink({ arbitrary, seed: SEED, index: INDEX, failure }, run, (one) => one) };
}

test("shrinks to the smallest value that fails from the same cause within 48 requests", async () => {
  const { failure, values } = await shrunk((one) => (one >= 50 ? failed : passed));
  expect(failure.counterexample).toBe(50);
  expect(failure).not.toHaveProperty("notRepeated");
  expect(values[0]).toBe(value);
  expect(values.length).toBeLessThanOrEqual(48);
});

test("states how often a failure was not repeated, and keeps its first evidence", async () => {
  const { failure, values } = await shrunk(() => passed);
  expect(values).toEqual([value, value, value]);
  expect(failure).toMatchObject({ counterexample: value, notRepeated: 3, path: String(INDEX) });
  expect(failure.evidence.message).toBe("must be small (seen once, not repeated in 3 tries)");
  const often = await shrunk(() => passed, 2);
  expect(often.failure.evidence.message).toContain("seen 3 times, not repeated in 3 tries");
});

test("does not call a failure unrepeated if a later try repeats it, or if it could not be tried", async () => {
  const late = await shrunk((_one, count) => (count === 3 ? failed : passed));
  expect(late.failure).not.toHaveProperty("notRepeated");
  expect(late.failure.evidence.message).toBe("must be small");
  const unanswered = await shrunk(() => ({ kind: "unanswered", error: new Inconclusive("no response") }));
  expect(unanswered.failure).not.toHaveProperty("notRepeated");
});

test("treats a failure from another cause as not repeated", async () => {
  const other: CaseResult = { kind: "fail", evidence: { ...evidence, keyword: "type" } };
  expect((await shrunk(() => other)).failure.notRepeated).toBe(3);
});

test("sends at most 48 requests for a failure that can be shrunk indefinitely", async () => {
  const many = fc.array(fc.nat(), { minLength: 200, maxLength: 200 });
  const failure = { ...simpleFailure(evidence), counterexample: null, echoes: 0 };
  let sent = 0;
  const run = async () => {
    sent += 1;
    return failed;
  };
  await shrink({ arbitrary: many, seed: SEED, index: INDEX, failure }, run, (one) => one);
  expect(sent).toBe(48);
});

test("stops shrinking after a few seconds if each response is slow", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { values, failure } = await shrunk((one) => {
    vi.advanceTimersByTime(5_000);
    return one >= 50 ? failed : passed;
  });
  expect(values).toHaveLength(2);
  expect(failure.evidence).toMatchObject(evidence);
});
