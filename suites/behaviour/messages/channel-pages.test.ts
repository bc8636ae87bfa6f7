import { expect, test } from "vitest";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { isReadThrough, isWellBefore, requireWalkCompleted } from "./channel-pages.ts";
import type { Page } from "./pages.ts";
import { sendMessage } from "./requests.ts";

/** Returns a time this many seconds after the message that is searched for was sent. */
const timeAfter = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 1, seconds)).toISOString();

async function isWellBeforeSent(createdAt: string | null, ...listed: readonly (string | null)[]): Promise<boolean> {
  const check = {
    context: { mark: "mark" },
    baseline: async () => ({ input: {} }),
    call: async () => answeredExchange(200, { success: true, data: { id: "m1", createdAt } }),
    eventually: <T>(attempt: () => Promise<T>) => attempt(),
  } as unknown as CaseContext;
  await sendMessage(check, "looked for", { channelId: "c1" });
  return isWellBefore(check.context, { messages: listed.map((time) => ({ createdAt: time })) }, "m1");
}

test("a page with a message from well before the searched one is recognised as before it", async () => {
  await expect(isWellBeforeSent(timeAfter(0), timeAfter(2), timeAfter(-10))).resolves.toBe(true);
});

test("a page of messages from the same time, or without times, is not recognised as before the searched message", async () => {
  await expect(isWellBeforeSent(timeAfter(0), timeAfter(1), timeAfter(-1))).resolves.toBe(false);
  await expect(isWellBeforeSent(timeAfter(0), null)).resolves.toBe(false);
  await expect(isWellBeforeSent(null, timeAfter(-10))).resolves.toBe(false);
});

test("a message that is on no page counts as missing only if the walk was completed", () => {
  const pages = (count: number) =>
    Array.from({ length: count }, () => ({ ids: Array(20).fill("m1") }) as unknown as Page);
  expect(() => requireWalkCompleted(pages(29))).not.toThrow();
  expect(() => requireWalkCompleted(pages(30))).toThrow("too busy to be read to its end");
});

test("a second with unordered messages is read completely, also if another clock stamped one of them earlier", () => {
  const page = (...messages: readonly Page["messages"][number][]) => [{ messages } as unknown as Page];
  const end = { id: "m1", createdAt: timeAfter(0) };
  const byAnotherClock = { id: "m0", createdAt: timeAfter(-1) };
  expect(isReadThrough(page(end), "m1", false)).toBe(true);
  expect(isReadThrough(page(byAnotherClock), "m1", true)).toBe(false);
  expect(isReadThrough(page(end, byAnotherClock), "m1", true)).toBe(false);
  expect(isReadThrough(page(end, byAnotherClock, { id: "m2", createdAt: timeAfter(-3) }), "m1", true)).toBe(true);
});
