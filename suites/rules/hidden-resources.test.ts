import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { hiddenResourceRules } from "./hidden-resources.ts";
import { judged, past } from "./testing/judged.ts";

test("a task that another agent made for itself is in no list for the caller, unless the caller has moved it", () => {
  const history = {
    "create-task": [past({ title: "secret" }, { id: "t1" }, "theirs")],
    "list-tasks": [past({ priority: "low" }, [{ id: "t1" }])],
  };
  expect(judged(hiddenResourceRules, "tasks.visibility.hidden", history)).toBe("broken");
  const moved = { ...history, "block-task": [past({ taskId: "t1" }, { id: "t1" })] };
  expect(judged(hiddenResourceRules, "tasks.visibility.hidden", moved)).toBe(0);
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
