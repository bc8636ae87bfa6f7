import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";
import { viewsAgreeRules } from "./views-agree.ts";

test("requires a page to show a reply with the parent that its creation returned", () => {
  const rules = viewsAgreeRules.filter(({ name }) => name.includes("a reply with the parent"));
  const of = (parentId: Json, content = "in a thread") => ({
    "send-message": [
      acceptedEntry({ content: "in a thread", threadId: "1" }, { id: "2", content: "in a thread", parentId: "1" }),
    ],
    "get-messages": [acceptedEntry({ channel: "c1" }, { messages: [{ id: "2", content, parentId }] })],
  });
  expect(verdictOf(rules, "consistency.message-views", of("1"))).toBe(1);
  expect(verdictOf(rules, "consistency.message-views", of(null))).toBe("broken");
  // Another channel may use the same id for another message.
  expect(verdictOf(rules, "consistency.message-views", of(null, "elsewhere"))).toBe(0);
});
