import { expect, test } from "vitest";
import { echoRules } from "./echoes.ts";
import { judged, past } from "./testing/judged.ts";

test("messages that are sent with one key name one sender", () => {
  const sent = (...senders: readonly string[]) =>
    senders.map((senderId, index) => past({}, { id: `m${index}`, senderId }));
  const judge = (messages: ReturnType<typeof sent>) =>
    judged(echoRules, "messages.send.sender", { "send-message": messages });
  expect(judge(sent("a1"))).toBe(0);
  expect(judge(sent("a1", "a1"))).toBe(2);
  expect(judge(sent("a1", "a2"))).toBe("broken");
  // A message without a sender proves nothing, and another key may have another sender.
  expect(judge(sent("a1", "", "a1"))).toBe(2);
  expect(judge([...sent("a1", "a1"), past({}, { id: "m2", senderId: "a2" }, "theirs")])).toBe(2);
});

test("what another agent names need not be there for it", () => {
  const parent = past({ title: "above" }, { id: "t1" });
  const below = (otherKey?: string) => past({ parentTaskId: "t1" }, { id: "t2", parentTaskId: null }, otherKey);
  const of = (...tasks: readonly ReturnType<typeof past>[]) => ({ "create-task": tasks });
  expect(judged(echoRules, "tasks.create.parent", of(parent, below()))).toBe("broken");
  expect(judged(echoRules, "tasks.create.parent", of(parent, below("theirs")))).toBe(0);
});

test("a text that was taken comes back, whatever its signs and length; one that stores tidy may not", () => {
  const kept = (content: string, shown = content.slice(0, 40)) =>
    judged(echoRules, "messages.send.content", {
      "send-message": [past({ channelId: "c1", content }, { id: "1", content: shown })],
    });
  expect(kept(`**bold** <script>x</script> 👩‍👩‍👧‍👦 ${"long ".repeat(900)}end`)).toBe("broken");
  expect(kept("0", "0.0")).toBe("broken");
  expect([kept(" at the edges ", "at the edges"), kept("cafe\u0301", "café"), kept("a\u200bb", "ab")]).toEqual([
    0, 0, 0,
  ]);
});
