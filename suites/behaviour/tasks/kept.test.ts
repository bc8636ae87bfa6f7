import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import type { Past } from "../../knowledge/history.ts";
import { Failure } from "../../outcome/failure.ts";
import { past } from "../../rules/testing/judged.ts";
import { expectKept, expectNothingBrought } from "./kept.ts";
import type { TaskSighting } from "./listing.ts";
import type { Scenario, Step } from "./scenarios.ts";

const document = await loadDocument();
const DUE = "2026-01-04T00:00:00Z";
const bare = { id: "t1", title: "blocked", version: 1 };
/** A task that nobody asked to change. */
const other = { id: "t2", title: "another" };

/** How often a target is looked at before its patience is over. */
const LOOKS = 3;

/** A task that was due after its block, in a run whose listings show the other one like this, the first one before the judgement. */
async function judge(...listed: readonly { readonly dueAt?: string }[]): Promise<string> {
  const listing = () => [
    { ...bare, dueAt: DUE },
    { ...other, ...(listed[asked["list-tasks"].length] ?? listed.at(-1)) },
  ];
  const asked: Record<"create-task" | "block-task" | "list-tasks", Past[]> = {
    "create-task": [past({ title: "blocked" }, bare), past({ title: "another" }, other)],
    "block-task": [past({ taskId: "t1" }, bare)],
    "list-tasks": [],
  };
  const look = () => {
    const one = past({}, listing());
    asked["list-tasks"].push(one);
    return one.exchange;
  };
  look();
  const check = {
    context: { document },
    history: (operation: string) => asked[operation as keyof typeof asked] ?? [],
    call: async () => look(),
    async eventually(attempt: () => Promise<void>) {
      for (let left = LOOKS; ; left -= 1) {
        try {
          return await attempt();
        } catch (error) {
          if (left === 1) throw error;
        }
      }
    },
  } as unknown as CheckContext;
  const response = answeredExchange(200, { success: true, data: { ...bare, dueAt: DUE } });
  const step: Step = { done: "block", response, seen: null };
  const made = answeredExchange(200, { success: true, data: bare });
  const task = { id: "t1", word: "blocked", asked: { title: "blocked" }, response: made };
  const scenario: Scenario = { task, self: "a1", before: null, steps: [step], rejectedRelease: null, blocks: [] };
  try {
    await expectNothingBrought(check, step, scenario, "a block");
    return "kept";
  } catch (error) {
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

test("a block brings no date", async () => {
  expect(await judge({})).toBe("broken");
});

test("a date that tasks come by which nobody changes does not concern a block", async () => {
  expect(await judge({ dueAt: DUE })).toBe("kept");
});

test("tasks may come by a date a moment later: it is waited for before a block is blamed", async () => {
  expect(await judge({}, {}, { dueAt: DUE })).toBe("kept");
});

/** A block of a task whose listing showed its identifier before it, and shows none after it. */
function judgeListed(before: Pick<TaskSighting, "byWord">, after: Pick<TaskSighting, "byWord">): string {
  const listed = (task: JsonObject) => answeredExchange(200, { success: true, data: [task] });
  const sighting = (task: JsonObject, way: Pick<TaskSighting, "byWord">): TaskSighting => ({
    exchange: listed(task),
    pointer: "/data/0",
    task,
    ...way,
  });
  const named = { ...bare, identifier: "OPS-4" };
  const made = answeredExchange(200, { success: true, data: named });
  const task = { id: "t1", word: "blocked", asked: { title: "blocked" }, response: made };
  const step: Step = { done: "block", response: made, seen: sighting({ ...bare, identifier: null }, after) };
  const scenario: Scenario = {
    task,
    self: "a1",
    before: sighting(named, before),
    steps: [step],
    rejectedRelease: null,
    blocks: [],
  };
  try {
    expectKept(step, scenario, "a block");
    return "kept";
  } catch (error) {
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

test("what a listing has shown of a task it goes on to show after a block", () => {
  expect(judgeListed({ byWord: true }, { byWord: true })).toBe("broken");
  expect(judgeListed({ byWord: false }, { byWord: false })).toBe("broken");
});

test("a search may come by a field later than the listing of everything", () => {
  expect(judgeListed({ byWord: false }, { byWord: true })).toBe("kept");
});
