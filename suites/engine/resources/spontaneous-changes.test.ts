import { expect, test } from "vitest";
import { readCatalogueEntries } from "../../../spec/catalogue/requirements.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { BudgetSpent } from "../../client/inconclusive.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import type { CheckContext } from "../check/check.ts";
import { CHANGE_REQUIREMENTS, changedResourceReason } from "./spontaneous-changes.ts";

const response = (data: Json) => answeredExchange(200, { success: true, data });
const NEW = { id: "t1", status: "triage", priority: "none", version: 1 };
const SORTED = { ...NEW, status: "backlog", version: 2 };

/**
 * Returns the reason for a failure if listings show a task as given, and then the watched task in these states. Also
 * returns the tasks that were created.
 */
async function reasonFor(
  requirement: string,
  listed: JsonObject,
  shown: readonly JsonObject[],
  moved: readonly string[] = [],
) {
  const { context, created } = runOf([listed], shown, moved);
  return { reason: await changedResourceReason(requirement, context), created };
}

/** Returns a run whose polling makes this many attempts, and the tasks that it creates. */
function runOf(
  listed: readonly JsonObject[],
  shown: readonly JsonObject[],
  moved: readonly string[] = [],
  attempts = shown.length,
  asCreated: JsonObject = NEW,
) {
  const entry = (body: JsonObject, data: Json) => ({
    input: { operation: "", parameters: {}, body },
    exchange: response(data),
  });
  const histories: Record<string, readonly object[]> = {
    "create-task": [
      entry({ title: "one", status: "triage" }, asCreated),
      entry({ title: "two", status: "todo" }, { ...NEW, id: "t3", status: "todo" }),
    ],
    "list-tasks": [entry({}, [...listed])],
    "block-task": moved.map((taskId) => entry({ taskId }, {})),
  };
  const created: Json[] = [];
  const left = [...shown];
  const context = {
    context: { mark: "mark" },
    history: (operation: string) => histories[operation] ?? [],
    baseline: async () => ({ input: { operation: "create-task", parameters: {}, body: { title: "plain" } } }),
    async call(operation: string, { body }: { body: Json }) {
      if (operation === "create-task") created.push(body);
      return response(operation === "create-task" ? { ...asCreated, id: "t2" } : [{ ...left.shift(), id: "t2" }]);
    },
    async eventually(attempt: () => Promise<void>) {
      for (let tries = attempts; tries > 1; tries -= 1) {
        try {
          return await attempt();
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
        }
      }
      await attempt();
    },
  };
  const lists = (more: readonly JsonObject[], violations: Exchange["violations"] = []) => {
    const listing = entry({}, [...more]);
    const judged = { ...listing, exchange: { ...listing.exchange, violations } };
    histories["list-tasks"] = [...(histories["list-tasks"] ?? []), judged];
  };
  return { context: context as unknown as CheckContext, created, lists };
}

test("reports that the target changes tasks by itself if an untouched task changes", async () => {
  const { reason, created } = await reasonFor("tasks.list.priority", SORTED, [NEW, NEW, SORTED]);
  expect(reason).toBe(
    "the target changes tasks by itself: the status came from triage to backlog of one that nobody touched",
  );
  expect(created).toEqual([{ title: wordOf({ mark: "mark" }, 'left alone 0 {"status":"triage"}'), status: "triage" }]);
});

test("survives a watch without remaining tasks, also while another watch is pending", async () => {
  const { context, lists } = runOf([SORTED], [NEW, NEW, SORTED]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const busy = {
    ...context,
    async call(operation: string, input: { body: { status?: string } }) {
      if (operation === "create-task" && input.body.status === "todo") throw new BudgetSpent("the tasks are spent");
      if (operation === "create-task") await released;
      return context.call(operation, input);
    },
  } as unknown as CheckContext;
  const first = changedResourceReason("tasks.list.priority", busy);
  lists([{ ...SORTED, id: "t3" }]);
  const second = changedResourceReason("tasks.list.status", busy);
  // Long enough for an unhandled rejection to be reported.
  await new Promise(setImmediate);
  release();
  expect(await first).toContain("from triage to backlog");
  expect(await second).toContain("from triage to backlog");
});

test("leaves a failure in doubt if a change was seen and no task is left to watch", async () => {
  const { context, lists } = runOf([NEW], []);
  const spent = {
    ...context,
    async call() {
      throw new BudgetSpent("the budget of 30 tasks is spent");
    },
  } as unknown as CheckContext;
  expect(await changedResourceReason("tasks.block.only-the-task", spent)).toBeNull();
  lists([SORTED]);
  expect(await changedResourceReason("tasks.block.only-the-task", spent)).toBe(
    "the target may change tasks by itself: the status came from triage to backlog of one that nobody touched, and none could be watched for it, as the budget of 30 tasks is spent",
  );
});

test("uses the order of responses for versions beyond the precision of numbers", async () => {
  const farVersion = { ...SORTED, version: 2 ** 60 + 1 };
  const created = { ...NEW, version: 2 ** 60 };
  const { context } = runOf([farVersion], [created, farVersion], [], 2, created);
  expect(await changedResourceReason("tasks.list.priority", context)).toContain("from triage to backlog");
});

test.each<[string, JsonObject, readonly JsonObject[]]>([
  ["the watched task stays as it was created", SORTED, [NEW, NEW]],
  ["it shows the change without a later version", SORTED, [NEW, { ...SORTED, version: 1 }]],
  ["a later version omits members", SORTED, [NEW, { id: "t2", version: 2 }]],
  ["it is blocked, which a request can cause", SORTED, [NEW, { ...SORTED, status: "blocked" }]],
])("keeps a failure if %s", async (_, listed, shown) => {
  expect((await reasonFor("tasks.list.priority", listed, shown)).reason).toBeNull();
});

test("watches another task if the listing comes too late for the first", async () => {
  const { reason, created } = await reasonFor("tasks.list.priority", SORTED, [SORTED, NEW, SORTED]);
  expect(reason).toContain("the status came from triage to backlog");
  expect(created).toHaveLength(2);
});

test("relies on a later version in a listing if the listing comes too late for three tasks", async () => {
  const { reason, created } = await reasonFor("tasks.list.priority", SORTED, [SORTED, SORTED, SORTED]);
  expect(reason).toContain("the status came from triage to backlog");
  expect(created).toHaveLength(3);
  const sameVersion = { ...SORTED, version: 1 };
  expect((await reasonFor("tasks.list.priority", SORTED, [SORTED, SORTED, sameVersion])).reason).toBeNull();
});

test("watches each kind of task that changes once", async () => {
  const { context, created, lists } = runOf([SORTED], [NEW, NEW, NEW, { ...SORTED, status: "done" }], [], 2);
  expect(await changedResourceReason("tasks.list.status", context)).toBeNull();
  expect(await changedResourceReason("tasks.list.status", context)).toBeNull();
  expect(created).toHaveLength(1);
  lists([{ ...SORTED, id: "t3", status: "done" }]);
  expect(await changedResourceReason("tasks.list.status", context)).toContain("to done of one that nobody touched");
  expect(created.map((body) => (body as JsonObject).status)).toEqual(["triage", "todo"]);
});

test("ignores changes in a response that violates the contract", async () => {
  const { context, created, lists } = runOf([NEW], [NEW, SORTED]);
  const violation = { requirement: "tasks.fields", verifier: "schema", pointer: "/data", message: "broken" };
  lists([SORTED], [violation as Exchange["violations"][number]]);
  expect([await changedResourceReason("tasks.list.status", context), created]).toEqual([null, []]);
});

test("watches nothing if no task changed, the run changed it, or the requirement is not about tasks", async () => {
  const shown = [NEW, SORTED];
  for (const { reason, created } of [
    await reasonFor("tasks.list.priority", NEW, shown),
    await reasonFor("tasks.list.priority", SORTED, shown, ["t1"]),
    await reasonFor("memories.search.text", SORTED, shown),
    await reasonFor("tasks.create.title", SORTED, shown),
    await reasonFor("tasks.visibility.hidden", SORTED, shown),
  ]) {
    expect([reason, created]).toEqual([null, []]);
  }
});

test("lists only ids of requirements", () => {
  const known = readCatalogueEntries().map(({ id }) => id);
  expect(CHANGE_REQUIREMENTS.filter((id) => !known.includes(id))).toEqual([]);
});
