import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { listedRules } from "./task-filters.ts";
import { judged, past } from "./testing/judged.ts";

test("no channel lists a task that shows to be bound to none", () => {
  const rules = listedRules.filter(({ name }) => name.startsWith("no task without"));
  const of = (bound: Json, unbound: Json, beside: JsonObject = {}) => ({
    "create-task": [
      past({ title: "bound", channelId: "c1" }, { id: "t1", channelId: bound }),
      past({ title: "below", parentTaskId: "t1" }, { id: "t2", channelId: unbound }),
    ],
    "list-tasks": [past({ channel: "c1", ...beside }, [{ id: "t1" }, { id: "t2" }])],
  });
  expect(judged(rules, "tasks.list.channel", of("c1", null))).toBe("broken");
  // It may take over the channel of its parent, which shows only where tasks show their channel at all.
  expect(judged(rules, "tasks.list.channel", of("c1", "c1"))).toBe(2);
  expect(judged(rules, "tasks.list.channel", of(null, null))).toBe(0);
  // Beside another filter it is one of several that is not heeded.
  expect(judged(rules, "tasks.list.channel", of("c1", null, { status: "todo" }))).toBe(0);
  expect(judged(rules, "tasks.list.combined", of("c1", null, { status: "todo" }))).toBe("broken");
});
