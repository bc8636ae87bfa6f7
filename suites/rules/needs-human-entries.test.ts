import { expect, test } from "vitest";
import type { HistoryEntry } from "../knowledge/history.ts";
import { needsHumanEntryRules } from "./needs-human-entries.ts";
import { judged, past, rejected } from "./testing/judged.ts";

const sent = [
  past({ content: "one" }, { id: "1", content: "one" }),
  past({ content: "two" }, { id: "2", content: "two" }),
];
const flag = past({ messageId: "1", reason: "why" }, { id: "1" });
const page = (...flagged: readonly string[]) =>
  past(
    {},
    {
      messages: ["1", "2"].map((id, place) => ({
        id,
        content: place === 0 ? "one" : "two",
        metadata: flagged.includes(id) ? { needsHuman: true } : {},
      })),
    },
  );
const of = (flags: readonly HistoryEntry[], shown: HistoryEntry) => ({
  "send-message": sent,
  "flag-needs-human": flags,
  "get-messages": [shown],
});

test("no message bears the entry of a flag that nobody has set on it", () => {
  expect(judged(needsHumanEntryRules, "messages.flag.only-the-message", of([flag], page("1")))).toBe(1);
  expect(judged(needsHumanEntryRules, "messages.flag.only-the-message", of([flag], page("1", "2")))).toBe("broken");
});

test("a flag that was rejected sets no entry", () => {
  const second = past({ messageId: "2", reason: 7 }, {});
  const rule = "messages.flag.refused-without-effect";
  expect(judged(needsHumanEntryRules, rule, of([flag, rejected(second, 400)], page("1")))).toBe(1);
  expect(judged(needsHumanEntryRules, rule, of([flag, rejected(second, 400)], page("1", "2")))).toBe("broken");
  // Of a flag that ended in an error of the server nobody knows what it has done.
  expect(judged(needsHumanEntryRules, rule, of([flag, rejected(second, 500)], page("1", "2")))).toBe(0);
});

test("a flag without valid credentials sets no entry either, and is a finding of its own", () => {
  const second = rejected(past({ messageId: "2", reason: "why" }, {}), 401);
  const history = of([flag, second], page("1", "2"));
  expect(judged(needsHumanEntryRules, "auth.refused-without-effect", history)).toBe("broken");
  expect(judged(needsHumanEntryRules, "messages.flag.refused-without-effect", history)).toBe(0);
});
