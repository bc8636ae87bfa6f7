import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { hasMoreRules } from "./has-more.ts";
import { messagePageRules } from "./message-pages.ts";
import { judged, past } from "./testing/judged.ts";

const at = (second: number) => `2026-01-01T12:00:0${second}.500Z`;
const sent = (id: string, more: JsonObject = {}) =>
  past({ channelId: "c", content: id, ...more }, { id, createdAt: at(Number(id)) });
const page = (sequence: number, asked: JsonObject, ids: readonly string[], more: JsonObject = {}): HistoryEntry => {
  const messages: Json = ids.map((id) => ({ id, createdAt: at(Number(id)) }));
  const made = past({ channel: "c", ...asked }, { messages, ...more });
  return { ...made, exchange: { ...made.exchange, sequence, sentAfter: sequence - 1 } };
};
const RULE = "messages.get.has-more-true";
const before = page(1_000, {}, ["3", "2", "1"], { hasMore: false });
const of = (...pages: readonly HistoryEntry[]) => ({
  "send-message": ["1", "2", "3"].map((id) => sent(id)),
  "get-messages": pages,
});

test("there is more while a message that was read before lies beyond the page, on the side that was asked for", () => {
  const after = page(2_000, { after: "1" }, ["2"], { hasMore: false });
  expect(judged(hasMoreRules, RULE, of(before, after))).toBe("broken");
  expect(judged(hasMoreRules, RULE, of(before, page(2_000, { after: "1" }, ["2"], { hasMore: true })))).toBe(1);
  expect(judged(hasMoreRules, RULE, of(before, page(2_000, { after: "1" }, [], { hasMore: false })))).toBe("broken");
  expect(judged(hasMoreRules, RULE, of(before, page(2_000, { before: "3" }, ["2"], { hasMore: false })))).toBe(
    "broken",
  );
  expect(judged(hasMoreRules, RULE, of(before, page(2_000, {}, ["3", "2"], { hasMore: false })))).toBe("broken");
});

test("a reply that was read before counts, unless replies stand with their parents", () => {
  const upTo = page(2_000, { after: "1" }, [], { hasMore: false });
  const replies = { "send-message": [sent("1"), sent("2", { threadId: "1" })] };
  const shown = page(1_000, {}, ["2", "1"], { hasMore: false });
  expect(judged(hasMoreRules, RULE, { ...replies, "get-messages": [shown, upTo] })).toBe("broken");
  const withParents = page(1_500, {}, ["3", "1", "2"], { hasMore: false });
  expect(judged(hasMoreRules, RULE, { ...replies, "get-messages": [shown, withParents, upTo] })).toBe(0);
});

test("nothing is said of what no page has shown yet, of both cursors, and of the newest page after a message", () => {
  expect(judged(hasMoreRules, RULE, of(page(2_000, { after: "1" }, ["2"], { hasMore: false })))).toBe(0);
  const between = page(2_000, { after: "1", before: "3" }, [], { hasMore: false });
  expect(judged(hasMoreRules, RULE, of(before, between))).toBe(0);
  expect(judged(hasMoreRules, RULE, of(before, page(2_000, { after: "1" }, ["3"], { hasMore: false })))).toBe(0);
});

test("where pages lag behind, nothing is said of what was sent a moment before", () => {
  const history = of(before, page(2_000, { after: "1" }, ["2"], { hasMore: false }));
  expect(judged(hasMoreRules, RULE, history, 500)).toBe(0);
  const later = { ...history, "send-message": [...history["send-message"], sent("5")] };
  expect(judged(hasMoreRules, RULE, later, 500)).toBe("broken");
});

test("where a page shows a reply, those to the same message are on the pages of their time", () => {
  const rules = messagePageRules.slice(-1);
  const reply = (id: string, threadId: string) => sent(id, { threadId });
  const shown = (...ids: string[]) => page(1_000, {}, ids);
  const all = [sent("1"), reply("2", "1"), reply("3", "1"), sent("4")];
  const history = (...ids: string[]) => ({ "send-message": all, "get-messages": [shown(...ids)] });
  expect(judged(rules, "messages.get.walk-back", history("4", "3", "2", "1"))).toBe(0);
  expect(judged(rules, "messages.get.walk-back", history("4", "3", "1"))).toBe("broken");
  expect(judged(rules, "messages.get.walk-back", history("4", "1"))).toBe(0);
  const apart = [sent("1"), reply("2", "1"), reply("3", "0"), sent("4")];
  const other = { "send-message": apart, "get-messages": [shown("4", "3", "1")] };
  expect(judged(rules, "messages.get.walk-back", other)).toBe(0);
});

test("where a page shows a reply, those to it are on the pages of their time; whether it shows replies is open", () => {
  const rules = messagePageRules.filter(({ name }) => name.includes("the replies to it"));
  const all = [sent("1"), sent("2", { threadId: "1" }), sent("3", { threadId: "2" }), sent("4")];
  const history = (...ids: string[]) => ({ "send-message": all, "get-messages": [page(1_000, {}, ids)] });
  expect(judged(rules, "messages.send.readable", history("4", "2", "1"))).toBe("broken");
  expect(judged(rules, "messages.send.readable", history("4", "3", "2", "1"))).toBe(0);
  expect(judged(rules, "messages.send.readable", history("4", "1"))).toBe(0);
});

test("a page after a message holds what others show of its time, and is not part of a walk back", () => {
  const all = [sent("1"), sent("2"), sent("3"), sent("4")];
  const pages = [page(900, {}, ["4", "3", "2", "1"]), page(1_000, { after: "0" }, ["1", "3", "4"])];
  const history = { "send-message": all, "get-messages": pages };
  const after = messagePageRules.filter(({ name }) => name.includes("after an earlier message"));
  expect(judged(after, "messages.send.readable", history)).toBe("broken");
  const back = messagePageRules.filter(({ name }) => name.endsWith("on all pages that cover its time"));
  expect(judged(back, "messages.get.walk-back", history)).toBeTypeOf("number");
});

test("a time that the response to a sending tells less finely than pages do leaves room for what is cut from it", () => {
  const fine = (id: string, millisecond: string) => ({ id, createdAt: `2026-01-01T12:00:0${millisecond}Z` });
  const cut = (id: string, second: number) => past({ channelId: "c", content: id }, fine(id, String(second)));
  const show = (...messages: JsonObject[]): HistoryEntry => {
    const made = past({ channel: "c" }, { messages });
    return { ...made, exchange: { ...made.exchange, sequence: 1_000, sentAfter: 999 } };
  };
  const readable = messagePageRules.slice(0, 1);
  const judgedOn = (all: readonly HistoryEntry[], shown: HistoryEntry) =>
    judged(readable, "messages.send.readable", { "send-message": all, "get-messages": [shown] });
  // The second may have been created at 12:00:02.900, after all that the page shows.
  expect(judgedOn([cut("2", 2)], show(fine("1", "1.500"), fine("3", "2.600")))).toBe(0);
  expect(judgedOn([cut("2", 3)], show(fine("1", "1.500"), fine("3", "4.600")))).toBe("broken");
});
