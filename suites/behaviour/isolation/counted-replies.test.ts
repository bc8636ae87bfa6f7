import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { asObject, type Json } from "../../../spec/json.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { startRelay } from "../../host/testing/relay.ts";
import { completeTarget } from "../../target/load.ts";

const RULE = "isolation.send-message";

/** Returns the verdict on a server that counts as many replies from another workspace as `maxCounted`. */
async function verdictWhereReplied(maxCounted: number) {
  const fake = await createFake();
  const replies = new Map<string, number>();
  const relay = await startRelay(fake.baseUrl, ({ path, body }) => {
    if (!path.endsWith("/send-message")) return false;
    const { threadId } = asObject(JSON.parse(body.toString()) as Json);
    for (const { messages } of fake.service.workspaces.values()) {
      const stored = typeof threadId === "string" ? messages.get(threadId) : undefined;
      const before = replies.get(String(threadId)) ?? 0;
      if (stored === undefined || before >= maxCounted) continue;
      replies.set(String(threadId), before + 1);
      stored.message.replyCount += 1;
    }
    return false;
  });
  try {
    const target = completeTarget({ ...fake.target, baseUrl: relay.baseUrl }, process.cwd());
    const { requirements } = await runChecksOrThrow(ordinaryRun(target, { only: [RULE] }));
    return requirements.find(({ id }) => id === RULE)?.verdict;
  } finally {
    await relay.close();
    await fake.close();
  }
}

test("one counted reply, which may be of a bot, is not a failure", async () => {
  expect(await verdictWhereReplied(1)).toBe("pass");
});

test("a count that rises with each reply from another workspace is a failure", async () => {
  expect(await verdictWhereReplied(Number.POSITIVE_INFINITY)).toBe("fail");
});
