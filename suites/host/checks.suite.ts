import { afterAll, describe, test } from "vitest";
import { handIn, ordered } from "./ordered-run.ts";

// The one file that vitest collects: it turns the checks of a run into tests. All of them start together,
// because the pacer of the run, not the test runner, decides what goes on the wire and when.

const run = await ordered;

describe.concurrent("conformance", () => {
  for (const check of run.checks) {
    test(`${check.requirement} | ${check.name}`, { timeout: 0 }, async ({ skip }) => {
      const { verdict, reason } = await run.execute(check);
      if (verdict === "fail") throw new Error(reason ?? "failed");
      if (verdict !== "pass") skip(`${verdict}: ${reason ?? ""}`);
    });
  }
  for (const observer of run.observers) {
    test(`observe | ${observer.name}`, { timeout: 0 }, () => run.observe(observer));
  }
});

afterAll(handIn);
