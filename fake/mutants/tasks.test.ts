import { expect, test } from "vitest";
import { items, startFake } from "../testing.ts";

const start = (mutant: string) => startFake({ mutants: [mutant], seed: 1 });

type Running = Awaited<ReturnType<typeof start>>;

const create = async (fake: Running, body: object = {}) =>
  (await fake.post("create-task", { title: "Of this test", ...body })).data;

const listed = async (fake: Running, query: Record<string, string | number> = {}) =>
  items((await fake.get("list-tasks", query)).data);

const taskOf = async (fake: Running, id: unknown) =>
  (await listed(fake, { limit: 100 })).find((task) => task.id === id);

const block = (fake: Running, { id }: { readonly id?: unknown }, reason = "waits") =>
  fake.post("block-task", { taskId: id, reason });

test("a rule is wrong about the tasks that its guard lets through alone", async () => {
  const fake = await start("allow@rules.tasks.filters.status[row.priority=urgent]");
  const [calm, urgent] = [await create(fake, { priority: "low" }), await create(fake, { priority: "urgent" })];
  const ids = (await listed(fake, { status: "cancelled", limit: 100 })).map(({ id }) => id);
  expect(ids).toContain(urgent.id);
  expect(ids).not.toContain(calm.id);
});

test("a guard on a past change knows which tasks were changed", async () => {
  const fake = await start("deny@rules.tasks.filters.text[row.moved=block-task]");
  const [moved, other] = [await create(fake, { title: "moved one" }), await create(fake, { title: "other one" })];
  await block(fake, moved);
  expect(await listed(fake, { query: "moved one" })).toEqual([]);
  expect((await listed(fake, { query: "other one" })).map(({ id }) => id)).toEqual([other.id]);
});

test("a part that a search does not look at is not found, and the others are", async () => {
  const fake = await start("drop@rules.tasks.filters.text/title");
  await create(fake, { title: "quicksilver", description: "mercury" });
  expect(await listed(fake, { query: "quicksilver" })).toEqual([]);
  expect(await listed(fake, { query: "mercury" })).toHaveLength(1);
});

test("what a block should change stays, is kept in the response alone, or takes something else along", async () => {
  const outcome = async (mutant: string) => {
    const fake = await start(mutant);
    const task = await create(fake, { priority: "high" });
    const { data } = await block(fake, task);
    const shown = await taskOf(fake, task.id);
    return [data.status, shown?.status, shown?.priority, shown?.assigneeUserId ?? null];
  };
  expect(await outcome("stay@block-task>status")).toEqual(["todo", "todo", "high", null]);
  expect(await outcome("unkept@block-task>status")).toEqual(["blocked", "todo", "high", null]);
  expect(await outcome("constant@block-task>priority")).toEqual(["blocked", "blocked", "none", null]);
  expect((await outcome("invent@block-task>assigneeUserId"))[3]).not.toBeNull();
});

test("a change spreads to tasks of one relation alone", async () => {
  const fake = await start("spread@block-task>status[kin=child]");
  const parent = await create(fake);
  const child = await create(fake, { parentTaskId: parent.id });
  const other = await create(fake);
  await block(fake, parent);
  expect((await taskOf(fake, child.id))?.status).toBe("blocked");
  expect((await taskOf(fake, other.id))?.status).toBe("todo");
});

test("a stale listing goes by what was there before the last change", async () => {
  const fake = await start("stale@list-tasks:/data/*/status");
  const task = await create(fake);
  await block(fake, task);
  expect((await taskOf(fake, task.id))?.status).toBe("todo");
});

test("what is rejected is done all the same", async () => {
  const forbidden = await start("perform-forbidden@release-task");
  const task = await create(forbidden, { assigneeAgentId: forbidden.fixtures.otherAgent?.id });
  expect((await forbidden.post("release-task", { taskId: task.id })).status).toBe(409);
  expect((await taskOf(forbidden, task.id))?.assigneeAgentId).toBeNull();
});

test("of several filters one is enough, or the last is not looked at", async () => {
  const found = async (mutant: string) => {
    const fake = await start(mutant);
    await create(fake, { title: "a needle", priority: "low" });
    return (await listed(fake, { query: "a needle", priority: "urgent", limit: 100 })).some(
      ({ title }) => String(title) === "a needle",
    );
  };
  expect(await found("any-filter@list-tasks")).toBe(true);
  expect(await found("forget-filter@list-tasks")).toBe(true);
  expect(await found("forget-filter@list-tasks[filters>=3]")).toBe(false);
});

test("a guard looks at what the request gives", async () => {
  const status = async (body: object) => {
    const fake = await start("reject@create-task[title=zero]");
    return (await fake.post("create-task", body)).status;
  };
  expect(await status({ title: "0" })).toBe(400);
  expect(await status({ title: "1" })).toBe(200);
});

test("input of another type is taken for text, or for none", async () => {
  const coerced = await start("coerce@create-task.body.title.type");
  expect((await coerced.post("create-task", { title: { a: 1 } })).status).toBe(200);
  const ignored = await start("ignore-invalid@create-task.body.description.type");
  expect((await create(ignored, { description: ["text"] })).description).toBeNull();
});

test("a guard looks at the task above the parent, and at the plan", async () => {
  const fake = await start("drop@create-task#parentTaskId[parent=sub-task]");
  const first = await create(fake);
  const second = await create(fake, { parentTaskId: first.id });
  const third = await create(fake, { parentTaskId: second.id });
  expect([second.parentTaskId, third.parentTaskId]).toEqual([first.id, null]);
  const exhausted = await start("forbid@list-tasks[plan=exhausted]");
  expect((await exhausted.get("list-tasks")).status).toBe(200);
});

test("another status, another code, and credentials that count as valid", async () => {
  const answer = async (mutant: string) => {
    const fake = await start(mutant);
    const { status, code } = await fake.post("block-task", { taskId: "none", reason: "r" });
    return [status, code];
  };
  expect(await answer("status-400@rules.refusals.agent.not-found")).toEqual([400, "not_found"]);
  expect(await answer("other-code@rules.refusals.agent.not-found")).toEqual([404, "something_wrong"]);
  expect((await answer("accept-unknown@block-task"))[0]).toBe(200);
  expect((await answer("crash@block-task"))[0]).toBe(500);
  const open = await start("no-header@list-tasks");
  expect((await fetch(`${open.baseUrl}/v1/agent/list-tasks`)).status).toBe(200);
});
