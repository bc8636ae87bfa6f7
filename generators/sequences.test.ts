import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runSequence, sequences, step } from "./sequences.ts";

interface Counter {
  value: number;
}

const increase = step<Counter, Counter, number>({
  name: "increase",
  input: fc.integer({ min: 1, max: 9 }),
  when: () => true,
  run: async (model, real, by) => {
    model.value += by;
    real.value += by;
  },
});

/** A counter that forgets itself when it is reset above ten. */
const reset = step<Counter, Counter, null>({
  name: "reset",
  input: fc.constant(null),
  when: ({ value }) => value > 0,
  run: async (model, real) => {
    model.value = 0;
    real.value = real.value > 10 ? real.value : 0;
    if (real.value !== model.value) throw new Error(`expected 0, got ${real.value}`);
  },
});

const start = async () => ({ model: { value: 0 }, real: { value: 0 } });

test("shrinks a failing sequence to the shortest one that fails", async () => {
  const property = fc.asyncProperty(sequences([increase, reset]), (sequence) => runSequence(start, sequence));
  const details = await fc.check(property, { seed: 5, numRuns: 100 });
  expect(details.failed).toBe(true);
  const steps = String(details.counterexample?.[0]).split("),");
  expect(steps).toHaveLength(3);
  expect(steps.at(-1)).toMatch(/^reset/);
});

test("passes over steps whose precondition does not hold", async () => {
  const run = runSequence(start, fc.sample(sequences([reset]), { seed: 1, numRuns: 1 })[0] ?? []);
  await expect(run).resolves.toBeUndefined();
});

test("makes the same sequences from the same seed", () => {
  const sample = () =>
    fc.sample(sequences([increase, reset]), { seed: 9, numRuns: 5 }).map((one) => [...one].map(String));
  expect(sample()).toEqual(sample());
});
