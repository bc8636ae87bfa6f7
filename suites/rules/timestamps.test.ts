import { expect, test } from "vitest";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";
import { timestampRules } from "./timestamps.ts";

const RULE = "consistency.timestamps";
const EARLIER = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-01T00:01:00.000Z";
const ofMessages = timestampRules.filter(({ operations }) => operations.includes("send-message"));

test("reports a message with updatedAt before createdAt in responses to sends and flags, and on pages", () => {
  const created = (updatedAt: string) => acceptedEntry({}, { id: "m1", createdAt: LATER, updatedAt });
  const listed = (updatedAt: string) => acceptedEntry({}, { messages: [{ id: "m1", createdAt: LATER, updatedAt }] });
  const right = {
    "send-message": [created(LATER)],
    "flag-needs-human": [created(LATER)],
    "get-messages": [listed(LATER)],
  };
  expect(verdictOf(ofMessages, RULE, right)).toBe(3);
  expect(verdictOf(ofMessages, RULE, { ...right, "send-message": [created(EARLIER)] })).toBe("broken");
  expect(verdictOf(ofMessages, RULE, { ...right, "flag-needs-human": [created(EARLIER)] })).toBe("broken");
  expect(verdictOf(ofMessages, RULE, { ...right, "get-messages": [listed(EARLIER)] })).toBe("broken");
});

test("does not judge messages of others, which may have been imported", () => {
  const theirs = acceptedEntry({}, { messages: [{ id: "m2", createdAt: LATER, updatedAt: EARLIER }] });
  expect(verdictOf(ofMessages, RULE, { "get-messages": [theirs] })).toBe(0);
});
