import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { prepareRun } from "../../engine/run.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { suites } from "../../host/suites.ts";
import { completeTarget } from "../../target/load.ts";

test("if no token verifies, the second use is inconclusive", async () => {
  const fake = await createFake({ mutants: ["negate@verify-connection:/data/ok[value=true]"] });
  try {
    const only = ["connection.fresh-token", "connection.one-shot"];
    const { requirements } = await runChecksOrThrow(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    const verdicts = Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts).toEqual({
      "connection.fresh-token": "fail",
      "connection.one-shot": "inconclusive",
    });
  } finally {
    await fake.close();
  }
});

// The checks of a run need eight tokens, as the target file says.
test.each([
  [8, false],
  [9, true],
])("with %i tokens, one is used for an observer: %s", async (count, isUsed) => {
  const fake = await createFake();
  const challengeTokens = fake.fixtures.challengeTokens?.slice(0, count) ?? [];
  const target = completeTarget({ ...fake.target, fixtures: { ...fake.fixtures, challengeTokens } }, process.cwd());
  const run = await prepareRun(ordinaryRun(target), suites, new AbortController().signal);
  try {
    const id = "verify-connection.other-agent";
    for (const observer of run.observers.filter((one) => one.name === id)) await run.observe(observer);
    const observed = run.report().observations.filter((one) => one.id === id && one.answer !== null);
    expect(observed.length > 0).toBe(isUsed);
  } finally {
    await run.close();
    await fake.close();
  }
});
