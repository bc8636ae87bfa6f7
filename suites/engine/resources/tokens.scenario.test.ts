import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";
import { ordinaryRun } from "../check/options.ts";

test("continues with the next tokens in successive smoke runs, without gaps between used tokens", async () => {
  const fake = await createFake();
  try {
    const tokens = (fake.target.fixtures?.challengeTokens ?? []).slice(0, 12);
    const fixtures = { ...fake.target.fixtures, challengeTokens: tokens };
    const target = completeTarget({ ...fake.target, fixtures }, process.cwd());
    for (const seed of [11, 12, 13]) {
      const report = await runChecksOrThrow(ordinaryRun(target, { budget: "smoke", seed }));
      expect(report.requirements.filter(({ verdict }) => verdict === "fail").map(({ id }) => id)).toEqual([]);
    }
  } finally {
    await fake.close();
  }
});
