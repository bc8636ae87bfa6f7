import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { hasMoreRules } from "./has-more.ts";
import { messagePageRules } from "./message-pages.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const at = (second: number) => `2026-01-01T12:00:0${second}.500Z`;
const sent = (id: string, more: JsonObject = {}) =>
  acceptedEntry({ channelId: "c", content: id, ...more }, { id, createdAt: at(Number(id)) });
const page = (sequence: number, requested: JsonObject, ids: readonly string[], more: JsonObject = {}): HistoryEntry => {
  const messages: Json = ids.map((id) => ({ id, createdAt: at(Number(id)) }));
  const entry = acceptedEntry({ channel: "c", ...requested }, { messages, ...more });
  return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
};
const RULE = "messages.get.has-more-true";
const before = page(1_000, {}, ["3", "2", "1"], { hasMore: false });
const of = (...pages: readonly HistoryEntry[]) => ({
  "send-message": ["1", "2", "3"].map((id) => sent(id)),
  "get-messages": pages,
});

test("requires hasMore to be true if an earlier page showed a message beyond the page in its direction", () => {
  const after = page(2_000, { after: "1" }, ["2"], { hasMore: false });
  expect(verdictOf(hasMoreRules, RULE, of(before, after))).toBe("broken");
  expect(verdictOf(hasMoreRules, RULE, of(before, page(2_000, { after: "1" }, ["2"], { hasMore: true })))).toBe(1);
  expect(verdictOf(hasMoreRules, RULE, of(before, page(2_000, { after: "1" }, [], { hasMore: false })))).toBe("broken");
  expect(verdictOf(hasMoreRules, RULE, of(before, page(2_000, { before: "3" }, ["2"], { hasMore: false })))).toBe(
    "broken",
  );
  expect(verdictOf(hasMoreRules, RULE, of(before, page(2_000, {}, ["3", "2"], { hasMore: false })))).toBe("broken");
});

test("counts a reply that an earlier page showed unless pages list replies with their parents", () => {
  const upTo = page(2_000, { after: "1" }, [], { hasMore: false });
  const replies = { "send-message": [sent("1"), sent("2", { threadId: "1" })] };
  const shown = page(1_000, {}, ["2", "1"], { hasMore: false });
  expect(verdictOf(hasMoreRules, RULE, { ...replies, "get-messages": [shown, upTo] })).toBe("broken");
  const withParents = page(1_500, {}, ["3", "1", "2"], { hasMore: false });
  expect(verdictOf(hasMoreRules, RULE, { ...replies, "get-messages": [shown, withParents, upTo] })).toBe(0);
});

test("does not judge unseen messages, both cursors, or a page after a message that may hold the newest ones", () => {
  expect(verdictOf(hasMoreRules, RULE, of(page(2_000, { after: "1" }, ["2"], { hasMore: false })))).toBe(0);
  const between = page(2_000, { after: "1", before: "3" }, [], { hasMore: false });
  expect(verdictOf(hasMoreRules, RULE, of(before, between))).toBe(0);
  expect(verdictOf(hasMoreRules, RULE, of(before, page(2_000, { after: "1" }, ["3"], { hasMore: false })))).toBe(0);
});

test("does not judge messages sent within the lag of pages", () => {
  const history = of(before, page(2_000, { after: "1" }, ["2"], { hasMore: false }));
  expect(verdictOf(hasMoreRules, RULE, history, 500)).toBe(0);
  const later = { ...history, "send-message": [...history["send-message"], sent("5")] };
  expect(verdictOf(hasMoreRules, RULE, later, 500)).toBe("broken");
});

test("requires the replies to a message on all pages of their time if a page shows one of them", () => {
  const rules = messagePageRules.slice(-1);
  const reply = (id: string, threadId: string) => sent(id, { threadId });
  const shown = (...ids: string[]) => page(1_000, {}, ids);
  const all = [sent("1"), reply("2", "1"), reply("3", "1"), sent("4")];
  const history = (...ids: string[]) => ({ "send-message": all, "get-messages": [shown(...ids)] });
  expect(verdictOf(rules, "messages.get.walk-back", history("4", "3", "2", "1"))).toBe(0);
  expect(verdictOf(rules, "messages.get.walk-back", history("4", "3", "1"))).toBe("broken");
  expect(verdictOf(rules, "messages.get.walk-back", history("4", "1"))).toBe(0);
  const replies = [sent("1"), reply("2", "1"), reply("3", "0"), sent("4")];
  const other = { "send-message": replies, "get-messages": [shown("4", "3", "1")] };
  expect(verdictOf(rules, "messages.get.walk-back", other)).toBe(0);
});

test("requires the replies to a reply on all pages of their time if a page shows that reply", () => {
  const rules = messagePageRules.filter(({ name }) => name.includes("the replies to it"));
  const all = [sent("1"), sent("2", { threadId: "1" }), sent("3", { threadId: "2" }), sent("4")];
  const history = (...ids: string[]) => ({ "send-message": all, "get-messages": [page(1_000, {}, ids)] });
  expect(verdictOf(rules, "messages.send.readable", history("4", "2", "1"))).toBe("broken");
  expect(verdictOf(rules, "messages.send.readable", history("4", "3", "2", "1"))).toBe(0);
  expect(verdictOf(rules, "messages.send.readable", history("4", "1"))).toBe(0);
});

test("requires a page with `after` to hold known messages of its time, and does not treat it as part of a walk back", () => {
  const all = [sent("1"), sent("2"), sent("3"), sent("4")];
  const pages = [page(900, {}, ["4", "3", "2", "1"]), page(1_000, { after: "0" }, ["1", "3", "4"])];
  const history = { "send-message": all, "get-messages": pages };
  const after = messagePageRules.filter(({ name }) => name.includes("after an earlier message"));
  expect(verdictOf(after, "messages.send.readable", history)).toBe("broken");
  const back = messagePageRules.filter(({ name }) => name.endsWith("on all pages that cover its time"));
  expect(verdictOf(back, "messages.get.walk-back", history)).toBeTypeOf("number");
});

test("allows for the truncation of a creation time that the response states less precisely than pages", () => {
  const fine = (id: string, millisecond: string) => ({ id, createdAt: `2026-01-01T12:00:0${millisecond}Z` });
  const cut = (id: string, second: number) => acceptedEntry({ channelId: "c", content: id }, fine(id, String(second)));
  const show = (...messages: JsonObject[]): HistoryEntry => {
    const entry = acceptedEntry({ channel: "c" }, { messages });
    return { ...entry, exchange: { ...entry.exchange, sequence: 1_000, sentAfter: 999 } };
  };
  const readable = messagePageRules.slice(0, 1);
  const judgedOn = (all: readonly HistoryEntry[], shown: HistoryEntry) =>
    verdictOf(readable, "messages.send.readable", { "send-message": all, "get-messages": [shown] });
  // The second message may have been created at 12:00:02.900, after all messages of the page.
  expect(judgedOn([cut("2", 2)], show(fine("1", "1.500"), fine("3", "2.600")))).toBe(0);
  expect(judgedOn([cut("2", 3)], show(fine("1", "1.500"), fine("3", "4.600")))).toBe("broken");
});
