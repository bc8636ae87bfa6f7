import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { messagePageRules } from "./message-pages.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const at = (sequence: number, entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 },
});

const time = (minute: number) => `2026-01-01T10:${10 + minute}:00.123Z`;

/** Sends four messages, one a minute: the third is a reply to the second, which has this thread itself. */
const sent = (threadOfSecond: Json) =>
  [{}, { threadId: threadOfSecond }, { threadId: "m1" }, {}].map((members: JsonObject, index) =>
    at(
      index + 1,
      acceptedEntry({ channelId: "c1", content: "words", ...members }, { id: `m${index}`, createdAt: time(index) }),
    ),
  );

/** A page, long after, without the third message. */
const page = (): HistoryEntry => {
  const messages = [0, 1, 3].map((index) => ({ id: `m${index}`, parentId: null, createdAt: time(index) }));
  const entry = acceptedEntry({}, { messages });
  return at(200, { ...entry, input: { ...entry.input, parameters: { channel: "c1" } } });
};

const verdict = (threadOfSecond: Json) =>
  verdictOf(
    messagePageRules.filter(({ name }) => name === "pages that show a reply show the replies to it"),
    "messages.send.readable",
    { "send-message": sent(threadOfSecond), "get-messages": [page()] },
  );

test("requires pages that show a reply to show the replies to it", () => {
  expect(verdict("m0")).toBe("broken");
});

test("takes null for no thread, since a target that accepts it lists such a message and may leave out replies", () => {
  expect(verdict(null)).toBe(0);
});
