import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { prepareRun } from "../../engine/run.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { suites } from "../../host/suites.ts";
import { completeTarget } from "../../target/load.ts";

test("where no token ever verifies, nothing is said of its second use", async () => {
  const fake = await createFake({ mutants: ["negate@verify-connection:/data/ok[value=true]"] });
  try {
    const only = ["connection.fresh-token", "connection.one-shot", "connection.agent"];
    const { requirements } = await runChecksOrThrow(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
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

// Eight are what the target file says that a run uses, and as many have checks that need one each.
test.each([
  [8, false],
  [9, true],
])("of %i tokens one is spent on a question: %s", async (count, spent) => {
  const fake = await createFake();
  const challengeTokens = fake.fixtures.challengeTokens?.slice(0, count) ?? [];
  const target = completeTarget({ ...fake.target, fixtures: { ...fake.fixtures, challengeTokens } }, process.cwd());
  const run = await prepareRun(ordinaryRun(target), suites, new AbortController().signal);
  try {
    const id = "verify-connection.other-agent";
    for (const observer of run.observers.filter((one) => one.name === id)) await run.observe(observer);
    const asked = run.report().observations.filter((one) => one.id === id && one.answer !== null);
    expect(asked.length > 0).toBe(spent);
  } finally {
    await run.close();
    await fake.close();
  }
});
