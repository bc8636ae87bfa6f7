import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { filledRules } from "./filled.ts";
import { judged, past } from "./testing/judged.ts";

const tasks = (count: number, priority = "high") =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index}`, title: `task ${index}`, priority }));

/** Listings in the order given, so far apart that what one shows is everywhere for the next. */
function listings(...pages: readonly (readonly [JsonObject, Json])[]): readonly HistoryEntry[] {
  return pages.map(([parameters, data], index) => {
    const one = past({}, data);
    const sequence = (index + 1) * 100;
    return {
      ...one,
      input: { operation: "", parameters, body: undefined },
      exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 },
    };
  });
}

const verdict = (requirement: string, asked: JsonObject, shown: number, there = 6) =>
  judged(filledRules, requirement, {
    "create-task": tasks(there).map((task) => past({ title: task.title }, task)),
    "list-tasks": listings([{}, tasks(there)], [asked, tasks(shown)], [{}, tasks(there)]),
  });

test("a list has as many as were asked for while so many satisfy its filters", () => {
  const rule = "tasks.list.limit-fills";
  expect(verdict(rule, { priority: "high", limit: 4 }, 3)).toBe("broken");
  expect(verdict(rule, { priority: "high", limit: 4 }, 4)).toBe(1);
  expect(verdict(rule, { priority: "low", limit: 4 }, 0)).toBe(0);
  // What a limit above the maximum may be cut to is the maximum.
  expect(verdict(rule, { limit: 200 }, 100, 120)).toBe(1);
});

test("without a limit it has as many as the default", () => {
  const rule = "tasks.list.default-limit";
  expect(verdict(rule, { priority: "high" }, 25, 60)).toBe("broken");
  expect(verdict(rule, { priority: "high" }, 50, 60)).toBe(3);
});
