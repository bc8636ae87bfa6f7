import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/options.ts";
import { runInPlace } from "../../host/in-place.ts";
import { completeTarget } from "../../target/load.ts";

test("where no token ever verifies, nothing is said of its second use", async () => {
  const fake = await createFake({ faults: ["verify-never-ok"] });
  try {
    const only = ["connection.fresh-token", "connection.one-shot", "connection.agent"];
    const { requirements } = await runInPlace(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    const verdicts = Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts).toEqual({
      "connection.fresh-token": "fail",
      "connection.one-shot": "inconclusive",
      "connection.agent": "inconclusive",
    });
  } finally {
    await fake.close();
  }
});
