import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./check/options.ts";

/** Fewer requests than all checks of a standard run need. */
const REQUESTS = 8_000;

// Small pages and bots that reply to every message cost more requests than the run has.
test("leaves no gap on a target where every step takes many requests", async () => {
  const fake = await createFake({ variant: { "message-pages": "5-of-5", "background-activity": "changes" } });
  try {
    const target = completeTarget({ ...fake.target, limits: { requests: REQUESTS } }, process.cwd());
    const report = await runChecksOrThrow(ordinaryRun(target));
    const open = report.requirements.filter(
      ({ level, verdict, notApplicable, unobservable }) =>
        level === "MUST" && verdict !== "pass" && !notApplicable && !unobservable,
    );
    expect(open.map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`)).toEqual([]);
    expect(report.run.requests).toBeGreaterThan(0.95 * REQUESTS);
    expect(report.run.leftOut).toBeGreaterThan(0);
  } finally {
    await fake.close();
  }
});
