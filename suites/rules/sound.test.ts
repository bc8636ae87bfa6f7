import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { soundRules } from "./sound.ts";
import { judged, past } from "./testing/judged.ts";

test("no channel lists a task that was created without one, where tasks show their channel", () => {
  const of = (bound: Json, unbound: Json, beside: JsonObject = {}) => ({
    "create-task": [
      past({ title: "bound", channelId: "c1" }, { id: "t1", channelId: bound }),
      past({ title: "below", parentTaskId: "t1" }, { id: "t2", channelId: unbound }),
    ],
    "list-tasks": [past({ channel: "c1", ...beside }, [{ id: "t1" }, { id: "t2" }])],
  });
  expect(judged(soundRules, "tasks.list.channel", of("c1", null))).toBe("broken");
  // It may take over the channel of its parent, which shows only where tasks show their channel at all.
  expect(judged(soundRules, "tasks.list.channel", of("c1", "c1"))).toBe(0);
  expect(judged(soundRules, "tasks.list.channel", of(null, null))).toBe(0);
  expect(judged(soundRules, "tasks.list.combined", of("c1", null, { priority: "high" }))).toBe("broken");
});

test("a task of the target file is no match either, unless the run may have just moved it", () => {
  const list = [past({ status: "todo" }, [{ id: "ended", status: "done" }])];
  expect(judged(soundRules, "tasks.list.status", { "list-tasks": list })).toBe("broken");
  const moved = { "block-task": [past({ taskId: "ended" }, { id: "ended" })] };
  expect(judged(soundRules, "tasks.list.status", { "list-tasks": list, ...moved })).toBe(0);
});

test("no agent's list shows a task that was assigned to nobody, unless something has moved it", () => {
  const made = [past({ assigneeAgentId: "a1" }, { id: "t1", assigneeAgentId: "a1" }), past({}, { id: "t2" })];
  const list = [past({ assigneeAgent: "a1" }, [{ id: "t2" }])];
  const rule = "tasks.list.assignee-agent";
  expect(judged(soundRules, rule, { "create-task": made, "list-tasks": list })).toBe("broken");
  const moved = { "block-task": [past({ taskId: "t2" }, { id: "t2" })] };
  expect(judged(soundRules, rule, { "create-task": made, "list-tasks": list, ...moved })).toBe(0);
});

test("a task that has nothing of a word is not listed by it", () => {
  const of = (text: string) => ({
    "create-task": [past({ title: "hyacinth" }, { id: "t1", title: "hyacinth" })],
    "list-tasks": [past({ text }, [{ id: "t1" }])],
  });
  expect(judged(soundRules, "tasks.list.text-relevant", of("hyacinthine"))).toBe(0);
  expect(judged(soundRules, "tasks.list.text-relevant", of("broodmare"))).toBe("broken");
  // Indexes of n-grams find one by the other.
  expect(judged(soundRules, "tasks.list.text-relevant", of("labyrinth"))).toBe(0);
});
