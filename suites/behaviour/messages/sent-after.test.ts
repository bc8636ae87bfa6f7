import { expect, test } from "vitest";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { sendMessage, sentAfter, sentBefore } from "./requests.ts";

/** A target that responds on request, with the given time in milliseconds for each message. */
function target() {
  const waiting = new Map<string, (time: number) => void>();
  const check = {
    context: { mark: "mark" },
    baseline: async () => ({ input: {} }),
    call: async (_operation: string, { body }: { body: { content: string } }) => {
      const id = body.content.split(" ").at(-1) ?? "";
      const time = await new Promise<number>((resolve) => waiting.set(id, resolve));
      return answeredExchange(200, { success: true, data: { id, createdAt: new Date(time).toISOString() } });
    },
    eventually: <T>(attempt: () => Promise<T>) => attempt(),
  } as unknown as CaseContext;
  const startSending = (id: string, members = {}, options = {}) =>
    sendMessage(check, id, { channelId: "c1", content: id, ...members }, options);
  const response = async (id: string, time: number) => {
    await expect.poll(() => waiting.has(id)).toBe(true);
    waiting.get(id)?.(time);
  };
  const send = async (id: string, time: number, members = {}, options = {}) => {
    const sent = startSending(id, members, options);
    await response(id, time);
    await sent;
  };
  return { context: check.context, ask: startSending, response, send };
}

test("a message counts as sent after another whose response preceded its request, if it was created late enough", async () => {
  const { context, send } = target();
  await send("m1", 1000);
  await send("m2", 1002);
  await send("m3", 1010);
  expect(sentBefore(context, "m2")).toBe("m1");
  expect(sentAfter(context, "m1", 1)).toBe("m2");
  expect(sentAfter(context, "m1", 3)).toBe("m3");
  expect(sentAfter(context, "m1", 10)).toBeUndefined();
  expect(sentAfter(context, "unknown", 0)).toBeUndefined();
});

test("concurrent messages, replies, and messages of other channels or keys do not count as sent after another", async () => {
  const { context, ask, response, send } = target();
  const [first, second] = [ask("m1"), ask("m2")];
  await response("m1", 1000);
  await first;
  await response("m2", 2000);
  await second;
  await send("reply", 3000, { threadId: "m1" });
  await send("elsewhere", 3000, { channelId: "c2" });
  await send("another's", 3000, {}, { apiKey: "another" });
  expect(sentAfter(context, "m1", 0)).toBeUndefined();
  await send("m3", 4000);
  expect(sentAfter(context, "m1", 0)).toBe("m3");
});
