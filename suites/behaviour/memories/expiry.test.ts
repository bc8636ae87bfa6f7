import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";

test("a consistency timeout of zero does not make a run poll without pauses", async () => {
  const fake = await createFake({ mutants: ["handwritten@expired-marked-as-invalidated"] });
  try {
    const target = completeTarget({ ...fake.target, consistency: { timeoutMs: 0, intervalMs: 0 } }, process.cwd());
    const report = await runChecksOrThrow(ordinaryRun(target, { only: ["memories.expiry.status"] }));
    expect(report.requirements.find(({ id }) => id === "memories.expiry.status")?.verdict).toBe("fail");
    expect(report.run.requests).toBeLessThan(200);
  } finally {
    await fake.close();
  }
});
