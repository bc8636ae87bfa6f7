import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Call, Command } from "./sequences.ts";
import { sequences, statesOf } from "./sequences.ts";

/** A counter that may be reset once it counts. */
const commands: readonly Command<number>[] = [
  { name: "add", input: fc.integer({ min: 1, max: 9 }), leadsTo: (sum, by) => sum + Number(by), weight: 2 },
  { name: "reset", when: (sum) => sum > 0, leadsTo: () => 0 },
  { name: "look" },
];

/** A counter that cannot be reset above ten. */
function stuckAboveTen(calls: readonly Call[]): boolean {
  let sum = 0;
  for (const { name, input } of calls) {
    if (name === "add") sum += Number(input);
    if (name === "reset" && sum > 10) return true;
    if (name === "reset") sum = 0;
  }
  return false;
}

test("calls only what makes sense where it stands, also while shrinking", () => {
  let seen = 0;
  const details = fc.check(
    fc.property(sequences(commands, 0), (calls) => {
      const states = statesOf(commands, 0, calls);
      const isSensible = calls.every(({ name }, index) => name !== "reset" || Number(states[index]) > 0);
      if (!isSensible) throw new TypeError(JSON.stringify(calls));
      seen += 1;
      return seen < 30;
    }),
    { seed: 2, numRuns: 50 },
  );
  expect(details.errorInstance).not.toBeInstanceOf(TypeError);
  expect(seen).toBeGreaterThanOrEqual(30);
});

test("shrinks a failing sequence until no call can be spared", () => {
  const property = fc.property(sequences(commands, 0), (calls) => !stuckAboveTen(calls));
  const calls = fc.check(property, { seed: 5, numRuns: 500 }).counterexample?.[0] ?? [];
  expect(stuckAboveTen(calls)).toBe(true);
  expect(calls.at(-1)?.name).toBe("reset");
  for (const spared of calls) expect(stuckAboveTen(calls.filter((call) => call !== spared))).toBe(false);
});

test("makes the same sequences from the same seed, as plain data", () => {
  const sample = () => fc.sample(sequences(commands, 0, { maxCalls: 5 }), { seed: 9, numRuns: 20 });
  expect(sample()).toEqual(JSON.parse(JSON.stringify(sample())));
  const lengths = sample().map(({ length }) => length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...lengths)).toBeGreaterThan(3);
});

test("tells the states that the model goes through", () => {
  const calls = [
    { name: "add", input: 4 },
    { name: "look", input: null },
    { name: "reset", input: null },
  ];
  expect(statesOf(commands, 0, calls)).toEqual([0, 4, 4, 0]);
});

test("rejects calls that no command knows", () => {
  expect(() => statesOf(commands, 0, [{ name: "jump", input: null }])).toThrow(/jump/);
});
