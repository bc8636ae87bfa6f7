import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";

const PATIENCE_MS = 60_000;
const REQUIREMENT = "memories.search.default-limit";

test("the default limit is not judged by pages that may be shorter than any limit", {
  timeout: PATIENCE_MS,
}, async () => {
  const fake = await createFake({ seed: 7, variant: { "memory-page-size": "partly-filled" } });
  try {
    const target = { ...fake.target, consistency: { timeoutMs: 1000, intervalMs: 50 } };
    const options = ordinaryRun(completeTarget(target, process.cwd()), { seed: 7, only: [REQUIREMENT] });
    const { requirements } = await runChecksOrThrow(options);
    expect(requirements.find(({ id }) => id === REQUIREMENT)).not.toMatchObject({ verdict: "fail" });
  } finally {
    await fake.close();
  }
});
