import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { excludedItemRules } from "./excluded-items.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

test("reports a task without a channel in a list by channel if tasks show their channel", () => {
  const of = (bound: Json, unbound: Json, otherFilters: JsonObject = {}) => ({
    "create-task": [
      acceptedEntry({ title: "bound", channelId: "c1" }, { id: "t1", channelId: bound }),
      acceptedEntry({ title: "below", parentTaskId: "t1" }, { id: "t2", channelId: unbound }),
    ],
    "list-tasks": [acceptedEntry({ channel: "c1", ...otherFilters }, [{ id: "t1" }, { id: "t2" }])],
  });
  expect(verdictOf(excludedItemRules, "tasks.list.channel", of("c1", null))).toBe("broken");
  // It may inherit the channel of its parent, which is visible only if tasks show their channel.
  expect(verdictOf(excludedItemRules, "tasks.list.channel", of("c1", "c1"))).toBe(0);
  expect(verdictOf(excludedItemRules, "tasks.list.channel", of(null, null))).toBe(0);
  expect(verdictOf(excludedItemRules, "tasks.list.combined", of("c1", null, { priority: "high" }))).toBe("broken");
});

test("reports a task of the target file that does not match the filter unless the run may have changed it", () => {
  const list = [acceptedEntry({ status: "todo" }, [{ id: "ended", status: "done" }])];
  expect(verdictOf(excludedItemRules, "tasks.list.status", { "list-tasks": list })).toBe("broken");
  const moved = { "block-task": [acceptedEntry({ taskId: "ended" }, { id: "ended" })] };
  expect(verdictOf(excludedItemRules, "tasks.list.status", { "list-tasks": list, ...moved })).toBe(0);
});

test("reports a task without an assignee in a list by assignee unless the run changed it", () => {
  const creations = [
    acceptedEntry({ assigneeAgentId: "a1" }, { id: "t1", assigneeAgentId: "a1" }),
    acceptedEntry({}, { id: "t2" }),
  ];
  const list = [acceptedEntry({ assigneeAgent: "a1" }, [{ id: "t2" }])];
  const rule = "tasks.list.assignee-agent";
  expect(verdictOf(excludedItemRules, rule, { "create-task": creations, "list-tasks": list })).toBe("broken");
  const moved = { "block-task": [acceptedEntry({ taskId: "t2" }, { id: "t2" })] };
  expect(verdictOf(excludedItemRules, rule, { "create-task": creations, "list-tasks": list, ...moved })).toBe(0);
});

test("reports a task in a list by a text that it does not contain", () => {
  const of = (text: string) => ({
    "create-task": [acceptedEntry({ title: "hyacinth" }, { id: "t1", title: "hyacinth" })],
    "list-tasks": [acceptedEntry({ text }, [{ id: "t1" }])],
  });
  expect(verdictOf(excludedItemRules, "tasks.list.text-relevant", of("hyacinthine"))).toBe(0);
  expect(verdictOf(excludedItemRules, "tasks.list.text-relevant", of("broodmare"))).toBe("broken");
  // An n-gram index may match both words.
  expect(verdictOf(excludedItemRules, "tasks.list.text-relevant", of("labyrinth"))).toBe(0);
});
