import { expect, test } from "vitest";
import { singleResponseRules } from "./single-responses.ts";
import { soundRules } from "./sound.ts";
import { judged, past } from "./testing/judged.ts";

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

test("what is sent with a key of an agent names no human as its sender", () => {
  const sent = (senderType: string) => ({ "send-message": [past({}, { id: "m1", senderType })] });
  expect(judged(singleResponseRules, "messages.send.sender-type", sent("agent"))).toBe(1);
  expect(judged(singleResponseRules, "messages.send.sender-type", sent("human"))).toBe("broken");
});
