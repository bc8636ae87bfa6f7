import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { References } from "../cases/reference-model.ts";
import type { CaseContext } from "../check/check.ts";
import { blockableTask, statusesToBlockFrom } from "./create-resources.ts";

/** The tasks that are given out for three requests, where blocking the first one gets these statuses. */
async function given(...statuses: readonly number[]) {
  return (await searched(...statuses)).given;
}

/** The same, with the statuses from which others are then tried to be blocked. */
async function searched(...statuses: readonly number[]) {
  const document = await loadDocument();
  let made = 0;
  const left = [...statuses];
  const call = async (operation: string) => {
    const status = operation === "block-task" ? (left.shift() ?? 200) : 200;
    if (operation === "create-task") made += 1;
    const error = { code: "conflict", message: "blocked already" };
    const body = status === 200 ? { success: true, data: { id: `new ${made}` } } : { success: false, error };
    return answeredExchange(status, body);
  };
  const context = { context: { document, budget: "standard" }, call } as unknown as CaseContext;
  const references = {
    provide: async () => "shared",
    baseline: async () => ({
      input: { operation: "create-task", parameters: {}, body: { title: "one" } },
      exchange: answeredExchange(200, { success: true, data: { id: "shared", status: "backlog" } }),
    }),
  } as unknown as References;
  const make = blockableTask();
  const tasks = [await make(context, references), await make(context, references), await make(context, references)];
  return { given: tasks, tried: statusesToBlockFrom(context.context) };
}

test("one task serves every time where a blocked one can be blocked again", async () => {
  expect(await given(200, 200, 200)).toEqual(["shared", "shared", "shared"]);
});

test("each request gets a task of its own where none can be blocked twice", async () => {
  expect(await given(200, 409)).toEqual(["new 1", "new 2", "new 3"]);
});

test("a release between two blocks of the shared task does not make it one that can be blocked again", async () => {
  expect(await given(200, 200, 409)).toEqual(["new 1", "new 2", "new 3"]);
});

test("the status that a task was blocked from is tried first, and then what is under way", async () => {
  // Of the task as it is created by default.
  const usual = await searched(200, 409);
  expect(usual.tried).toEqual(["backlog", "in_progress", "todo", "blocked", "in_review", "triage"]);
  // The task as it is created by default is rejected, and so are those under way and to do.
  const found = await searched(409, 409, 409, 200, 409);
  expect(found.tried).toEqual(["blocked", "in_progress", "todo", "backlog", "in_review", "triage"]);
});
