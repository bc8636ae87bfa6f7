import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";

const RULE = "messages.send.membership";

/** What happens to the requirement on a target that shows nothing of a channel to who does not belong to it. */
async function verdictWith(mutants: readonly string[]): Promise<string | undefined> {
  const fake = await createFake({ variant: { "foreign-channel-reads": "empty" }, mutants });
  try {
    const target = completeTarget(fake.target, process.cwd());
    const { requirements } = await runChecksOrThrow(ordinaryRun(target, { only: [RULE] }));
    return requirements.find(({ id }) => id === RULE)?.verdict;
  } finally {
    await fake.close();
  }
}

test("an empty page shows that the reader does not belong to a channel, like a rejection", async () => {
  expect(await verdictWith([])).toBe("pass");
  expect(await verdictWith(["allow@rules.messages.maySend[caller=second]"])).toBe("fail");
});
