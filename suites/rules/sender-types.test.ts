import { expect, test } from "vitest";
import { senderTypeRules } from "./sender-types.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

test("reports a message with the sender type human that was sent with an agent key", () => {
  const sent = (senderType: string) => ({ "send-message": [acceptedEntry({}, { id: "m1", senderType })] });
  expect(verdictOf(senderTypeRules, "messages.send.sender-type", sent("agent"))).toBe(1);
  expect(verdictOf(senderTypeRules, "messages.send.sender-type", sent("human"))).toBe("broken");
});
