import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import type { Report } from "../../../spec/report.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { createIndependentServer } from "../../selftest/independent/independent-server.ts";
import { completeTarget } from "../../target/load.ts";

const SEED = 7;

/** An area of the suite, and mutants of the fake with the requirement that each must fail. */
export interface Area {
  readonly name: string;
  /** Globs over requirement ids. */
  readonly requirements: readonly string[];
  readonly faults: readonly (readonly [fault: string, requirement: string])[];
}

/** Registers the tests of an area: the fake passes, another correct server passes, and each mutant is detected. */
export function testArea({ name, requirements, faults }: Area): void {
  test(`the reference passes every requirement on ${name}`, async () => {
    const fake = await createFake({ seed: SEED });
    try {
      expect(notPassed(await judged(fake.target, requirements))).toEqual([]);
    } finally {
      await fake.close();
    }
  });

  test("a correct server that reads every open point in another way passes too", async () => {
    const server = await createIndependentServer({ seed: SEED });
    try {
      expect(notPassed(await judged(server.target, requirements))).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test.for(faults)("the fault %s is told as %s", async ([fault, requirement]) => {
    const fake = await createFake({ seed: SEED, mutants: [fault] });
    try {
      const report = await judged(fake.target, [requirement]);
      expect(report.requirements.find(({ id }) => id === requirement)?.verdict).toBe("fail");
      // The report comes from the worker thread of the run, which cannot transfer functions.
      expect(structuredClone(report)).toEqual(report);
    } finally {
      await fake.close();
    }
  });
}

function judged(target: TargetFile, only: readonly string[]): Promise<Report> {
  const impatient = { ...target, consistency: { timeoutMs: 1000, intervalMs: 50 } };
  return runChecksOrThrow(ordinaryRun(completeTarget(impatient, process.cwd()), { seed: SEED, only }));
}

function notPassed({ requirements }: Report): string[] {
  return requirements
    .filter(({ verdict, unobservable, notApplicable }) => verdict !== "pass" && !notApplicable && !unobservable)
    .map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`);
}
