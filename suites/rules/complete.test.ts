import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { completeRules } from "./complete.ts";
import { judged, past } from "./testing/judged.ts";

/** Requests in the order given, so far apart that what one shows is everywhere for the next. */
function apart(pasts: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return pasts.map((one, index) => {
    const sequence = (index + 1) * 100;
    return { ...one, exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 } };
  });
}

function asked(parameters: JsonObject, data: Json, otherKey: string | null = null): HistoryEntry {
  const one = past({}, data, otherKey);
  return { ...one, input: { operation: "", parameters, body: undefined } };
}

const TASK = { id: "t1", title: "fixing abcdefghijkl", status: "todo", priority: "high", assigneeAgentId: "a1" };
const OTHER = { ...TASK, id: "t2", title: "elsewhere", status: "done", priority: "low" };
const MADE = { "create-task": [past({ title: TASK.title }, TASK)] };

function listing(middle: HistoryEntry, after: JsonObject = TASK) {
  const [wide, again] = [
    asked({ limit: 50 }, [TASK, OTHER, { id: "t3" }]),
    asked({ limit: 50 }, [after, OTHER, { id: "t3" }]),
  ];
  return { ...MADE, "list-tasks": apart([wide, middle, again]) };
}

const verdict = (requirement: string, history: Parameters<typeof judged>[2], settlingMs = 0) =>
  judged(completeRules, requirement, history, settlingMs);

test("a task that was shown before and after is missed in a list whose filter it satisfies", () => {
  expect(verdict("tasks.list.priority", listing(asked({ priority: "high" }, [])))).toBe("broken");
  expect(verdict("tasks.list.priority", listing(asked({ priority: "high" }, [TASK])))).toBe(1);
  expect(verdict("tasks.list.priority", listing(asked({ priority: "low" }, [])))).toBe(0);
});

test("it is missed where a text of its title is searched for, alone and beside another filter", () => {
  expect(verdict("tasks.list.text-title", listing(asked({ text: "abcdefghijkl" }, [])))).toBe("broken");
  expect(verdict("tasks.list.combined", listing(asked({ text: "abcdefghijkl", status: "todo" }, [])))).toBe("broken");
  expect(verdict("tasks.list.text-title", listing(asked({ text: "abcdefghij" }, [])))).toBe(0);
});

test("it is not missed where the page is full, where it was changed in between, or where the index may lag", () => {
  expect(verdict("tasks.list.priority", listing(asked({ priority: "high", limit: 1 }, [OTHER])))).toBe(0);
  expect(verdict("tasks.list.status", listing(asked({ status: "todo" }, []), { ...TASK, status: "blocked" }))).toBe(0);
  expect(verdict("tasks.list.priority", listing(asked({ priority: "high" }, [])), 500)).toBe(0);
});

test("a task that another agent created for itself need not be listed, even if some list leaks it", () => {
  const created = past({ title: TASK.title }, TASK, "theirs");
  const lists = listing(asked({ priority: "high" }, []));
  expect(verdict("tasks.list.priority", { ...lists, "create-task": [created] })).toBe(0);
});

test("it is missed by a filter whatever else has changed about it meanwhile", () => {
  const blocked = { ...TASK, status: "blocked" };
  expect(verdict("tasks.list.text-title", listing(asked({ text: "abcdefghijkl" }, []), blocked))).toBe("broken");
  const released = { ...TASK, assigneeAgentId: null };
  expect(verdict("tasks.list.text-title", listing(asked({ text: "abcdefghijkl" }, []), released))).toBe(0);
});

test("a target that stops at so many by itself shows no page with room", () => {
  const full = asked({ priority: "high", limit: 50 }, [OTHER, { id: "t3" }, { id: "t4" }]);
  expect(verdict("tasks.list.priority", listing(full))).toBe(0);
});

test("what one filter loses alone is not a finding about several", () => {
  const history = listing(asked({ priority: "high" }, []));
  const pages = [
    ...history["list-tasks"].slice(0, 2),
    asked({ priority: "high", status: "todo" }, []),
    ...history["list-tasks"].slice(2),
  ];
  const both = { ...MADE, "list-tasks": apart(pages) };
  expect(verdict("tasks.list.priority", both)).toBe("broken");
  expect(verdict("tasks.list.combined", both)).toBe(1);
});

test("the other agent's lists are judged by what it was shown itself", () => {
  const theirs = [
    asked({ limit: 50 }, [TASK, OTHER, { id: "t3" }], "theirs"),
    asked({ priority: "high" }, [], "theirs"),
    asked({ limit: 50 }, [TASK, OTHER, { id: "t3" }], "theirs"),
  ];
  expect(verdict("tasks.list.priority", { ...MADE, "list-tasks": apart(theirs) })).toBe("broken");
  const [first, second, third] = theirs.map((one) => ({ ...one }));
  if (first === undefined || second === undefined || third === undefined) throw new Error("three pages");
  const mixed = [first, { ...second, isOwn: true, otherKey: null }, third];
  expect(verdict("tasks.list.priority", { ...MADE, "list-tasks": apart(mixed) })).toBe(0);
});

test("a memory is missed on a page that names no other one, and not on the pages of a walk", () => {
  const memory = {
    id: "m1",
    content: "abcdefghijkl said",
    kind: "fact",
    status: "current",
    created_at: "2026-01-01T00:00:00Z",
  };
  const seen = asked({ text: "abcdefghijkl" }, { hits: [memory], nextCursor: null });
  const of = (nextCursor: Json, cursor: JsonObject = {}) => ({
    remember: [past({ content: memory.content, kind: "fact", scope_id: "s1" }, memory)],
    "search-memories": apart([seen, asked({ kind: "fact", limit: 1, ...cursor }, { hits: [], nextCursor }), seen]),
  });
  expect(verdict("memories.search.kind", of(null))).toBe("broken");
  expect(verdict("memories.search.kind", of("c"))).toBe(0);
  expect(verdict("memories.search.kind", of(null, { cursor: "b" }))).toBe(0);
  // A page of no items may be what was requested.
  expect(verdict("memories.search.kind", of(null, { limit: 0 }))).toBe(0);
});

test("a message is missed in a search for its words, where far more had been asked for than came", () => {
  const message = { id: "c1m", content: "abcdefghijkl mnopqrstuvwx", channelId: "c1" };
  const others = ["x", "y", "z"].map((id) => ({ id }));
  const seen = asked({ query: "abcdefghijkl" }, { messages: [message, ...others] });
  const history = (shown: readonly Json[]) => ({
    "send-message": [past({ channelId: "c1", content: message.content }, message)],
    "search-messages": apart([seen, asked({ query: "mnopqrstuvwx" }, { messages: [...shown] }), seen]),
  });
  expect(verdict("messages.search.finds", history([{ id: "y" }]))).toBe("broken");
  expect(verdict("messages.search.finds", history([message]))).toBeGreaterThan(0);
  // Whether a page is filled is implied, and not stated.
  expect(verdict("messages.search.finds", history(others))).toBe(0);
});

test("a tag that a target may read as several is not a memory's for certain", () => {
  const tags: Json = ["two words", "plain"];
  const memory = { id: "m1", content: "a claim", status: "current", metadata: { tags } };
  const found = (tags: string, hits: Json, made = memory) => ({
    remember: [past({ content: made.content }, made)],
    "search-memories": apart([
      asked({ limit: 50 }, { hits: [made] }),
      asked({ tags: [tags], limit: 50 }, { hits }),
      asked({ limit: 50 }, { hits: [made] }),
    ]),
  });
  expect(verdict("memories.search.tags", found("plain", []))).toBe("broken");
  expect(verdict("memories.search.tags", found("plain", [memory]))).toBe(1);
  expect(verdict("memories.search.tags", found("two words", []))).toBe(0);
  // A list is no tag, whatever it holds.
  const nested = { ...memory, metadata: { tags: [["plain"]] } };
  expect(verdict("memories.search.tags", found("plain", [], nested))).toBe(0);
});
