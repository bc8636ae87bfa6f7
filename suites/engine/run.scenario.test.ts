import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./check/options.ts";

test("spends the budget of a restricted smoke run on its requirements, and the rest on traffic for monitors", async () => {
  const fake = await createFake();
  try {
    const target = completeTarget(fake.target, process.cwd());
    const settings = { budget: "smoke", only: ["messages.get.*", "envelope.*"] } as const;
    const report = await runChecksOrThrow(
      ordinaryRun({ ...target, limits: { ...target.limits, requests: 700 } }, settings),
    );
    expect(report.requirements.filter(({ verdict }) => verdict === "inconclusive")).toEqual([]);
    expect(report.exitCode).toBe(0);
  } finally {
    await fake.close();
  }
});
