import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { asObject, type Json } from "../../../spec/json.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { startRelay } from "../../host/testing/relay.ts";
import { completeTarget } from "../../target/load.ts";

const RULE = "isolation.send-message";

/** The verdict where a message is replied to as often as named, each time someone tries to reply to it from outside. */
async function verdictWhereReplied(most: number) {
  const fake = await createFake();
  const replies = new Map<string, number>();
  const relay = await startRelay(fake.baseUrl, ({ path, body }) => {
    if (!path.endsWith("/send-message")) return false;
    const { threadId } = asObject(JSON.parse(body.toString()) as Json);
    for (const { messages } of fake.service.workspaces.values()) {
      const stored = typeof threadId === "string" ? messages.get(threadId) : undefined;
      const before = replies.get(String(threadId)) ?? 0;
      if (stored === undefined || before >= most) continue;
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

test("a bot that answers a message once is not a reply from outside that counts", async () => {
  expect(await verdictWhereReplied(1)).toBe("pass");
});

test("a count that rises with each reply from outside is a failure", async () => {
  expect(await verdictWhereReplied(Number.POSITIVE_INFINITY)).toBe("fail");
});
