import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { judged, past } from "./testing/judged.ts";
import { viewsAgreeRules } from "./views-agree.ts";

test("a reply that a page shows belongs to its thread there as well", () => {
  const rules = viewsAgreeRules.filter(({ name }) => name.includes("a reply with the parent"));
  const of = (parentId: Json, content = "in a thread") => ({
    "send-message": [
      past({ content: "in a thread", threadId: "1" }, { id: "2", content: "in a thread", parentId: "1" }),
    ],
    "get-messages": [past({ channel: "c1" }, { messages: [{ id: "2", content, parentId }] })],
  });
  expect(judged(rules, "consistency.message-views", of("1"))).toBe(1);
  expect(judged(rules, "consistency.message-views", of(null))).toBe("broken");
  // By one number another channel may name another message.
  expect(judged(rules, "consistency.message-views", of(null, "elsewhere"))).toBe(0);
});
