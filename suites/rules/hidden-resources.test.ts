import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { hiddenResourceRules } from "./hidden-resources.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

test("reports a task that another agent created for itself in a list of the caller unless the caller changed it", () => {
  const history = {
    "create-task": [acceptedEntry({ title: "secret" }, { id: "t1" }, "theirs")],
    "list-tasks": [acceptedEntry({ priority: "low" }, [{ id: "t1" }])],
  };
  expect(verdictOf(hiddenResourceRules, "tasks.visibility.hidden", history)).toBe("broken");
  const block = acceptedEntry({ taskId: "t1" }, { id: "t1" });
  const blocked = { ...history, "block-task": [block] };
  expect(verdictOf(hiddenResourceRules, "tasks.visibility.hidden", blocked)).toBe(0);
  const rejected = { ...history, "block-task": [{ ...block, exchange: answeredExchange(404, null) }] };
  expect(verdictOf(hiddenResourceRules, "tasks.visibility.hidden", rejected)).toBe("broken");
});

test("hides a sub-task of another agent whose parent the caller created for that agent alone", () => {
  const listed = (parent: JsonObject) =>
    verdictOf(hiddenResourceRules, "tasks.visibility.hidden", {
      "create-task": [
        acceptedEntry({ title: "parent", ...parent }, { id: "t1" }),
        acceptedEntry({ title: "part", parentTaskId: "t1" }, { id: "t2" }, "theirs"),
      ],
      "list-tasks": [acceptedEntry({}, [{ id: "t2" }])],
    });
  expect(listed({ assigneeAgentId: "a2" })).toBe("broken");
  expect(listed({})).toBe(0);
  expect(listed({ assigneeAgentId: "a2", channelId: "c1" })).toBe(0);
});

test("reports messages of a channel that the caller is not a member of, on pages and in searches", () => {
  const pages = (...messages: Json[]) => ({ "get-messages": [acceptedEntry({ channel: "c9" }, { messages })] });
  expect(verdictOf(hiddenResourceRules, "messages.get.membership", pages())).toBe(1);
  expect(verdictOf(hiddenResourceRules, "messages.get.membership", pages({ id: "1" }))).toBe("broken");
  const hits = (channelId: string) => ({
    "search-messages": [acceptedEntry({}, { messages: [{ id: "1", channelId }] })],
  });
  expect(verdictOf(hiddenResourceRules, "messages.search.membership", hits("c1"))).toBe(1);
  expect(verdictOf(hiddenResourceRules, "messages.search.membership", hits("c9"))).toBe("broken");
});

test("reports a scope in an orientation that the caller may not read", () => {
  const context = (...ids: readonly string[]) => ({
    "bootstrap-context": [acceptedEntry({}, { scope_membership: ids.map((id) => ({ id })) })],
  });
  expect(verdictOf(hiddenResourceRules, "bootstrap.membership", context("s1"))).toBe(1);
  expect(verdictOf(hiddenResourceRules, "bootstrap.membership", context("s1", "s9"))).toBe("broken");
});
