import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { hiddenResourceRules } from "./hidden-resources.ts";
import { judged, past } from "./testing/judged.ts";

test("a task that another agent made for itself is in no list for the caller, unless the caller has changed it", () => {
  const history = {
    "create-task": [past({ title: "secret" }, { id: "t1" }, "theirs")],
    "list-tasks": [past({ priority: "low" }, [{ id: "t1" }])],
  };
  expect(judged(hiddenResourceRules, "tasks.visibility.hidden", history)).toBe("broken");
  const block = past({ taskId: "t1" }, { id: "t1" });
  const blocked = { ...history, "block-task": [block] };
  expect(judged(hiddenResourceRules, "tasks.visibility.hidden", blocked)).toBe(0);
  const rejected = { ...history, "block-task": [{ ...block, exchange: answeredExchange(404, null) }] };
  expect(judged(hiddenResourceRules, "tasks.visibility.hidden", rejected)).toBe("broken");
});

test("a sub-task of another agent is hidden if the caller created its parent for that agent alone", () => {
  const listed = (parent: JsonObject) =>
    judged(hiddenResourceRules, "tasks.visibility.hidden", {
      "create-task": [
        past({ title: "parent", ...parent }, { id: "t1" }),
        past({ title: "part", parentTaskId: "t1" }, { id: "t2" }, "theirs"),
      ],
      "list-tasks": [past({}, [{ id: "t2" }])],
    });
  expect(listed({ assigneeAgentId: "a2" })).toBe("broken");
  expect(listed({})).toBe(0);
  expect(listed({ assigneeAgentId: "a2", channelId: "c1" })).toBe(0);
});

test("a page of a channel without the caller shows nothing, and no search shows a message of it", () => {
  const pages = (...messages: Json[]) => ({ "get-messages": [past({ channel: "c9" }, { messages })] });
  expect(judged(hiddenResourceRules, "messages.get.membership", pages())).toBe(1);
  expect(judged(hiddenResourceRules, "messages.get.membership", pages({ id: "1" }))).toBe("broken");
  const hits = (channelId: string) => ({ "search-messages": [past({}, { messages: [{ id: "1", channelId }] })] });
  expect(judged(hiddenResourceRules, "messages.search.membership", hits("c1"))).toBe(1);
  expect(judged(hiddenResourceRules, "messages.search.membership", hits("c9"))).toBe("broken");
});

test("the context of the caller names no scope that it may not read", () => {
  const context = (...ids: readonly string[]) => ({
    "bootstrap-context": [past({}, { scope_membership: ids.map((id) => ({ id })) })],
  });
  expect(judged(hiddenResourceRules, "bootstrap.membership", context("s1"))).toBe(1);
  expect(judged(hiddenResourceRules, "bootstrap.membership", context("s1", "s9"))).toBe("broken");
});
