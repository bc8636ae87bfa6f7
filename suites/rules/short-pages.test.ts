import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { shortPageRules } from "./short-pages.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const tasks = (count: number, priority = "high") =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index}`, title: `task ${index}`, priority }));

/** Returns the listings in this order, so far apart that each shows what earlier ones showed. */
function listings(...pages: readonly (readonly [JsonObject, Json])[]): readonly HistoryEntry[] {
  return pages.map(([parameters, data], index) => {
    const entry = acceptedEntry({}, data);
    const sequence = (index + 1) * 100;
    return {
      ...entry,
      input: { operation: "", parameters, body: undefined },
      exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 },
    };
  });
}

const verdict = (requirement: string, requested: JsonObject, shown: number, there = 6) =>
  verdictOf(shortPageRules, requirement, {
    "create-task": tasks(there).map((task) => acceptedEntry({ title: task.title }, task)),
    "list-tasks": listings([{}, tasks(there)], [requested, tasks(shown)], [{}, tasks(there)]),
  });

test("requires a list to have as many items as its limit if that many match its filters", () => {
  const rule = "tasks.list.limit-fills";
  expect(verdict(rule, { priority: "high", limit: 4 }, 3)).toBe("broken");
  expect(verdict(rule, { priority: "high", limit: 4 }, 4)).toBe(1);
  expect(verdict(rule, { priority: "low", limit: 4 }, 0)).toBe(0);
  // A limit above the maximum may be lowered to the maximum.
  expect(verdict(rule, { limit: 200 }, 100, 120)).toBe(1);
});

test("requires a list without a limit to have as many items as the default limit", () => {
  const rule = "tasks.list.default-limit";
  expect(verdict(rule, { priority: "high" }, 25, 60)).toBe("broken");
  expect(verdict(rule, { priority: "high" }, 50, 60)).toBe(3);
});
