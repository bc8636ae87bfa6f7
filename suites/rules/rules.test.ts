import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { downloadsGrantedRules } from "./downloads-granted.ts";
import { echoRules } from "./echoes.ts";
import { excludedItemRules } from "./excluded-items.ts";
import { messageListRules } from "./message-lists.ts";
import { messagePageRules } from "./message-pages.ts";
import { recallFilterRules } from "./recall-filters.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";
import { viewsAgreeRules } from "./views-agree.ts";

test("reports hits of a channel that was not requested", () => {
  const of = (channelId: string) => ({
    "search-messages": [acceptedEntry({ channelId: "c1" }, { messages: [{ channelId }] })],
  });
  expect(verdictOf(excludedItemRules, "messages.search.channel", of("c1"))).toBe(1);
  expect(verdictOf(excludedItemRules, "messages.search.channel", of("c2"))).toBe("broken");
});

test("requires a reply to a reply to have any parent", () => {
  const root = acceptedEntry({ channelId: "c1" }, { id: "1" });
  const reply = acceptedEntry({ channelId: "c1", threadId: "1" }, { id: "2", parentId: "1" });
  const below = (parentId: Json) => acceptedEntry({ channelId: "c1", threadId: "2" }, { id: "3", parentId });
  const of = (parentId: Json) => ({ "send-message": [root, reply, below(parentId)] });
  expect(verdictOf(echoRules, "messages.send.reply", of("1"))).toBe(2);
  expect(verdictOf(echoRules, "messages.send.reply", of("2"))).toBe(2);
  expect(verdictOf(echoRules, "messages.send.reply", of(null))).toBe("broken");
});

test("requires a created resource to show the requested values and an id of its own", () => {
  const created = (...tasks: readonly (readonly [Json, Json])[]) => ({
    "create-task": tasks.map(([priority, id], place) => {
      const title = `task ${place}`;
      return acceptedEntry({ title, priority }, { id, title, priority: "low" });
    }),
  });
  expect(verdictOf(echoRules, "tasks.create.priority", created(["low", "t1"]))).toBe(1);
  expect(verdictOf(echoRules, "tasks.create.priority", created(["high", "t1"]))).toBe("broken");
  expect(verdictOf(echoRules, "consistency.unique-ids", created(["low", "t1"], ["low", "t2"]))).toBe(2);
  expect(verdictOf(echoRules, "consistency.unique-ids", created(["low", "t1"], ["low", "t1"]))).toBe("broken");
});

test("accepts the id of an earlier memory for an equal claim, regardless of spelling and provenance", () => {
  const claims = (...contents: readonly string[]) => ({
    remember: contents.map((content, place) =>
      acceptedEntry({ content, kind: "fact", derived_from: [{ id: `m${place}` }] }, { id: "one" }),
    ),
  });
  const rules = echoRules.filter(({ operations }) => operations.includes("remember"));
  expect(verdictOf(rules, "consistency.unique-ids", claims("trailing ", "Trailing\n"))).toBe(2);
  expect(verdictOf(rules, "consistency.unique-ids", claims("trailing", "leading"))).toBe("broken");
});

test("requires a created task to show the requested parent if that parent exists", () => {
  const parent = acceptedEntry({ title: "above" }, { id: "t1" });
  const below = (parentTaskId: string, parentInResponse: Json) => ({
    "create-task": [
      parent,
      acceptedEntry({ title: "below", parentTaskId }, { id: "t2", parentTaskId: parentInResponse }),
    ],
  });
  expect(verdictOf(echoRules, "tasks.create.parent", below("t1", "t1"))).toBe(1);
  expect(verdictOf(echoRules, "tasks.create.parent", below("t1", null))).toBe("broken");
  // Whether an unknown parent is rejected or omitted belongs to another requirement.
  expect(verdictOf(echoRules, "tasks.create.parent", below("nowhere", null))).toBe(0);
});

test("attributes a wrong search hit to the single filter, the combination, or the later page", () => {
  const of = (requested: JsonObject) => ({
    "search-memories": [acceptedEntry(requested, { hits: [{ kind: "fact", content: "of tea" }] })],
  });
  expect(verdictOf(excludedItemRules, "memories.search.kind", of({ kind: "fact" }))).toBe(1);
  expect(verdictOf(excludedItemRules, "memories.search.kind", of({ kind: "decision" }))).toBe("broken");
  // With another filter both requirements are broken, and one is an echo of the other.
  expect(verdictOf(excludedItemRules, "memories.search.kind", of({ kind: "decision", text: "tea" }))).toBe("broken");
  expect(verdictOf(excludedItemRules, "memories.search.text", of({ kind: "decision", text: "tea" }))).toBe(1);
  expect(verdictOf(excludedItemRules, "memories.search.combined", of({ kind: "decision", text: "tea" }))).toBe(
    "broken",
  );
  expect(verdictOf(excludedItemRules, "memories.search.cursor-filters", of({ text: "rum", cursor: "c" }))).toBe(
    "broken",
  );
  // An invalid kind must be rejected by another requirement; spaces may be trimmed.
  expect(verdictOf(excludedItemRules, "memories.search.kind", of({ kind: "none" }))).toBe(0);
  expect(verdictOf(excludedItemRules, "memories.search.text", of({ text: " rum " }))).toBe(0);
});

test("does not judge a tag that a target may split into several tags", () => {
  const of = (...tags: string[]) => ({
    "search-memories": [acceptedEntry({ tags: ["two words, one tag"] }, { hits: [{ metadata: { tags } }] })],
  });
  // A listed memory proves nothing either, since a part of the tag may have matched.
  expect(verdictOf(excludedItemRules, "memories.search.tags", of("two words, one tag"))).toBe(0);
  expect(verdictOf(excludedItemRules, "memories.search.tags", of("words", "one"))).toBe(0);
  expect(verdictOf(excludedItemRules, "memories.search.tags", of("word"))).toBe("broken");
});

test("compares creation bounds as instants and allows for truncated times", () => {
  const of = (createdTo: string) => ({
    "search-memories": [acceptedEntry({ createdTo }, { hits: [{ created_at: "2026-01-01T12:00:00Z" }] })],
  });
  expect(verdictOf(excludedItemRules, "memories.search.created-to", of("2026-01-01T12:00:00.500Z"))).toBe(0);
  expect(verdictOf(excludedItemRules, "memories.search.created-to", of("2026-01-01T11:00:00Z"))).toBe("broken");
  expect(verdictOf(excludedItemRules, "memories.search.created-offset", of("2026-01-01T12:30:00+02:00"))).toBe(
    "broken",
  );
});

test("accepts an outdated filter match only for a task that the run changed", () => {
  const history = {
    "create-task": [acceptedEntry({ title: "one" }, { id: "t1" })],
    "list-tasks": [acceptedEntry({ status: "done" }, [{ id: "t1", status: "todo" }])],
  };
  expect(verdictOf(excludedItemRules, "tasks.list.status", history)).toBe("broken");
  const moved = { ...history, "block-task": [acceptedEntry({ taskId: "t1" }, { id: "t1" })] };
  expect(verdictOf(excludedItemRules, "tasks.list.status", moved)).toBe(0);
});

test("requires recalled memories to match the metadata filter, and accepts a number for its text", () => {
  const hits = [{ id: "m1", metadata: { count: 42, open: true, colours: ["red", "blue"] } }];
  const verdict = (filter: JsonObject) =>
    verdictOf(recallFilterRules, "recall.metadata-filter", {
      recall: [acceptedEntry({ query: "q", expand: [], metadata_filter: filter }, { hits, scores: [] })],
    });
  expect([{ count: 42 }, { count: "42" }, { open: true }].map(verdict)).toEqual([1, 1, 1]);
  // A list may be found by one of its items.
  expect(verdict({ colours: "blue" })).toBe(1);
  expect([{ count: 7 }, { count: "42x" }, { open: false }, { COUNT: 42 }, { colours: "re" }].map(verdict)).toEqual(
    Array.from({ length: 5 }, () => "broken"),
  );
  expect(verdict({ count: [42] })).toBe(0);
});

test("requires hits of a query to match its filters, but not the start of a walk or related neighbours", () => {
  const hits = [{ id: "m1", confidence: 0.5, status: "expired", metadata: { colour: "red" } }];
  const of = (requested: JsonObject) => ({ recall: [acceptedEntry(requested, { hits, scores: [] })] });
  expect(
    verdictOf(recallFilterRules, "recall.filters.min-confidence", of({ query: "q", filters: { min_confidence: 0.6 } })),
  ).toBe("broken");
  expect(
    verdictOf(recallFilterRules, "recall.filters.expired-off", of({ query: "q", filters: { include_expired: false } })),
  ).toBe("broken");
  const blue = { query: "q", metadata_filter: { colour: "blue" } };
  expect(verdictOf(recallFilterRules, "recall.metadata-filter", of({ ...blue, expand: ["provenance"] }))).toBe(
    "broken",
  );
  expect(verdictOf(recallFilterRules, "recall.metadata-filter", of({ ...blue, expand: ["related"] }))).toBe(0);
  expect(verdictOf(recallFilterRules, "recall.scores.per-hit", of({ query: "q", expand: [] }))).toBe("broken");
  expect(verdictOf(recallFilterRules, "recall.scores.per-hit", of({ query: "q" }))).toBe("broken");
  expect(verdictOf(recallFilterRules, "recall.scores.per-hit", of({ seed_id: "m1", expand: [] }))).toBe(0);
});

test("reports messages of another channel, or on the wrong side of a cursor", () => {
  const sent = (id: string, channelId: string, createdAt: string) =>
    acceptedEntry({ channelId, content: id }, { id, content: id, channelId, createdAt });
  const history = (requested: JsonObject) => ({
    "send-message": [sent("one", "c1", "2026-01-01T12:00:00Z"), sent("two", "c1", "2026-01-01T12:00:05Z")],
    "get-messages": [
      acceptedEntry(requested, { messages: [{ id: "two", content: "two", createdAt: "2026-01-01T12:00:05Z" }] }),
    ],
  });
  expect(verdictOf(messageListRules, "messages.get.channel", history({ channel: "c1" }))).toBe(1);
  expect(verdictOf(messageListRules, "messages.get.channel", history({ channel: "c2" }))).toBe("broken");
  expect(verdictOf(messageListRules, "messages.get.before-exclusive", history({ before: "two" }))).toBe("broken");
  // A page without a cursor proves nothing about it.
  expect(verdictOf(messageListRules, "messages.get.before-exclusive", history({}))).toBe(0);
  expect(verdictOf(messageListRules, "messages.get.after", history({ channel: "c1", after: "one" }))).toBe(1);
  expect(verdictOf(messageListRules, "messages.get.before", history({ channel: "c1", before: "one" }))).toBe("broken");
  // The contract leaves open what a cursor of another channel means.
  expect(verdictOf(messageListRules, "messages.get.before", history({ channel: "c2", before: "one" }))).toBe(1);
  // The contract leaves the combination of both cursors open.
  const both = history({ channel: "c1", before: "one", after: "two" });
  expect(verdictOf(messageListRules, "messages.get.before", both)).toBe(1);
  expect(verdictOf(messageListRules, "messages.get.after-exclusive", both)).toBe(0);
});

test("does not compare lists of another workspace with messages of ours that have the same id", () => {
  const sent = {
    "send-message": [
      acceptedEntry({ channelId: "1" }, { id: "7", content: "marmalade", createdAt: "2026-01-01T00:00:01Z" }),
    ],
  };
  const of = (members: JsonObject, otherKey: string | null) => {
    const response = acceptedEntry(
      members,
      { messages: [{ id: "7", content: "hyacinthus", createdAt: "2026-01-01T00:00:09Z" }] },
      otherKey,
    );
    return { ...sent, "get-messages": [response], "search-messages": [response] };
  };
  const requested = { channel: "1", before: "7", query: "hyacinthus" };
  for (const [rules, requirement] of [
    [messageListRules, "messages.get.before"],
    [excludedItemRules, "messages.search.relevant"],
  ] as const) {
    expect(verdictOf(rules, requirement, of(requested, null))).toBe("broken");
    expect(verdictOf(rules, requirement, of(requested, "theirs"))).toBe("broken");
    expect(verdictOf(rules, requirement, of(requested, "elsewhere"))).toBe(1);
  }
});

test("requires lists to show a resource as created unless its id is ambiguous or the response incomplete", () => {
  const created = acceptedEntry({ content: "whole" }, { id: "m1", content: "whole" });
  const found = acceptedEntry({}, { hits: [{ id: "m1", content: "who" }] });
  const of = (remembered: readonly HistoryEntry[], shown: HistoryEntry) => ({ remember: remembered, recall: [shown] });
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of([created], found))).toBe("broken");
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of([created, created], found))).toBe(0);
  // A request with a differently spelled header does not count as the caller's own.
  const otherwise = { ...created, isOwn: false };
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of([otherwise, created], found))).toBe(0);
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of([created], { ...found, isComplete: false }))).toBe(
    0,
  );
});

test("requires all lists of the workspace to agree on a memory of one version", () => {
  const rules = viewsAgreeRules.filter(({ name }) => name === "lists agree on a memory of one version");
  const memory = { id: "m1", version: 2, content: "whole", kind: "fact", status: "current" };
  const of = (shown: JsonObject, otherKey: string | null = null) => ({
    "search-memories": [acceptedEntry({}, { hits: [memory] })],
    "bootstrap-context": [acceptedEntry({}, { open_questions: [{ ...memory, ...shown }] }, otherKey)],
  });
  const judge = (...shown: Parameters<typeof of>) => verdictOf(rules, "consistency.memory-views", of(...shown));
  expect(judge({ status: "contested" })).toBe(1);
  expect(judge({ content: "" })).toBe("broken");
  expect(judge({ content: "" }, "theirs")).toBe("broken");
  // Another version, or another workspace, may show other content under the same id.
  expect(judge({ content: "", version: 3 })).toBe(0);
  expect(judge({ content: "" }, "elsewhere")).toBe(0);
});

test("accepts a confidence that rises or fades slightly, and reports any other change", () => {
  const created = acceptedEntry({ content: "whole" }, { id: "m1", content: "whole", confidence: 0.875 });
  const shown = (confidence: number) => acceptedEntry({}, { hits: [{ id: "m1", content: "whole", confidence }] });
  const of = (confidence: number) => ({ remember: [created], recall: [shown(confidence)] });
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of(0.9))).toBe(1);
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of(0.8735))).toBe(1);
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of(0.87))).toBe("broken");
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of(1))).toBe(1);
  expect(verdictOf(viewsAgreeRules, "consistency.memory-views", of(87.5))).toBe("broken");
});

test("requires a message that was sent without a thread to have no parent", () => {
  const of = (parentId: Json) => ({ "send-message": [acceptedEntry({ content: "one" }, { id: "1", parentId })] });
  expect(verdictOf(echoRules, "messages.send.root", of(null))).toBe(1);
  expect(verdictOf(echoRules, "messages.send.root", of("0"))).toBe("broken");
});

test("requires pages to show no parent of a message that was sent without a thread", () => {
  const of = (parentId: Json) => ({
    "send-message": [acceptedEntry({ content: "one", channelId: "c1" }, { id: "1", content: "one" })],
    "get-messages": [
      acceptedEntry({ channel: "c1" }, { messages: [{ id: "1", content: "one", parentId }], hasMore: false }),
    ],
  });
  expect(verdictOf(messageListRules, "messages.send.root", of(null))).toBe(1);
  expect(verdictOf(messageListRules, "messages.send.root", of("1"))).toBe("broken");
});

test("requires a reply to have the message of its thread as parent if that message is a root", () => {
  const of = (threadId: string, parentId: Json, channelId = "c1") => ({
    "send-message": [
      acceptedEntry({ content: "above", channelId: "c1" }, { id: "1" }),
      acceptedEntry({ content: "below", channelId, threadId }, { id: "2", parentId }),
    ],
  });
  // A thread of another channel may count as unknown.
  expect(verdictOf(echoRules, "messages.send.reply", of("1", null, "c2"))).toBe(0);
  expect(verdictOf(echoRules, "messages.send.reply", of("1", "1"))).toBe(1);
  expect(verdictOf(echoRules, "messages.send.reply", of("1", "0"))).toBe("broken");
  expect(verdictOf(echoRules, "messages.send.reply", of("elsewhere", "0"))).toBe(0);
});

test("requires a page to hold a message sent between two of its messages, and leaves replies open", () => {
  const at = (second: number) => `2026-01-01T12:00:0${second}.500Z`;
  const sent = (id: string, second: number, more: JsonObject = {}) =>
    acceptedEntry({ channelId: "c", content: id, ...more }, { id, createdAt: at(second) });
  const page = (requested: JsonObject, ...ids: readonly string[]) => {
    const created = acceptedEntry(
      { channel: "c", ...requested },
      { messages: ids.map((id) => ({ id, createdAt: at(Number(id)) })) },
    );
    return { ...created, exchange: { ...created.exchange, sequence: 1_000, sentAfter: 999 } };
  };
  const of = (second: HistoryEntry, ...pages: readonly HistoryEntry[]) => ({
    "send-message": [sent("1", 1), second, sent("3", 3)],
    "get-messages": pages,
  });
  const [readable, walk] = ["messages.send.readable", "messages.get.walk-back"] as const;
  expect(verdictOf(messagePageRules, readable, of(sent("2", 2), page({}, "3", "1")))).toBe("broken");
  expect(verdictOf(messagePageRules, readable, of(sent("2", 2, { threadId: "1" }), page({}, "3", "1")))).toBe(0);
  const twice = [page({}, "3", "2", "1"), page({ before: "4" }, "3", "1")];
  expect(verdictOf(messagePageRules, walk, of(sent("2", 2, { threadId: "1" }), ...twice))).toBe("broken");
  expect(verdictOf(messagePageRules, walk, of(sent("2", 2), page({}, "3", "2", "1")))).toBe(1);
});

test("reports a search hit of ours that contains no part of the query", () => {
  const of = (query: string) => ({
    "send-message": [acceptedEntry({ content: "one" }, { id: "1", content: "one hyacinthine word" })],
    "search-messages": [acceptedEntry({ query }, { messages: [{ id: "1", rank: 1 }] })],
  });
  expect(verdictOf(excludedItemRules, "messages.search.relevant", of("hyacinthus"))).toBe(0);
  expect(verdictOf(excludedItemRules, "messages.search.relevant", of("marmalade"))).toBe("broken");
  // An index may treat short words and special characters in any way.
  expect(verdictOf(excludedItemRules, "messages.search.relevant", of("rum"))).toBe(0);
});

test("requires a granted download to be granted again", () => {
  const requested = { channel: "c", attachment: "a" };
  const rejected = { ...acceptedEntry(requested, null), exchange: answeredExchange(404, { success: false }) };
  const of = (...all: readonly HistoryEntry[]) => ({ "request-file-download": all });
  expect(
    verdictOf(
      downloadsGrantedRules,
      "files.download.succeeds",
      of(acceptedEntry(requested, {}), acceptedEntry(requested, {})),
    ),
  ).toBe(1);
  expect(verdictOf(downloadsGrantedRules, "files.download.succeeds", of(rejected, acceptedEntry(requested, {})))).toBe(
    0,
  );
  expect(verdictOf(downloadsGrantedRules, "files.download.succeeds", of(acceptedEntry(requested, {}), rejected))).toBe(
    "broken",
  );
});

test("requires a download of a sent attachment in its channel to be granted after a while", () => {
  const requested = { channel: "c", attachment: "a" };
  const rejected = { ...acceptedEntry(requested, null), exchange: answeredExchange(404, { success: false }) };
  const sent = [acceptedEntry({ channelId: "c", attachmentIds: ["a"] }, {})];
  const rules = downloadsGrantedRules.filter(({ operations }) => operations.includes("send-message"));
  const of = (...all: readonly HistoryEntry[]) => ({ "send-message": sent, "request-file-download": all });
  const never = Array.from({ length: 9 }, () => rejected);
  expect(verdictOf(rules, "files.download.succeeds", of(...never))).toBe("broken");
  expect(verdictOf(rules, "files.download.succeeds", of(...never, acceptedEntry(requested, {})))).toBe(1);
  expect(verdictOf(rules, "files.download.succeeds", of(rejected))).toBe(1);
  const elsewhere = { ...rejected, input: acceptedEntry({ channel: "d", attachment: "a" }, null).input };
  expect(verdictOf(rules, "files.download.succeeds", of(...never.map(() => elsewhere)))).toBe(0);
});

test("requires a search without a status to return current memories on all pages", () => {
  const hits = [{ status: "expired" }];
  const first = (requested: JsonObject) => acceptedEntry(requested, { hits: [], nextCursor: "next" });
  const of = (...all: readonly HistoryEntry[]) => ({ "search-memories": all });
  const next = acceptedEntry({ cursor: "next" }, { hits });
  expect(verdictOf(excludedItemRules, "memories.search.default-status", of(acceptedEntry({}, { hits })))).toBe(
    "broken",
  );
  expect(verdictOf(excludedItemRules, "memories.search.default-status", of(first({}), next))).toBe("broken");
  expect(verdictOf(excludedItemRules, "memories.search.default-status", of(first({ status: "expired" }), next))).toBe(
    0,
  );
});

test("requires a search to show the complete content of a message", () => {
  const content = "a word and another ".repeat(20).trim();
  const sent = acceptedEntry({ content }, { id: "m1", content });
  const of = (shown: string) => ({
    "send-message": [sent],
    "search-messages": [acceptedEntry({ query: "word" }, { messages: [{ id: "m1", content: shown }] })],
  });
  expect(verdictOf(viewsAgreeRules, "consistency.message-views", of(content))).toBe(1);
  expect(verdictOf(viewsAgreeRules, "consistency.message-views", of(`${content.slice(0, 150)}…`))).toBe("broken");
});

test("requires all lists to show the same sender of a message to every reader", () => {
  const sent = acceptedEntry({ content: "of theirs" }, { id: "m1", senderId: "a2", senderType: "agent" }, "theirs");
  const shown = (senderId: string, senderType = "agent") => [{ id: "m1", senderId, senderType }];
  const page = (...of: Parameters<typeof shown>) => acceptedEntry({ channel: "c1" }, { messages: shown(...of) });
  const hit = (...of: Parameters<typeof shown>) => acceptedEntry({ query: "word" }, { messages: shown(...of) });
  const all = (history: Parameters<typeof verdictOf>[2]) =>
    verdictOf(viewsAgreeRules, "consistency.message-views", history);
  expect(all({ "send-message": [sent], "get-messages": [page("a2")] })).toBe(1);
  expect(all({ "send-message": [sent], "get-messages": [page("a1")] })).toBe("broken");
  // Messages of others are known only from lists.
  const authors = viewsAgreeRules.filter(({ name }) => name.includes("who wrote"));
  const lists = (found: HistoryEntry) =>
    verdictOf(authors, "consistency.message-views", {
      "get-messages": [page("u1", "human")],
      "search-messages": [found],
    });
  expect(lists(hit("u1", "human"))).toBe(1);
  expect(lists(hit("u1"))).toBe("broken");
  expect(lists(hit("u2", "human"))).toBe("broken");
});
