import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { currentDecisionRules } from "./current-decisions.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const judge = (...decisions: readonly Readonly<Record<string, Json>>[]) =>
  verdictOf(currentDecisionRules, "bootstrap.decisions", {
    "bootstrap-context": [acceptedEntry({}, { current_decisions: [...decisions] })],
  });

test("the current decisions are decisions and current, as far as they show it", () => {
  expect(judge({ id: "k1", kind: "decision", status: "current" }, { id: "k2", kind: "decision" })).toBe(3);
  expect(judge({ id: "k1", kind: "fact", status: "current" })).toBe("broken");
  expect(judge({ id: "k1", kind: "decision", status: "superseded" })).toBe("broken");
  expect(judge()).toBe(0);
});
