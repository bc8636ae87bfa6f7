import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { replyCountRules } from "./reply-counts.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const at = (sequence: number, entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 },
});

const sent = (sequence: number, members: JsonObject, data: JsonObject) =>
  at(sequence, acceptedEntry({ content: "words", ...members }, data));
const thread = [
  sent(1, {}, { id: "m1" }),
  sent(2, { threadId: "m1" }, { id: "m2", parentId: "m1" }),
  sent(3, { threadId: "m1" }, { id: "m3", parentId: "m1" }),
];
/** A page long after the replies, or soon after them. */
const page = (messages: readonly JsonObject[], sequence = 200) =>
  at(sequence, acceptedEntry({}, { messages: [...messages] }));
const judge = (...pages: readonly HistoryEntry[]) =>
  verdictOf(replyCountRules, "messages.send.reply-count", { "send-message": thread, "get-messages": pages });

test("a message counts the replies that were sent before, and may count more", () => {
  expect(judge(page([{ id: "m1", replyCount: 2 }]))).toBe(1);
  expect(judge(page([{ id: "m1", replyCount: 5 }]))).toBe(1);
  expect(judge(page([{ id: "m1", replyCount: 1 }]))).toBe("broken");
});

test("a count may lag, and a target need not count", () => {
  expect(judge(page([{ id: "m1", replyCount: 1 }], 4))).toBe(0);
  expect(judge(page([{ id: "m1", replyCount: 0 }, { id: "m2" }]))).toBe(0);
  expect(judge(page([{ id: "m1" }, { id: "m9", replyCount: 1 }]))).toBe("broken");
});

test("the response to a flag does not show a lower count than a page before it", () => {
  const flagged = (replyCount: Json) =>
    verdictOf(replyCountRules, "messages.flag.keeps-content", {
      "send-message": thread,
      "get-messages": [page([{ id: "m1", replyCount: 2 }])],
      "flag-needs-human": [at(300, acceptedEntry({ messageId: "m1" }, { id: "m1", replyCount }))],
    });
  expect(flagged(3)).toBe(1);
  expect(flagged(1)).toBe("broken");
  expect(flagged(null)).toBe(0);
});
