import { expect, test } from "vitest";
import { senderTypeRules } from "./sender-types.ts";
import { judged, past } from "./testing/judged.ts";

test("what is sent with a key of an agent names no human as its sender", () => {
  const sent = (senderType: string) => ({ "send-message": [past({}, { id: "m1", senderType })] });
  expect(judged(senderTypeRules, "messages.send.sender-type", sent("agent"))).toBe(1);
  expect(judged(senderTypeRules, "messages.send.sender-type", sent("human"))).toBe("broken");
});
