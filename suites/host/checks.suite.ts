import { afterAll, describe, test } from "vitest";
import { handIn, ordered } from "./ordered-run.ts";

// The one file that vitest collects: it turns what becomes of the checks of a run into tests. The pacer of the run, not the
// test runner, decides what goes on the wire and when.

const { checks, observers } = await ordered;

describe.concurrent("conformance", () => {
  for (const { check, outcome } of checks) {
    test(`${check.requirement} | ${check.name}`, { timeout: 0 }, async ({ skip }) => {
      const { verdict, reason } = await outcome;
      if (verdict === "fail") throw new Error(reason ?? "failed");
      if (verdict !== "pass") skip(`${verdict}: ${reason ?? ""}`);
    });
  }
  for (const { observer, asked } of observers) {
    test(`observe | ${observer.name}`, { timeout: 0 }, () => asked);
  }
});

/** A recording is written at the end: masking tens of megabytes takes longer than a hook may by default. */
afterAll(handIn, 120_000);
