import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { adjacentPageRules } from "./adjacent-pages.ts";
import { channelBeginningRules } from "./channel-beginning.ts";
import { hasMoreRules } from "./has-more.ts";
import { messageListRules } from "./message-lists.ts";
import { messagePageRules } from "./message-pages.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

/** Five messages of the run, sent in sequence, a millisecond apart. */
const IDS = ["1", "2", "3", "4", "5"];
const at = (id: string) => `2026-01-01T12:00:00.00${id}Z`;

function placed(entry: HistoryEntry, sequence: number): HistoryEntry {
  return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
}

const sendings = IDS.map((id) =>
  placed(acceptedEntry({ channelId: "c", content: id }, { id, createdAt: at(id) }), Number(id)),
);

function page(sequence: number, requested: JsonObject, ids: readonly string[], hasMore = true): HistoryEntry {
  const messages = ids.map((id) => ({ id, createdAt: at(id) }));
  return placed(acceptedEntry({ channel: "c", ...requested }, { messages, hasMore }), sequence);
}

/** An earlier page with all five messages. */
const ALL = page(1_000, {}, IDS);
const of = (...pages: readonly HistoryEntry[]) => ({ "send-message": sendings, "get-messages": [ALL, ...pages] });

const back = (...pages: readonly HistoryEntry[]) =>
  verdictOf(adjacentPageRules, "messages.get.walk-back", of(...pages));
const forward = (...pages: readonly HistoryEntry[]) =>
  verdictOf(adjacentPageRules, "messages.get.walk-forward", of(...pages));

test("requires a page with `before` to hold the messages directly before the cursor", () => {
  expect(back(page(2_000, { before: "5" }, ["3", "4"]))).toBe(1);
  expect(back(page(2_000, { before: "5" }, ["2", "3"]))).toBe("broken");
});

test("accepts the oldest page of the channel for `before` unless other pages show that cursors return adjacent messages", () => {
  const oldest = page(2_000, { before: "5" }, ["1", "2"]);
  expect(back(oldest)).toBe(0);
  expect(verdictOf(adjacentPageRules, "messages.get.before-next", of(oldest))).toBe("broken");
  expect(back(oldest, page(2_001, { before: "4" }, ["3"]))).toBe("broken");
  expect(back(oldest, page(2_001, { after: "1" }, ["5"]))).toBe("broken");
  expect(back(oldest, page(2_001, { after: "1" }, ["2"]), page(2_002, { after: "1" }, ["5"]))).toBe(0);
});

test("requires a page with `after` to hold the messages directly after the cursor", () => {
  expect(forward(page(2_000, { after: "1" }, ["2", "3"]))).toBe(1);
  expect(forward(page(2_000, { after: "1" }, ["3", "4"]))).toBe("broken");
  expect(forward(page(2_000, { after: "1" }, ["5"]))).toBe("broken");
});

test("does not judge a page with both cursors, or messages that no earlier page has shown", () => {
  expect(forward(page(2_000, { after: "1", before: "5" }, ["3", "4"]))).toBe(0);
  const unseen = { "send-message": sendings, "get-messages": [page(2_000, { after: "1" }, ["3", "4"])] };
  expect(verdictOf(adjacentPageRules, "messages.get.walk-forward", unseen)).toBe(0);
});

test("orders messages of the run by when they were sent where their times differ by a millisecond", () => {
  const sided = of(page(2_000, { before: "3" }, ["4"]));
  expect(verdictOf(messageListRules, "messages.get.before", sided)).toBe("broken");
  const lost = of(page(2_000, { before: "5" }, ["2", "4"]));
  expect(verdictOf([...messagePageRules.slice(1)], "messages.get.walk-back", lost)).toBe("broken");
  const ended = of(page(2_000, { before: "5" }, ["3", "4"], false));
  expect(verdictOf(hasMoreRules, "messages.get.has-more-true", ended)).toBe("broken");
});

test("requires a page to hold a message of others that earlier and later pages show in its range", () => {
  const read = (sequence: number, ids: readonly string[]) =>
    placed(
      acceptedEntry(
        { channel: "c" },
        { messages: ids.map((id) => ({ id, createdAt: `2026-01-01T12:00:0${id}.500Z` })) },
      ),
      sequence,
    );
  const verdict = (...pages: readonly HistoryEntry[]) =>
    verdictOf(messagePageRules.slice(1), "messages.get.walk-back", { "get-messages": pages });
  const [before, without, after] = [read(1_000, IDS), read(2_000, ["2", "4"]), read(3_000, IDS)];
  expect(verdict(before, without, after)).toBe("broken");
  // Others may have deleted it since.
  expect(verdict(before, without)).toBe(0);
});

test("requires hasMore to be false on a page that reaches the beginning of the channel", () => {
  const beginning = page(2_000, { before: "1" }, [], false);
  const next = page(2_000, { before: "5" }, ["4"]);
  const verdict = (...pages: readonly HistoryEntry[]) =>
    verdictOf(channelBeginningRules, "messages.get.has-more-false", of(next, ...pages));
  expect(verdict(beginning, page(2_001, { before: "3" }, ["1", "2"], false))).toBe(2);
  expect(verdict(beginning, page(2_001, { before: "3" }, ["1", "2"]))).toBe("broken");
  expect(verdict(page(2_000, { before: "1" }, []))).toBe("broken");
  // A page of the oldest messages may not reach the end.
  expect(verdict(beginning, page(2_001, { before: "5" }, ["1", "2"]))).toBe(1);
  expect(verdict(page(2_001, { before: "3" }, ["1", "2"]))).toBe(0);
  // If `before` leads to the oldest messages, unknown ones may lie after the page.
  const oldest = of(beginning, page(2_001, { before: "3" }, ["1", "2"]));
  expect(verdictOf(channelBeginningRules, "messages.get.has-more-false", oldest)).toBe(1);
});

test("does not judge a page whose cursor a lagging replica may not know yet", () => {
  const [sent, empty] = [sendings, page(2_000, { before: "4" }, [], false)];
  const unknown = { ...sent[3], exchange: { ...sent[3]?.exchange, sequence: 1_999, sentAfter: 1_998 } } as HistoryEntry;
  const late = { "send-message": [...sent.slice(0, 3), unknown, ...sent.slice(4)], "get-messages": [ALL, empty] };
  expect(verdictOf(hasMoreRules, "messages.get.has-more-true", late)).toBe("broken");
  expect(verdictOf(hasMoreRules, "messages.get.has-more-true", late, 1)).toBe(0);
  const full = page(2_001, { before: "5" }, ["1", "2", "3", "4"]);
  const next = page(2_001, { before: "3" }, ["2"]);
  const beginning = { ...late, "get-messages": [ALL, empty, full, next] };
  expect(verdictOf(channelBeginningRules, "messages.get.has-more-false", beginning)).toBe("broken");
  expect(verdictOf(channelBeginningRules, "messages.get.has-more-false", beginning, 1)).toBe(0);
  const ignored = { ...late, "get-messages": [ALL, page(2_000, { after: "4" }, ["1"])] };
  expect(verdictOf(messageListRules, "messages.get.after", ignored)).toBe("broken");
  expect(verdictOf(messageListRules, "messages.get.after", ignored, 1)).toBe(6);
});

test("accepts an empty page for an agent until a page shows that it may read the channel", () => {
  const closed = page(2_000, { before: "4" }, [], false);
  const reader = { isOwn: false, otherKey: "theirs" };
  expect(verdictOf(hasMoreRules, "messages.get.has-more-true", of({ ...closed, ...reader }))).toBe(0);
  const opened = page(1_500, {}, ["1"]);
  const read = of({ ...opened, ...reader }, { ...closed, ...reader });
  expect(verdictOf(hasMoreRules, "messages.get.has-more-true", read)).toBe("broken");
});
