import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CheckContext } from "../../engine/check.ts";
import type { Past } from "../../engine/history.ts";
import { Failure } from "../../engine/outcome.ts";
import { apartRules } from "./apart.ts";
import { hiddenRules } from "./hidden.ts";
import { limitRules } from "./limits.ts";
import { madeRules } from "./made.ts";
import type { Rule } from "./rule.ts";
import { shownRules } from "./shown.ts";

const OTHERS = { otherAgent: { apiKey: "theirs", id: "a2" }, otherWorkspace: { apiKey: "elsewhere" } };

/** A request with these members that was granted, and what it was answered. */
function past(members: JsonObject, data: Json, otherKey: string | null = null): Past {
  return {
    input: { operation: "", parameters: {}, body: members },
    otherKey,
    isOwn: otherKey === null,
    exchange: answeredExchange(200, { success: true, data }),
  };
}

/** What a rule says of such a run: how often there was anything to judge, or that it is broken. */
function judged(rules: readonly Rule[], requirement: string, history: Readonly<Record<string, readonly Past[]>>) {
  const rule = rules.find((one) => one.requirement === requirement);
  const world = { target: { fixtures: OTHERS, parameters: {} } };
  const check = { world, history: (operation: string) => history[operation] ?? [] } as unknown as CheckContext;
  try {
    return rule?.judge(check);
  } catch (error) {
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

test("a list is no longer than was asked for, whoever asked", () => {
  const hits = (count: number) => ({ hits: Array.from({ length: count }, (_, index) => ({ id: `m${index}` })) });
  const of = (limit: Json, count: number) => ({ recall: [past({ limit }, hits(count))] });
  expect(judged(limitRules, "recall.limit", of(1, 1))).toBe(1);
  expect(judged(limitRules, "recall.limit", of(1, 2))).toBe("broken");
  // What a part of one would be is open.
  expect(judged(limitRules, "recall.limit", of(1.5, 2))).toBe(0);
});

test("hits are of the channel that was asked for", () => {
  const of = (channelId: string) => ({
    "search-messages": [past({ channelId: "c1" }, { messages: [{ channelId }] })],
  });
  expect(judged(shownRules, "messages.search.channel", of("c1"))).toBe(1);
  expect(judged(shownRules, "messages.search.channel", of("c2"))).toBe("broken");
});

test("a task that another agent made for itself is in no list for the caller, unless the caller has moved it", () => {
  const history = {
    "create-task": [past({ title: "secret" }, { id: "t1" }, "theirs")],
    "list-tasks": [past({ priority: "low" }, [{ id: "t1" }])],
  };
  expect(judged(hiddenRules, "tasks.visibility.hidden", history)).toBe("broken");
  const moved = { ...history, "block-task": [past({ taskId: "t1" }, { id: "t1" })] };
  expect(judged(hiddenRules, "tasks.visibility.hidden", moved)).toBe(0);
});

test("what the caller has made is in no list for another workspace, and equal identifiers are no leak", () => {
  const title = "a title of words that nothing else has";
  const history = (shown: string) => ({
    "create-task": [past({ title }, { id: "1" })],
    "list-tasks": [past({}, [{ id: "1", title: shown }], "elsewhere")],
  });
  expect(judged(apartRules, "isolation.list-tasks", history("another title of their own"))).toBe(1);
  expect(judged(apartRules, "isolation.list-tasks", history(title))).toBe("broken");
});

test("what was made is as it was asked for, and has an id of its own", () => {
  const made = (...tasks: readonly (readonly [Json, Json])[]) => ({
    "create-task": tasks.map(([priority, id]) => past({ priority }, { id, priority: "low" })),
  });
  expect(judged(madeRules, "tasks.create.priority", made(["low", "t1"]))).toBe(1);
  expect(judged(madeRules, "tasks.create.priority", made(["high", "t1"]))).toBe("broken");
  expect(judged(madeRules, "consistency.unique-ids", made(["low", "t1"], ["low", "t2"]))).toBe(2);
  expect(judged(madeRules, "consistency.unique-ids", made(["low", "t1"], ["low", "t1"]))).toBe("broken");
});

test("a task comes back with the parent that was asked for, where that is there", () => {
  const parent = past({ title: "above" }, { id: "t1" });
  const below = (parentTaskId: string, answered: Json) => ({
    "create-task": [parent, past({ title: "below", parentTaskId }, { id: "t2", parentTaskId: answered })],
  });
  expect(judged(madeRules, "tasks.create.parent", below("t1", "t1"))).toBe(1);
  expect(judged(madeRules, "tasks.create.parent", below("t1", null))).toBe("broken");
  // Whether one that is not there is refused, or left out, is another requirement's question.
  expect(judged(madeRules, "tasks.create.parent", below("nowhere", null))).toBe(0);
});
