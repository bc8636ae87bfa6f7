import { expect, test } from "vitest";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { Failure } from "../../engine/outcome.ts";
import { past } from "../hindsight/testing/judged.ts";
import { expectKept } from "./kept.ts";
import type { Step, Story } from "./stories.ts";

const DUE = "2026-01-04T00:00:00Z";
const bare = { id: "t1", title: "blocked", version: 1 };

/** A task that was due after its block, in a run whose listing showed this of a task that nobody asked to change. */
function judge(untouched: { readonly dueAt?: string }): unknown {
  const answer = answeredExchange(200, { success: true, data: { ...bare, dueAt: DUE } });
  const step: Step = { done: "block", answer, seen: null };
  const made = answeredExchange(200, { success: true, data: bare });
  const task = { id: "t1", word: "blocked", asked: { title: "blocked" }, answer: made };
  const story: Story = { task, self: "a1", before: null, steps: [step], refusedRelease: null, blocks: [] };
  const other = { id: "t2", title: "another" };
  const asked = {
    "create-task": [past({ title: "blocked" }, bare), past({ title: "another" }, other)],
    "block-task": [past({ taskId: "t1" }, bare)],
    "list-tasks": [
      past({}, [
        { ...bare, dueAt: DUE },
        { ...other, ...untouched },
      ]),
    ],
  };
  const history = (operation: string) => asked[operation as keyof typeof asked] ?? [];
  try {
    return expectKept({ history }, step, story, "a block");
  } catch (error) {
    return error instanceof Failure ? "broken" : "kept";
  }
}

test("a block brings no date", () => {
  expect(judge({})).toBe("broken");
});

test("a date that tasks come by which nobody changes is no matter of a block", () => {
  expect(judge({ dueAt: DUE })).toBe("kept");
});
