import { expect, test, vi } from "vitest";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { readSince } from "./channel-feed.ts";

// If a page lags, it stays unknown which page comes after a message.
vi.mock("../messages/page-steps.ts", () => ({ stepAfter: async () => "unknown" }));

const SIZE = 20;

/** A channel with as many messages after the anchor, in consecutive pages. */
function channelOf(count: number): CheckContext {
  const all: JsonObject[] = Array.from({ length: count + 1 }, (_, index) => ({
    id: `m${index}`,
    createdAt: new Date(1_700_000_000_000 + index * 1000).toISOString(),
  }));
  const placeOf = (id: unknown) => all.findIndex((message) => message.id === id);
  function pageOf({ after, before }: JsonObject): JsonObject {
    const from = after === undefined ? Math.max(0, placeOf(before) - SIZE) : placeOf(after) + 1;
    const to = after === undefined ? placeOf(before) : from + SIZE;
    return { messages: all.slice(from, to), hasMore: after === undefined ? from > 0 : to < all.length };
  }
  return {
    context: { document: { operations: [] } },
    call: async (_operation: string, { parameters }: { parameters: JsonObject }) =>
      answeredExchange(200, { success: true, data: pageOf(parameters) }),
  } as unknown as CheckContext;
}

const anchor = { channel: "c", message: "m0" };

test("reads a channel to its end, even if the page after a message is unknown", async () => {
  const { messages, isComplete } = await readSince(channelOf(50), anchor, 10);
  expect(messages).toHaveLength(50);
  expect(isComplete).toBe(true);
});

test("a feed is incomplete if the end of the channel was not reached", async () => {
  const { messages, isComplete } = await readSince(channelOf(250), anchor, 10);
  expect(messages).toHaveLength(200);
  expect(isComplete).toBe(false);
});
