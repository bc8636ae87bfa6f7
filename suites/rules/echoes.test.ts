import { expect, test } from "vitest";
import { echoRules } from "./echoes.ts";
import { judged, past } from "./testing/judged.ts";

test.each([
  ["send-message", "senderId", "messages.send.sender"],
  ["create-task", "createdByAgentId", "auth.acts-as-agent"],
])("what is made with one key by %s names one in %s", (operation, field, requirement) => {
  const made = (...names: readonly string[]) => ({
    [operation]: names.map((name, place) => past({}, { id: `i${place}`, [field]: name })),
  });
  expect(judged(echoRules, requirement, made("a1"))).toBe(0);
  expect(judged(echoRules, requirement, made("a1", "a1"))).toBe(2);
  expect(judged(echoRules, requirement, made("a1", "a2"))).toBe("broken");
  // One that names nobody says nothing, and what another key made may name another.
  expect(judged(echoRules, requirement, made("a1", "", "a1"))).toBe(2);
  const theirs = past({}, { id: "i2", [field]: "a2" }, "theirs");
  expect(judged(echoRules, requirement, { [operation]: [...(made("a1", "a1")[operation] ?? []), theirs] })).toBe(2);
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
