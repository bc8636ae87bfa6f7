import { expect, test } from "vitest";
import { echoRules } from "./echoes.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

test("messages that are sent with one key name one sender", () => {
  const sent = (...senders: readonly string[]) =>
    senders.map((senderId, index) => acceptedEntry({}, { id: `m${index}`, senderId }));
  const judge = (messages: ReturnType<typeof sent>) =>
    verdictOf(echoRules, "messages.send.sender", { "send-message": messages });
  expect(judge(sent("a1"))).toBe(0);
  expect(judge(sent("a1", "a1"))).toBe(2);
  expect(judge(sent("a1", "a2"))).toBe("broken");
  // A message without a sender proves nothing, and another key may have another sender.
  expect(judge(sent("a1", "", "a1"))).toBe(2);
  expect(judge([...sent("a1", "a1"), acceptedEntry({}, { id: "m2", senderId: "a2" }, "theirs")])).toBe(2);
});

test("does not require that resources of the caller exist for another agent", () => {
  const parent = acceptedEntry({ title: "above" }, { id: "t1" });
  const below = (otherKey?: string) =>
    acceptedEntry({ parentTaskId: "t1" }, { id: "t2", parentTaskId: null }, otherKey);
  const of = (...tasks: readonly ReturnType<typeof acceptedEntry>[]) => ({ "create-task": tasks });
  expect(verdictOf(echoRules, "tasks.create.parent", of(parent, below()))).toBe("broken");
  expect(verdictOf(echoRules, "tasks.create.parent", of(parent, below("theirs")))).toBe(0);
});

test("requires the response to show an accepted text of any length unless normalization explains the difference", () => {
  const verdict = (content: string, shown = content.slice(0, 40)) =>
    verdictOf(echoRules, "messages.send.content", {
      "send-message": [acceptedEntry({ channelId: "c1", content }, { id: "1", content: shown })],
    });
  expect(verdict(`**bold** <script>x</script> 👩‍👩‍👧‍👦 ${"long ".repeat(900)}end`)).toBe("broken");
  expect(verdict("0", "0.0")).toBe("broken");
  expect([verdict(" at the edges ", "at the edges"), verdict("cafe\u0301", "café"), verdict("a\u200bb", "ab")]).toEqual(
    [0, 0, 0],
  );
});
