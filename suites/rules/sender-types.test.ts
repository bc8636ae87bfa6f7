import { expect, test } from "vitest";
import { senderTypeRules } from "./sender-types.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

test("reports a message with the sender type human that was sent with an agent key", () => {
  const sent = (senderType: string) => ({ "send-message": [acceptedEntry({}, { id: "m1", senderType })] });
  expect(verdictOf(senderTypeRules, "messages.send.sender-type", sent("agent"))).toBe(1);
  expect(verdictOf(senderTypeRules, "messages.send.sender-type", sent("human"))).toBe("broken");
});

test("reports the message of a human that the target file names, if a list shows it with another sender type", () => {
  const listed = (senderType: string | null) => ({
    "get-messages": [acceptedEntry({}, { messages: [{ id: "by-human", senderType }] })],
  });
  expect(verdictOf(senderTypeRules, "messages.fields.human-sender", listed("human"))).toBe(1);
  expect(verdictOf(senderTypeRules, "messages.fields.human-sender", listed("agent"))).toBe("broken");
  expect(verdictOf(senderTypeRules, "messages.fields.human-sender", listed(null))).toBe(0);
});
