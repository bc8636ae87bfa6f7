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

/** Shrinks a failure of the case at `INDEX` against a target that responds as given; gives what was asked of it too. */
async function shrunk(response: (asked: number, count: number) => CaseResult, echoes = 0) {
  const asked: number[] = [];
  const failure = { ...simpleFailure(evidence), counterexample: value, echoes };
  const run = async (one: number) => {
    asked.push(one);
    return response(one, asked.length);
  };
  return { asked, failure: await shrink({ arbitrary, seed: SEED, index: INDEX, failure }, run, (one) => one) };
}

test("shrinks to the smallest value that fails from the same cause, within a few dozen requests", async () => {
  const { failure, asked } = await shrunk((one) => (one >= 50 ? failed : passed));
  expect(failure.counterexample).toBe(50);
  expect(failure).not.toHaveProperty("notRepeated");
  expect(asked[0]).toBe(value);
  expect(asked.length).toBeLessThanOrEqual(48);
});

test("says of a failure that does not repeat how often it was tried again, and keeps its first evidence", async () => {
  const { failure, asked } = await shrunk(() => passed);
  expect(asked).toEqual([value, value, value]);
  expect(failure).toMatchObject({ counterexample: value, notRepeated: 3, path: String(INDEX) });
  expect(failure.evidence.message).toBe("must be small (seen once, not repeated in 3 tries)");
  const often = await shrunk(() => passed, 2);
  expect(often.failure.evidence.message).toContain("seen 3 times, not repeated in 3 tries");
});

test("says no such thing of a failure that shows again at a later try, or that could not be tried", async () => {
  const late = await shrunk((_one, count) => (count === 3 ? failed : passed));
  expect(late.failure).not.toHaveProperty("notRepeated");
  expect(late.failure.evidence.message).toBe("must be small");
  const unanswered = await shrunk(() => ({ kind: "unanswered", error: new Inconclusive("no response") }));
  expect(unanswered.failure).not.toHaveProperty("notRepeated");
});

test("takes a failure from another cause for no repetition", async () => {
  const other: CaseResult = { kind: "fail", evidence: { ...evidence, keyword: "type" } };
  expect((await shrunk(() => other)).failure.notRepeated).toBe(3);
});

test("sends no more than a few dozen requests, however far a failure could be shrunk", async () => {
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

test("shrinks for some seconds at most where each response takes long", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { asked, failure } = await shrunk((one) => {
    vi.advanceTimersByTime(5_000);
    return one >= 50 ? failed : passed;
  });
  expect(asked).toHaveLength(2);
  expect(failure.evidence).toMatchObject(evidence);
});
