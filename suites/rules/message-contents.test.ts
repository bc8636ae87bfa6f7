import { expect, test } from "vitest";
import type { HistoryEntry } from "../knowledge/history.ts";
import { messageContentRules } from "./message-contents.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

function list(sequence: number, content: string): HistoryEntry {
  const messages = [{ id: "m1", senderId: "u1", createdAt: "2026-01-01T12:00:00Z", content }];
  const entry = acceptedEntry({}, { messages });
  return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
}

const verdict = (pages: readonly HistoryEntry[], hits: readonly HistoryEntry[], settlingMs = 0) =>
  verdictOf(
    messageContentRules,
    "consistency.message-views",
    { "get-messages": pages, "search-messages": hits },
    settlingMs,
  );

test("requires a search to show the content that pages long before and after it show", () => {
  const pages = [list(1, "a b"), list(200, "a b")];
  expect(verdict(pages, [list(100, "a b")])).toBe(1);
  expect(verdict(pages, [list(100, "a")])).toBe("broken");
});

test("does not judge a message that may have been edited", () => {
  expect(verdict([list(1, "a"), list(200, "b")], [list(100, "c")])).toBe(0);
  expect(verdict([list(1, "a"), list(150, "a")], [list(100, "b")])).toBe(0);
  expect(verdict([list(50, "a"), list(200, "a")], [list(100, "b")])).toBe(0);
});

test("leaves messages of the run to the rule that compares them with their creation", () => {
  const history = {
    "send-message": [acceptedEntry({ content: "a" }, { id: "m1" })],
    "get-messages": [list(10, "a"), list(200, "a")],
    "search-messages": [list(100, "b")],
  };
  expect(verdictOf(messageContentRules, "consistency.message-views", history)).toBe(0);
});
