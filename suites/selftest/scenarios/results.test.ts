import { expect, test } from "vitest";
import { type RunFile, scenarioResults } from "./results.ts";

type Scenario = readonly [name: string, state: string, ...messages: string[]];

/** A file that was run, with the outcomes of its scenarios, and what went wrong outside them. */
function file(scenarios: readonly Scenario[], ...errors: string[]): RunFile {
  const tests = scenarios.map(([name, state, ...messages]) => ({
    name,
    result: () => ({ state, errors: messages.map((message) => ({ message })) }),
    diagnostic: () => ({ duration: 12 }),
  }));
  return {
    relativeModuleId: "a.ts",
    errors: () => errors.map((message) => ({ message })),
    children: { allTests: () => tests },
  };
}

test("tells what passed and failed, and nothing of what was not run", () => {
  const files = [
    file([
      ["passes", "passed"],
      ["fails", "failed", "1 is not 2", "3 is not 4"],
      ["rests", "skipped"],
    ]),
  ];
  expect(scenarioResults(files)).toEqual([
    { name: "a.ts > passes", durationMs: 12, failure: null },
    { name: "a.ts > fails", durationMs: 12, failure: "1 is not 2\n3 is not 4" },
  ]);
});

test("what goes wrong outside the scenarios is a failure", () => {
  expect(scenarioResults([file([], "Cannot find module")], [{ message: "late" }])).toEqual([
    { name: "a.ts", durationMs: 0, failure: "Cannot find module" },
    { name: "outside the scenarios", durationMs: 0, failure: "late" },
  ]);
});
