import { expect, onTestFinished, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";
import { inProcess } from "./intercept.ts";

test("a run without sockets comes to the verdicts of one with them, by as many requests", async () => {
  const runs = [];
  for (const isDirect of [true, false]) {
    const fake = await createFake({ seed: 4 });
    onTestFinished(() => fake.close());
    const target = completeTarget({ ...fake.target, limits: { concurrency: 1 } }, process.cwd());
    const only = ["files.*", "tasks.list.*", "auth.*"];
    const settings = ordinaryRun(target, { only, budget: "smoke", mark: "wacmarkone" });
    const intercept = isDirect ? inProcess(fake.server, fake.baseUrl) : undefined;
    const { requirements, run } = await runChecksOrThrow({ ...settings, intercept });
    runs.push({ requests: run.requests, verdicts: requirements.map(({ id, verdict }) => `${id} ${verdict}`) });
  }
  expect(runs[0]?.verdicts.length).toBeGreaterThan(40);
  expect(runs[0]).toEqual(runs[1]);
});
