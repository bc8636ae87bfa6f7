import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { References } from "../cases/reference-model.ts";
import type { CaseContext } from "../check/check.ts";
import { blockableTask, statusesToBlockFrom } from "./create-resources.ts";

/** Returns the tasks of three requests if blocking the first one gets these statuses. */
async function tasksFor(...statuses: readonly number[]) {
  return (await tasksAndStatuses(...statuses)).given;
}

/** Returns these tasks, and the statuses from which further blocks are tried. */
async function tasksAndStatuses(...statuses: readonly number[]) {
  const document = await loadDocument();
  let created = 0;
  const left = [...statuses];
  const call = async (operation: string) => {
    const status = operation === "block-task" ? (left.shift() ?? 200) : 200;
    if (operation === "create-task") created += 1;
    const error = { code: "conflict", message: "blocked already" };
    const body = status === 200 ? { success: true, data: { id: `new ${created}` } } : { success: false, error };
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

test("shares one task if a blocked task can be blocked again", async () => {
  expect(await tasksFor(200, 200, 200)).toEqual(["shared", "shared", "shared"]);
});

test("creates a task for each request if none can be blocked twice", async () => {
  expect(await tasksFor(200, 409)).toEqual(["new 1", "new 2", "new 3"]);
});

test("does not count a block after a release as proof that a blocked task can be blocked again", async () => {
  expect(await tasksFor(200, 200, 409)).toEqual(["new 1", "new 2", "new 3"]);
});

test("tries the status from which a task was blocked first, then statuses in progress", async () => {
  // The default task can be blocked.
  const usual = await tasksAndStatuses(200, 409);
  expect(usual.tried).toEqual(["backlog", "in_progress", "todo", "blocked", "in_review", "triage"]);
  // The default task cannot be blocked, nor can those in in_progress and todo.
  const found = await tasksAndStatuses(409, 409, 409, 200, 409);
  expect(found.tried).toEqual(["blocked", "in_progress", "todo", "backlog", "in_review", "triage"]);
});
