import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { downloadsGrantedRules } from "./downloads-granted.ts";
import { echoRules } from "./echoes.ts";
import { boundRules, limitRules } from "./limits.ts";
import { messageListRules } from "./message-lists.ts";
import { messagePageRules } from "./message-pages.ts";
import { recallFilterRules } from "./recall-filters.ts";
import { soundRules } from "./sound.ts";
import { judged, past } from "./testing/judged.ts";
import { viewsAgreeRules } from "./views-agree.ts";

test("a list is no longer than was asked for, whoever asked", () => {
  const hits = (count: number) => ({ hits: Array.from({ length: count }, (_, index) => ({ id: `m${index}` })) });
  const of = (limit: Json, count: number) => ({ recall: [past({ limit, expand: [] }, hits(count))] });
  expect(judged(limitRules, "recall.limit", of(1, 1))).toBe(1);
  expect(judged(limitRules, "recall.limit", of(1, 2))).toBe("broken");
  // What a part of one would be is open.
  expect(judged(limitRules, "recall.limit", of(1.5, 2))).toBe(0);
});

test("no list is longer than the default where no count is asked for, nor ever than the maximum", () => {
  const tasks = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `t${index}` }));
  const of = (asked: JsonObject, count: number) => ({ "list-tasks": [past(asked, tasks(count))] });
  expect(judged(boundRules, "tasks.list.default-limit", of({}, 50))).toBe(1);
  expect(judged(boundRules, "tasks.list.default-limit", of({ status: "todo" }, 51))).toBe("broken");
  expect(judged(boundRules, "tasks.list.default-limit", of({ limit: 60 }, 51))).toBe(0);
  expect(judged(boundRules, "tasks.list.max-limit", of({ limit: 1_000 }, 100))).toBe(1);
  expect(judged(boundRules, "tasks.list.max-limit", of({ limit: 1_000 }, 101))).toBe("broken");
});

test("hits are of the channel that was asked for", () => {
  const of = (channelId: string) => ({
    "search-messages": [past({ channelId: "c1" }, { messages: [{ channelId }] })],
  });
  expect(judged(soundRules, "messages.search.channel", of("c1"))).toBe(1);
  expect(judged(soundRules, "messages.search.channel", of("c2"))).toBe("broken");
});

test("a reply to a reply has a parent, whichever that is", () => {
  const root = past({ channelId: "c1" }, { id: "1" });
  const reply = past({ channelId: "c1", threadId: "1" }, { id: "2", parentId: "1" });
  const below = (parentId: Json) => past({ channelId: "c1", threadId: "2" }, { id: "3", parentId });
  const of = (parentId: Json) => ({ "send-message": [root, reply, below(parentId)] });
  expect(judged(echoRules, "messages.send.reply", of("1"))).toBe(2);
  expect(judged(echoRules, "messages.send.reply", of("2"))).toBe(2);
  expect(judged(echoRules, "messages.send.reply", of(null))).toBe("broken");
});

test("what was made is as it was asked for, and has an id of its own", () => {
  const made = (...tasks: readonly (readonly [Json, Json])[]) => ({
    "create-task": tasks.map(([priority, id], place) => {
      const title = `task ${place}`;
      return past({ title, priority }, { id, title, priority: "low" });
    }),
  });
  expect(judged(echoRules, "tasks.create.priority", made(["low", "t1"]))).toBe(1);
  expect(judged(echoRules, "tasks.create.priority", made(["high", "t1"]))).toBe("broken");
  expect(judged(echoRules, "consistency.unique-ids", made(["low", "t1"], ["low", "t2"]))).toBe(2);
  expect(judged(echoRules, "consistency.unique-ids", made(["low", "t1"], ["low", "t1"]))).toBe("broken");
});

test("a claim that is created again may be the earlier one, however it is written and wherever it comes from", () => {
  const claims = (...contents: readonly string[]) => ({
    remember: contents.map((content, place) =>
      past({ content, kind: "fact", derived_from: [{ id: `m${place}` }] }, { id: "one" }),
    ),
  });
  const rules = echoRules.filter(({ operations }) => operations.includes("remember"));
  expect(judged(rules, "consistency.unique-ids", claims("trailing ", "Trailing\n"))).toBe(2);
  expect(judged(rules, "consistency.unique-ids", claims("trailing", "leading"))).toBe("broken");
});

test("a task comes back with the parent that was asked for, where that is there", () => {
  const parent = past({ title: "above" }, { id: "t1" });
  const below = (parentTaskId: string, requireResponse: Json) => ({
    "create-task": [parent, past({ title: "below", parentTaskId }, { id: "t2", parentTaskId: requireResponse })],
  });
  expect(judged(echoRules, "tasks.create.parent", below("t1", "t1"))).toBe(1);
  expect(judged(echoRules, "tasks.create.parent", below("t1", null))).toBe("broken");
  // Whether one that is not there is rejected, or left out, is another requirement's question.
  expect(judged(echoRules, "tasks.create.parent", below("nowhere", null))).toBe(0);
});

test("what a search shows is distinguished by what it was asked for: one filter, several, or a later page", () => {
  const of = (asked: JsonObject) => ({
    "search-memories": [past(asked, { hits: [{ kind: "fact", content: "of tea" }] })],
  });
  expect(judged(soundRules, "memories.search.kind", of({ kind: "fact" }))).toBe(1);
  expect(judged(soundRules, "memories.search.kind", of({ kind: "decision" }))).toBe("broken");
  // Beside another filter both are broken, and one is the echo of the other.
  expect(judged(soundRules, "memories.search.kind", of({ kind: "decision", text: "tea" }))).toBe("broken");
  expect(judged(soundRules, "memories.search.text", of({ kind: "decision", text: "tea" }))).toBe(1);
  expect(judged(soundRules, "memories.search.combined", of({ kind: "decision", text: "tea" }))).toBe("broken");
  expect(judged(soundRules, "memories.search.cursor-filters", of({ text: "rum", cursor: "c" }))).toBe("broken");
  // What is no kind has to be rejected, which is another requirement; blanks may be taken off.
  expect(judged(soundRules, "memories.search.kind", of({ kind: "none" }))).toBe(0);
  expect(judged(soundRules, "memories.search.text", of({ text: " rum " }))).toBe(0);
});

test("a tag with a sign by which a target may tell several apart may have been read as several", () => {
  const of = (...tags: string[]) => ({
    "search-memories": [past({ tags: ["two words, one tag"] }, { hits: [{ metadata: { tags } }] })],
  });
  // That a memory is there proves nothing either: it may have been found by a part.
  expect(judged(soundRules, "memories.search.tags", of("two words, one tag"))).toBe(0);
  expect(judged(soundRules, "memories.search.tags", of("words", "one"))).toBe(0);
  expect(judged(soundRules, "memories.search.tags", of("word"))).toBe("broken");
});

test("bounds of creation are instants, with what the shown times may have been cut by", () => {
  const of = (createdTo: string) => ({
    "search-memories": [past({ createdTo }, { hits: [{ created_at: "2026-01-01T12:00:00Z" }] })],
  });
  expect(judged(soundRules, "memories.search.created-to", of("2026-01-01T12:00:00.500Z"))).toBe(0);
  expect(judged(soundRules, "memories.search.created-to", of("2026-01-01T11:00:00Z"))).toBe("broken");
  expect(judged(soundRules, "memories.search.created-offset", of("2026-01-01T12:30:00+02:00"))).toBe("broken");
});

test("a listing may be late with what was moved, and never with what was not", () => {
  const history = {
    "create-task": [past({ title: "one" }, { id: "t1" })],
    "list-tasks": [past({ status: "done" }, [{ id: "t1", status: "todo" }])],
  };
  expect(judged(soundRules, "tasks.list.status", history)).toBe("broken");
  const moved = { ...history, "block-task": [past({ taskId: "t1" }, { id: "t1" })] };
  expect(judged(soundRules, "tasks.list.status", moved)).toBe(0);
});

test("a recall by an entry of metadata shows what has it; whether a number is the same as its text is open", () => {
  const hits = [{ id: "m1", metadata: { count: 42, open: true, colours: ["red", "blue"] } }];
  const verdict = (filter: JsonObject) =>
    judged(recallFilterRules, "recall.metadata-filter", {
      recall: [past({ query: "q", expand: [], metadata_filter: filter }, { hits, scores: [] })],
    });
  expect([{ count: 42 }, { count: "42" }, { open: true }].map(verdict)).toEqual([1, 1, 1]);
  // A list may be found by one of its items.
  expect(verdict({ colours: "blue" })).toBe(1);
  expect([{ count: 7 }, { count: "42x" }, { open: false }, { COUNT: 42 }, { colours: "re" }].map(verdict)).toEqual(
    Array.from({ length: 5 }, () => "broken"),
  );
  expect(verdict({ count: [42] })).toBe(0);
});

test("a query shows what its filters let in; a walk may show where it begins, and neighbours need not be let in", () => {
  const hits = [{ id: "m1", confidence: 0.5, status: "expired", metadata: { colour: "red" } }];
  const of = (asked: JsonObject) => ({ recall: [past(asked, { hits, scores: [] })] });
  expect(
    judged(recallFilterRules, "recall.filters.min-confidence", of({ query: "q", filters: { min_confidence: 0.6 } })),
  ).toBe("broken");
  expect(
    judged(recallFilterRules, "recall.filters.expired-off", of({ query: "q", filters: { include_expired: false } })),
  ).toBe("broken");
  const blue = { query: "q", metadata_filter: { colour: "blue" } };
  expect(judged(recallFilterRules, "recall.metadata-filter", of({ ...blue, expand: ["provenance"] }))).toBe("broken");
  expect(judged(recallFilterRules, "recall.metadata-filter", of({ ...blue, expand: ["related"] }))).toBe(0);
  expect(judged(recallFilterRules, "recall.scores.per-hit", of({ query: "q", expand: [] }))).toBe("broken");
  expect(judged(recallFilterRules, "recall.scores.per-hit", of({ query: "q" }))).toBe("broken");
  expect(judged(recallFilterRules, "recall.scores.per-hit", of({ seed_id: "m1", expand: [] }))).toBe(0);
});

test("a page shows nothing of another channel, nor from beyond the message that a cursor names", () => {
  const sent = (id: string, channelId: string, createdAt: string) =>
    past({ channelId, content: id }, { id, content: id, channelId, createdAt });
  const history = (asked: JsonObject) => ({
    "send-message": [sent("one", "c1", "2026-01-01T12:00:00Z"), sent("two", "c1", "2026-01-01T12:00:05Z")],
    "get-messages": [past(asked, { messages: [{ id: "two", content: "two", createdAt: "2026-01-01T12:00:05Z" }] })],
  });
  expect(judged(messageListRules, "messages.get.channel", history({ channel: "c1" }))).toBe(1);
  expect(judged(messageListRules, "messages.get.channel", history({ channel: "c2" }))).toBe("broken");
  expect(judged(messageListRules, "messages.get.before-exclusive", history({ before: "two" }))).toBe("broken");
  // A page without a cursor proves nothing about it.
  expect(judged(messageListRules, "messages.get.before-exclusive", history({}))).toBe(0);
  expect(judged(messageListRules, "messages.get.after", history({ channel: "c1", after: "one" }))).toBe(1);
  expect(judged(messageListRules, "messages.get.before", history({ channel: "c1", before: "one" }))).toBe("broken");
  // What a message of another channel stands for is open.
  expect(judged(messageListRules, "messages.get.before", history({ channel: "c2", before: "one" }))).toBe(1);
  // What both cursors give together is open.
  const both = history({ channel: "c1", before: "one", after: "two" });
  expect(judged(messageListRules, "messages.get.before", both)).toBe(1);
  expect(judged(messageListRules, "messages.get.after-exclusive", both)).toBe(0);
});

test("a page or search of another workspace tells nothing of messages of ours that have the same identifiers", () => {
  const sent = {
    "send-message": [past({ channelId: "1" }, { id: "7", content: "marmalade", createdAt: "2026-01-01T00:00:01Z" })],
  };
  const of = (members: JsonObject, otherKey: string | null) => {
    const response = past(
      members,
      { messages: [{ id: "7", content: "hyacinthus", createdAt: "2026-01-01T00:00:09Z" }] },
      otherKey,
    );
    return { ...sent, "get-messages": [response], "search-messages": [response] };
  };
  const asked = { channel: "1", before: "7", query: "hyacinthus" };
  for (const [rules, requirement] of [
    [messageListRules, "messages.get.before"],
    [soundRules, "messages.search.relevant"],
  ] as const) {
    expect(judged(rules, requirement, of(asked, null))).toBe("broken");
    expect(judged(rules, requirement, of(asked, "theirs"))).toBe("broken");
    expect(judged(rules, requirement, of(asked, "elsewhere"))).toBe(1);
  }
});

test("what was made is the same in every list, unless two things share its id or the response is known in part", () => {
  const made = past({ content: "whole" }, { id: "m1", content: "whole" });
  const found = past({}, { hits: [{ id: "m1", content: "who" }] });
  const of = (remembered: readonly HistoryEntry[], shown: HistoryEntry) => ({ remember: remembered, recall: [shown] });
  expect(judged(viewsAgreeRules, "consistency.memory-views", of([made], found))).toBe("broken");
  expect(judged(viewsAgreeRules, "consistency.memory-views", of([made, made], found))).toBe(0);
  // Asked for by a header of its own spelling, which is not a request of the caller's as others are.
  const otherwise = { ...made, isOwn: false };
  expect(judged(viewsAgreeRules, "consistency.memory-views", of([otherwise, made], found))).toBe(0);
  expect(judged(viewsAgreeRules, "consistency.memory-views", of([made], { ...found, isWhole: false }))).toBe(0);
});

test("one version of a memory says the same in all lists, whoever made it", () => {
  const rules = viewsAgreeRules.filter(({ name }) => name === "lists agree on a memory of one version");
  const memory = { id: "m1", version: 2, content: "whole", kind: "fact", status: "current" };
  const of = (shown: JsonObject, otherKey: string | null = null) => ({
    "search-memories": [past({}, { hits: [memory] })],
    "bootstrap-context": [past({}, { open_questions: [{ ...memory, ...shown }] }, otherKey)],
  });
  const judge = (...shown: Parameters<typeof of>) => judged(rules, "consistency.memory-views", of(...shown));
  expect(judge({ status: "contested" })).toBe(1);
  expect(judge({ content: "" })).toBe("broken");
  expect(judge({ content: "" }, "theirs")).toBe("broken");
  // Another version, or another workspace, may say another thing under that identifier.
  expect(judge({ content: "", version: 3 })).toBe(0);
  expect(judge({ content: "" }, "elsewhere")).toBe(0);
});

test("a confidence may rise, and fade a little in a long run, and no more", () => {
  const made = past({ content: "whole" }, { id: "m1", content: "whole", confidence: 0.875 });
  const shown = (confidence: number) => past({}, { hits: [{ id: "m1", content: "whole", confidence }] });
  const of = (confidence: number) => ({ remember: [made], recall: [shown(confidence)] });
  expect(judged(viewsAgreeRules, "consistency.memory-views", of(0.9))).toBe(1);
  expect(judged(viewsAgreeRules, "consistency.memory-views", of(0.8735))).toBe(1);
  expect(judged(viewsAgreeRules, "consistency.memory-views", of(0.87))).toBe("broken");
  expect(judged(viewsAgreeRules, "consistency.memory-views", of(1))).toBe(1);
  expect(judged(viewsAgreeRules, "consistency.memory-views", of(87.5))).toBe("broken");
});

test("a message that was sent into no thread has no parent", () => {
  const of = (parentId: Json) => ({ "send-message": [past({ content: "one" }, { id: "1", parentId })] });
  expect(judged(echoRules, "messages.send.root", of(null))).toBe(1);
  expect(judged(echoRules, "messages.send.root", of("0"))).toBe("broken");
});

test("a message that was sent into no thread is shown without a parent, after replies as well", () => {
  const of = (parentId: Json) => ({
    "send-message": [past({ content: "one", channelId: "c1" }, { id: "1", content: "one" })],
    "get-messages": [past({ channel: "c1" }, { messages: [{ id: "1", content: "one", parentId }], hasMore: false })],
  });
  expect(judged(messageListRules, "messages.send.root", of(null))).toBe(1);
  expect(judged(messageListRules, "messages.send.root", of("1"))).toBe("broken");
});

test("a reply names the message of its thread, where that is in no thread itself", () => {
  const of = (threadId: string, parentId: Json, channelId = "c1") => ({
    "send-message": [
      past({ content: "above", channelId: "c1" }, { id: "1" }),
      past({ content: "below", channelId, threadId }, { id: "2", parentId }),
    ],
  });
  // A thread of another channel may count as none.
  expect(judged(echoRules, "messages.send.reply", of("1", null, "c2"))).toBe(0);
  expect(judged(echoRules, "messages.send.reply", of("1", "1"))).toBe(1);
  expect(judged(echoRules, "messages.send.reply", of("1", "0"))).toBe("broken");
  expect(judged(echoRules, "messages.send.reply", of("elsewhere", "0"))).toBe(0);
});

test("what was sent between two messages of a page is on it; a page may show replies or none", () => {
  const at = (second: number) => `2026-01-01T12:00:0${second}.500Z`;
  const sent = (id: string, second: number, more: JsonObject = {}) =>
    past({ channelId: "c", content: id, ...more }, { id, createdAt: at(second) });
  const page = (asked: JsonObject, ...ids: readonly string[]) => {
    const made = past({ channel: "c", ...asked }, { messages: ids.map((id) => ({ id, createdAt: at(Number(id)) })) });
    return { ...made, exchange: { ...made.exchange, sequence: 1_000, sentAfter: 999 } };
  };
  const of = (second: HistoryEntry, ...pages: readonly HistoryEntry[]) => ({
    "send-message": [sent("1", 1), second, sent("3", 3)],
    "get-messages": pages,
  });
  const [readable, walk] = ["messages.send.readable", "messages.get.walk-back"] as const;
  expect(judged(messagePageRules, readable, of(sent("2", 2), page({}, "3", "1")))).toBe("broken");
  expect(judged(messagePageRules, readable, of(sent("2", 2, { threadId: "1" }), page({}, "3", "1")))).toBe(0);
  const twice = [page({}, "3", "2", "1"), page({ before: "4" }, "3", "1")];
  expect(judged(messagePageRules, walk, of(sent("2", 2, { threadId: "1" }), ...twice))).toBe("broken");
  expect(judged(messagePageRules, walk, of(sent("2", 2), page({}, "3", "2", "1")))).toBe(1);
});

test("a search finds nothing of ours that has no part of the word", () => {
  const of = (query: string) => ({
    "send-message": [past({ content: "one" }, { id: "1", content: "one hyacinthine word" })],
    "search-messages": [past({ query }, { messages: [{ id: "1", rank: 1 }] })],
  });
  expect(judged(soundRules, "messages.search.relevant", of("hyacinthus"))).toBe(0);
  expect(judged(soundRules, "messages.search.relevant", of("marmalade"))).toBe("broken");
  // Of short words, and of signs, an index may make what it will.
  expect(judged(soundRules, "messages.search.relevant", of("rum"))).toBe(0);
});

test("a download that was granted is granted again", () => {
  const asked = { channel: "c", attachment: "a" };
  const rejected = { ...past(asked, null), exchange: answeredExchange(404, { success: false }) };
  const of = (...all: readonly HistoryEntry[]) => ({ "request-file-download": all });
  expect(judged(downloadsGrantedRules, "files.download.succeeds", of(past(asked, {}), past(asked, {})))).toBe(1);
  expect(judged(downloadsGrantedRules, "files.download.succeeds", of(rejected, past(asked, {})))).toBe(0);
  expect(judged(downloadsGrantedRules, "files.download.succeeds", of(past(asked, {}), rejected))).toBe("broken");
});

test("a file of a message that was sent is given in its channel, though it may take a moment", () => {
  const asked = { channel: "c", attachment: "a" };
  const rejected = { ...past(asked, null), exchange: answeredExchange(404, { success: false }) };
  const sent = [past({ channelId: "c", attachmentIds: ["a"] }, {})];
  const rules = downloadsGrantedRules.filter(({ operations }) => operations.includes("send-message"));
  const of = (...all: readonly HistoryEntry[]) => ({ "send-message": sent, "request-file-download": all });
  const never = Array.from({ length: 9 }, () => rejected);
  expect(judged(rules, "files.download.succeeds", of(...never))).toBe("broken");
  expect(judged(rules, "files.download.succeeds", of(...never, past(asked, {})))).toBe(1);
  expect(judged(rules, "files.download.succeeds", of(rejected))).toBe(1);
  const elsewhere = { ...rejected, input: past({ channel: "d", attachment: "a" }, null).input };
  expect(judged(rules, "files.download.succeeds", of(...never.map(() => elsewhere)))).toBe(0);
});

test("without a status memories are of the usual one, on later pages too", () => {
  const hits = [{ status: "expired" }];
  const first = (asked: JsonObject) => past(asked, { hits: [], nextCursor: "next" });
  const of = (...all: readonly HistoryEntry[]) => ({ "search-memories": all });
  const next = past({ cursor: "next" }, { hits });
  expect(judged(soundRules, "memories.search.default-status", of(past({}, { hits })))).toBe("broken");
  expect(judged(soundRules, "memories.search.default-status", of(first({}), next))).toBe("broken");
  expect(judged(soundRules, "memories.search.default-status", of(first({ status: "expired" }), next))).toBe(0);
});

test("a search shows the content of a message as it was sent, however long it is", () => {
  const content = "a word and another ".repeat(20).trim();
  const sent = past({ content }, { id: "m1", content });
  const of = (shown: string) => ({
    "send-message": [sent],
    "search-messages": [past({ query: "word" }, { messages: [{ id: "m1", content: shown }] })],
  });
  expect(judged(viewsAgreeRules, "consistency.message-views", of(content))).toBe(1);
  expect(judged(viewsAgreeRules, "consistency.message-views", of(`${content.slice(0, 150)}…`))).toBe("broken");
});

test("who wrote a message is the same for whoever reads it, and wherever it is shown", () => {
  const sent = past({ content: "of theirs" }, { id: "m1", senderId: "a2", senderType: "agent" }, "theirs");
  const shown = (senderId: string, senderType = "agent") => [{ id: "m1", senderId, senderType }];
  const page = (...of: Parameters<typeof shown>) => past({ channel: "c1" }, { messages: shown(...of) });
  const hit = (...of: Parameters<typeof shown>) => past({ query: "word" }, { messages: shown(...of) });
  const all = (history: Parameters<typeof judged>[2]) => judged(viewsAgreeRules, "consistency.message-views", history);
  expect(all({ "send-message": [sent], "get-messages": [page("a2")] })).toBe(1);
  expect(all({ "send-message": [sent], "get-messages": [page("a1")] })).toBe("broken");
  // What the run did not send is known from its lists.
  const authors = viewsAgreeRules.filter(({ name }) => name.includes("who wrote"));
  const lists = (found: HistoryEntry) =>
    judged(authors, "consistency.message-views", { "get-messages": [page("u1", "human")], "search-messages": [found] });
  expect(lists(hit("u1", "human"))).toBe(1);
  expect(lists(hit("u1"))).toBe("broken");
  expect(lists(hit("u2", "human"))).toBe("broken");
});

test("does not count hits that an expansion of provenance may add", () => {
  const claim = { content: "derived", kind: "fact", scope_id: "s1", derived_from: [{ id: "k1" }] };
  const verdict = (ids: readonly string[], scored: readonly string[] = ids) => {
    const data = { hits: ids.map((id) => ({ id })), scores: scored.map((id) => ({ memory_id: id })) };
    return judged(limitRules, "recall.limit", {
      remember: [past(claim, { id: "k2" })],
      recall: [past({ query: "derived", limit: 1, expand: ["provenance"] }, data)],
    });
  };
  expect(verdict(["k2", "k1"])).toBe(1);
  expect(verdict(["k2", "k3"], ["k2"])).toBe(1);
  expect(verdict(["k2", "k3"])).toBe("broken");
});

test("counts hits without an id", () => {
  for (const expand of [[], ["provenance"]])
    expect(judged(limitRules, "recall.limit", { recall: [past({ limit: 1, expand }, { hits: [{}, {}] })] })).toBe(
      "broken",
    );
});
