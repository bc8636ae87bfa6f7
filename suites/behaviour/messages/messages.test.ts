import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import type { Report } from "../../../spec/report.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { runInPlace } from "../../host/in-place.ts";
import { createJudge } from "../../selftest/judge/judge.ts";
import { completeTarget } from "../../target/load.ts";

const AREA = ["messages.*", "files.*"];
const PATIENCE_MS = 60_000;

async function judged(target: TargetFile, only: readonly string[]): Promise<Report> {
  const baseUrl = target.baseUrl.replace(/\/$/, "");
  return runInPlace({
    target: completeTarget({ ...target, baseUrl, consistency: { timeoutMs: 1000, intervalMs: 50 } }, process.cwd()),
    budget: "standard",
    seed: 7,
    only,
    onlyFailed: null,
    maxFailures: 0,
    readOnly: false,
    strict: false,
    knownFailures: null,
  });
}

function notPassed({ requirements }: Report): string[] {
  return requirements
    .filter(
      ({ verdict, reason, notApplicable }) => verdict !== "pass" && !notApplicable && !reason?.includes("observable"),
    )
    .map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`);
}

test("the reference passes every requirement on messages and files", { timeout: PATIENCE_MS }, async () => {
  const fake = await createFake({ seed: 7 });
  try {
    expect(notPassed(await judged(fake.target, AREA))).toEqual([]);
  } finally {
    await fake.close();
  }
});

test("a correct server that reads every open point in another way passes too", { timeout: PATIENCE_MS }, async () => {
  const judge = await createJudge({ seed: 7 });
  try {
    expect(notPassed(await judged(judge.target, AREA))).toEqual([]);
  } finally {
    await judge.close();
  }
});

test.for([
  ["get-back-skips", "messages.get.walk-back"],
  ["has-more-when-full", "messages.get.has-more-false"],
  ["get-other-channels", "messages.get.channel"],
  ["search-finds-everything", "messages.search.relevant"],
  ["bytes-cut-at-64k", "files.flow.same-bytes"],
] as const)("the fault %s is told as %s", { timeout: PATIENCE_MS }, async ([fault, requirement]) => {
  const fake = await createFake({ seed: 7, faults: [fault] });
  try {
    const report = await judged(fake.target, [requirement]);
    expect(report.requirements.find(({ id }) => id === requirement)?.verdict).toBe("fail");
  } finally {
    await fake.close();
  }
});
