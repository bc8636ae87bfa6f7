import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { missingItemRules } from "./missing-items.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

/** Returns the requests in this order, so far apart that each shows what earlier ones showed. */
function spacedApart(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return entries.map((entry, index) => {
    const sequence = (index + 1) * 100;
    return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
  });
}

function listRequest(parameters: JsonObject, data: Json, otherKey: string | null = null): HistoryEntry {
  const entry = acceptedEntry({}, data, otherKey);
  return { ...entry, input: { operation: "", parameters, body: undefined } };
}

const TASK = { id: "t1", title: "fixing abcdefghijkl", status: "todo", priority: "high", assigneeAgentId: "a1" };
const OTHER = { ...TASK, id: "t2", title: "elsewhere", status: "done", priority: "low" };
const CREATED = { "create-task": [acceptedEntry({ title: TASK.title }, TASK)] };

function listing(middle: HistoryEntry, after: JsonObject = TASK) {
  const [wide, again] = [
    listRequest({ limit: 50 }, [TASK, OTHER, { id: "t3" }]),
    listRequest({ limit: 50 }, [after, OTHER, { id: "t3" }]),
  ];
  return { ...CREATED, "list-tasks": spacedApart([wide, middle, again]) };
}

const verdict = (requirement: string, history: Parameters<typeof verdictOf>[2], settlingMs = 0) =>
  verdictOf(missingItemRules, requirement, history, settlingMs);

test("reports a task that earlier and later listings show as missing from a list whose filter it matches", () => {
  expect(verdict("tasks.list.priority", listing(listRequest({ priority: "high" }, [])))).toBe("broken");
  expect(verdict("tasks.list.priority", listing(listRequest({ priority: "high" }, [TASK])))).toBe(1);
  expect(verdict("tasks.list.priority", listing(listRequest({ priority: "low" }, [])))).toBe(0);
});

test("reports it as missing from a search by a word of its title, alone and with another filter", () => {
  expect(verdict("tasks.list.text-title", listing(listRequest({ text: "abcdefghijkl" }, [])))).toBe("broken");
  expect(verdict("tasks.list.combined", listing(listRequest({ text: "abcdefghijkl", status: "todo" }, [])))).toBe(
    "broken",
  );
  expect(verdict("tasks.list.text-title", listing(listRequest({ text: "abcdefghij" }, [])))).toBe(0);
});

test("does not report it if the page is full, the task changed in between, or the index may lag", () => {
  expect(verdict("tasks.list.priority", listing(listRequest({ priority: "high", limit: 1 }, [OTHER])))).toBe(0);
  expect(
    verdict("tasks.list.status", listing(listRequest({ status: "todo" }, []), { ...TASK, status: "blocked" })),
  ).toBe(0);
  expect(verdict("tasks.list.priority", listing(listRequest({ priority: "high" }, [])), 500)).toBe(0);
});

test("does not require a task that another agent created for itself, even if a list leaks it", () => {
  const created = acceptedEntry({ title: TASK.title }, TASK, "theirs");
  const lists = listing(listRequest({ priority: "high" }, []));
  expect(verdict("tasks.list.priority", { ...lists, "create-task": [created] })).toBe(0);
});

test("requires a task to match a filter after changes to unrelated fields", () => {
  const blocked = { ...TASK, status: "blocked" };
  expect(verdict("tasks.list.text-title", listing(listRequest({ text: "abcdefghijkl" }, []), blocked))).toBe("broken");
  const released = { ...TASK, assigneeAgentId: null };
  expect(verdict("tasks.list.text-title", listing(listRequest({ text: "abcdefghijkl" }, []), released))).toBe(0);
});

test("treats pages as full if the target returns fewer items than the limit by itself", () => {
  const full = listRequest({ priority: "high", limit: 50 }, [OTHER, { id: "t3" }, { id: "t4" }]);
  expect(verdict("tasks.list.priority", listing(full))).toBe(0);
});

test("does not blame the combination of filters for an item that one filter alone loses", () => {
  const history = listing(listRequest({ priority: "high" }, []));
  const pages = [
    ...history["list-tasks"].slice(0, 2),
    listRequest({ priority: "high", status: "todo" }, []),
    ...history["list-tasks"].slice(2),
  ];
  const both = { ...CREATED, "list-tasks": spacedApart(pages) };
  expect(verdict("tasks.list.priority", both)).toBe("broken");
  expect(verdict("tasks.list.combined", both)).toBe(1);
});

test("judges the lists of the other agent by what that agent was shown", () => {
  const theirs = [
    listRequest({ limit: 50 }, [TASK, OTHER, { id: "t3" }], "theirs"),
    listRequest({ priority: "high" }, [], "theirs"),
    listRequest({ limit: 50 }, [TASK, OTHER, { id: "t3" }], "theirs"),
  ];
  expect(verdict("tasks.list.priority", { ...CREATED, "list-tasks": spacedApart(theirs) })).toBe("broken");
  const [first, second, third] = theirs.map((entry) => ({ ...entry }));
  if (first === undefined || second === undefined || third === undefined) throw new Error("three pages");
  const mixed = [first, { ...second, isOwn: true, otherKey: null }, third];
  expect(verdict("tasks.list.priority", { ...CREATED, "list-tasks": spacedApart(mixed) })).toBe(0);
});

test("reports a memory as missing from a page without a next cursor, but not from a page of a walk", () => {
  const memory = {
    id: "m1",
    content: "abcdefghijkl said",
    kind: "fact",
    status: "current",
    created_at: "2026-01-01T00:00:00Z",
  };
  const seen = listRequest({ text: "abcdefghijkl" }, { hits: [memory], nextCursor: null });
  const of = (nextCursor: Json, cursor: JsonObject = {}) => ({
    remember: [acceptedEntry({ content: memory.content, kind: "fact", scope_id: "s1" }, memory)],
    "search-memories": spacedApart([
      seen,
      listRequest({ kind: "fact", limit: 1, ...cursor }, { hits: [], nextCursor }),
      seen,
    ]),
  });
  expect(verdict("memories.search.kind", of(null))).toBe("broken");
  expect(verdict("memories.search.kind", of("c"))).toBe(0);
  expect(verdict("memories.search.kind", of(null, { cursor: "b" }))).toBe(0);
  // An empty page may be what a limit of 0 requests.
  expect(verdict("memories.search.kind", of(null, { limit: 0 }))).toBe(0);
});

test("reports a message as missing from a search for its words that returned far fewer hits than its limit", () => {
  const message = { id: "c1m", content: "abcdefghijkl mnopqrstuvwx", channelId: "c1" };
  const others = ["x", "y", "z"].map((id) => ({ id }));
  const seen = listRequest({ query: "abcdefghijkl" }, { messages: [message, ...others] });
  const history = (shown: readonly Json[]) => ({
    "send-message": [acceptedEntry({ channelId: "c1", content: message.content }, message)],
    "search-messages": spacedApart([seen, listRequest({ query: "mnopqrstuvwx" }, { messages: [...shown] }), seen]),
  });
  expect(verdict("messages.search.finds", history([{ id: "y" }]))).toBe("broken");
  expect(verdict("messages.search.finds", history([message]))).toBeGreaterThan(0);
  // The contract implies, but does not state, that pages are filled.
  expect(verdict("messages.search.finds", history(others))).toBe(0);
});

test("does not require a memory for a tag that a target may split into several", () => {
  const tags: Json = ["two words", "plain"];
  const memory = { id: "m1", content: "a claim", status: "current", metadata: { tags } };
  const found = (tags: string, hits: Json, created = memory) => ({
    remember: [acceptedEntry({ content: created.content }, created)],
    "search-memories": spacedApart([
      listRequest({ limit: 50 }, { hits: [created] }),
      listRequest({ tags: [tags], limit: 50 }, { hits }),
      listRequest({ limit: 50 }, { hits: [created] }),
    ]),
  });
  expect(verdict("memories.search.tags", found("plain", []))).toBe("broken");
  expect(verdict("memories.search.tags", found("plain", [memory]))).toBe(1);
  expect(verdict("memories.search.tags", found("two words", []))).toBe(0);
  // A list is not a tag.
  const nested = { ...memory, metadata: { tags: [["plain"]] } };
  expect(verdict("memories.search.tags", found("plain", [], nested))).toBe(0);
});
