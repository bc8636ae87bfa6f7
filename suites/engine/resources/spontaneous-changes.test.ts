import { expect, test } from "vitest";
import { readCatalogueEntries } from "../../../spec/catalogue/requirements.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { BudgetSpent } from "../../client/inconclusive.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import type { CheckContext } from "../check/check.ts";
import { changedResourceReason, OF_MOVES } from "./spontaneous-changes.ts";

const response = (data: Json) => answeredExchange(200, { success: true, data });
const NEW = { id: "t1", status: "triage", priority: "none", version: 1 };
const SORTED = { ...NEW, status: "backlog", version: 2 };

/**
 * What is said of a failure, where a listing shows a task of the run as named, and further ones show the one that is left
 * alone, in turn.
 */
async function doubt(
  requirement: string,
  listed: JsonObject,
  shown: readonly JsonObject[],
  moved: readonly string[] = [],
) {
  const { context, made } = runOf([listed], shown, moved);
  return { reason: await changedResourceReason(requirement, context), made };
}

/** Such a run, whose patience lasts for that many attempts, with the tasks that were asked for. */
function runOf(
  listed: readonly JsonObject[],
  shown: readonly JsonObject[],
  moved: readonly string[] = [],
  attempts = shown.length,
  asMade: JsonObject = NEW,
) {
  const past = (body: JsonObject, data: Json) => ({
    input: { operation: "", parameters: {}, body },
    exchange: response(data),
  });
  const histories: Record<string, readonly object[]> = {
    "create-task": [
      past({ title: "one", status: "triage" }, asMade),
      past({ title: "two", status: "todo" }, { ...NEW, id: "t3", status: "todo" }),
    ],
    "list-tasks": [past({}, [...listed])],
    "block-task": moved.map((taskId) => past({ taskId }, {})),
  };
  const made: Json[] = [];
  const left = [...shown];
  const context = {
    context: { mark: "mark" },
    history: (operation: string) => histories[operation] ?? [],
    baseline: async () => ({ input: { operation: "create-task", parameters: {}, body: { title: "plain" } } }),
    async call(operation: string, { body }: { body: Json }) {
      if (operation === "create-task") made.push(body);
      return response(operation === "create-task" ? { ...asMade, id: "t2" } : [{ ...left.shift(), id: "t2" }]);
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
    const listing = past({}, [...more]);
    const judged = { ...listing, exchange: { ...listing.exchange, violations } };
    histories["list-tasks"] = [...(histories["list-tasks"] ?? []), judged];
  };
  return { context: context as unknown as CheckContext, made, lists };
}

test("a task that is left alone and changes says that the target makes moves of its own", async () => {
  const { reason, made } = await doubt("tasks.list.priority", SORTED, [NEW, NEW, SORTED]);
  expect(reason).toBe(
    "the target changes tasks by itself: the status came from triage to backlog of one that nobody touched",
  );
  expect(made).toEqual([{ title: wordOf({ mark: "mark" }, 'left alone 0 {"status":"triage"}'), status: "triage" }]);
});

test("a watch for which no tasks are left ends no run, also while another one is waited for", async () => {
  const { context, lists } = runOf([SORTED], [NEW, NEW, SORTED]);
  let goOn = () => {};
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
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
  goOn();
  expect(await first).toContain("from triage to backlog");
  expect(await second).toContain("from triage to backlog");
});

test("where no tasks are left for a watch, what has been seen leaves a failure in doubt", async () => {
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

test("versions beyond what numbers tell apart leave it to the order of the responses", async () => {
  const far = { ...SORTED, version: 2 ** 60 + 1 };
  const made = { ...NEW, version: 2 ** 60 };
  const { context } = runOf([far], [made, far], [], 2, made);
  expect(await changedResourceReason("tasks.list.priority", context)).toContain("from triage to backlog");
});

test.each<[string, JsonObject, readonly JsonObject[]]>([
  ["that one stays as it was made", SORTED, [NEW, NEW]],
  ["it shows otherwise in no later version", SORTED, [NEW, { ...SORTED, version: 1 }]],
  ["it shows less of itself in a later version", SORTED, [NEW, { id: "t2", version: 2 }]],
  ["it is blocked, for which someone asks", SORTED, [NEW, { ...SORTED, status: "blocked" }]],
])("a failure stands where %s", async (_, listed, shown) => {
  expect((await doubt("tasks.list.priority", listed, shown)).reason).toBeNull();
});

test("another one is left alone where a listing comes too late for the first", async () => {
  const { reason, made } = await doubt("tasks.list.priority", SORTED, [SORTED, NEW, SORTED]);
  expect(reason).toContain("the status came from triage to backlog");
  expect(made).toHaveLength(2);
});

test("where each of three comes too late, what a listing shows of a later version has to do", async () => {
  const { reason, made } = await doubt("tasks.list.priority", SORTED, [SORTED, SORTED, SORTED]);
  expect(reason).toContain("the status came from triage to backlog");
  expect(made).toHaveLength(3);
  const sameVersion = { ...SORTED, version: 1 };
  expect((await doubt("tasks.list.priority", SORTED, [SORTED, SORTED, sameVersion])).reason).toBeNull();
});

test("a task of another kind that changes later is watched as well, and each kind once", async () => {
  const { context, made, lists } = runOf([SORTED], [NEW, NEW, NEW, { ...SORTED, status: "done" }], [], 2);
  expect(await changedResourceReason("tasks.list.status", context)).toBeNull();
  expect(await changedResourceReason("tasks.list.status", context)).toBeNull();
  expect(made).toHaveLength(1);
  lists([{ ...SORTED, id: "t3", status: "done" }]);
  expect(await changedResourceReason("tasks.list.status", context)).toContain("to done of one that nobody touched");
  expect(made.map((body) => (body as JsonObject).status)).toEqual(["triage", "todo"]);
});

test("a response that a monitor has found broken tells of no change", async () => {
  const { context, made, lists } = runOf([NEW], [NEW, SORTED]);
  const violation = { requirement: "tasks.fields", verifier: "schema", pointer: "/data", message: "broken" };
  lists([SORTED], [violation as Exchange["violations"][number]]);
  expect([await changedResourceReason("tasks.list.status", context), made]).toEqual([null, []]);
});

test("nothing is asked where no task of the run has changed, someone moved it, or it does not concern tasks", async () => {
  const shown = [NEW, SORTED];
  for (const { reason, made } of [
    await doubt("tasks.list.priority", NEW, shown),
    await doubt("tasks.list.priority", SORTED, shown, ["t1"]),
    await doubt("memories.search.text", SORTED, shown),
    await doubt("tasks.create.title", SORTED, shown),
    await doubt("tasks.visibility.hidden", SORTED, shown),
  ]) {
    expect([reason, made]).toEqual([null, []]);
  }
});

test("each of what such moves can break is a requirement", () => {
  const known = readCatalogueEntries().map(({ id }) => id);
  expect(OF_MOVES.filter((id) => !known.includes(id))).toEqual([]);
});
