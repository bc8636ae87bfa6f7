import { expect, test } from "vitest";
import { clientOf, idsOf, items, startFake } from "../../testing.ts";
import { INITIAL_STATUSES, TASK_STATUSES } from "./model.ts";

test("a task shows every field that the contract names, null where it has no value", async () => {
  const fake = await startFake();
  const { data } = await fake.post("create-task", { title: "Plain" });
  expect(Object.keys(data)).toHaveLength(24);
  expect(data).toMatchObject({ status: "todo", priority: "none", version: 1, description: null, channelId: null });
  expect(data.createdByAgentId).toBe(fake.fixtures.agent?.id);
});

test.each(INITIAL_STATUSES)("a task starts in %s", async (status) => {
  const fake = await startFake();
  expect((await fake.post("create-task", { title: "x", status })).data.status).toBe(status);
});

test.each(["done", "cancelled", "open", ""])("a task cannot start in %j", async (status) => {
  const fake = await startFake();
  expect(await fake.post("create-task", { title: "x", status })).toMatchObject({ status: 400, code: "invalid_input" });
});

test.each([
  [1, 200],
  [500, 200],
  [0, 400],
  [501, 400],
])("a title of %d characters gets %d, also outside the basic plane", async (length, status) => {
  const fake = await startFake();
  expect((await fake.post("create-task", { title: "x".repeat(length) })).status).toBe(status);
  expect((await fake.post("create-task", { title: "🦭".repeat(length) })).status).toBe(status);
});

const WRONG = [
  { title: 12 },
  { title: ["x"] },
  { title: null },
  { title: "x", description: {} },
  { title: "x", priority: "critical" },
  { title: "x", assigneeAgentId: 7 },
];

test.each(WRONG)("rejects %o", async (body) => {
  const fake = await startFake();
  expect((await fake.post("create-task", body)).status).toBe(400);
});

test("names in a rejection what is wrong with each field", async () => {
  const fake = await startFake();
  const { body } = await fake.post("create-task", { title: "", priority: "p1" });
  expect(items(body.error?.details?.issues).map(({ field }) => field)).toEqual(["title", "priority"]);
});

test.each(["assigneeAgentId", "assigneeUserId", "parentTaskId", "channelId"])(
  "rejects an unknown %s with 404",
  async (field) => {
    const fake = await startFake();
    expect(await fake.post("create-task", { title: "x", [field]: "none" })).toMatchObject({
      status: 404,
      code: "not_found",
    });
  },
);

test("binding to a channel of others is rejected as for no member", async () => {
  const fake = await startFake();
  const answer = await fake.post("create-task", { title: "x", channelId: fake.fixtures.foreignChannel });
  expect(answer).toMatchObject({ status: 403, code: "channel_not_member" });
});

test("a bound task tells its channel when it is created, blocked and released", async () => {
  const fake = await startFake();
  const { memberChannel: channelId, agent } = fake.fixtures;
  const { data } = await fake.post("create-task", { title: "Bound", channelId, assigneeAgentId: agent?.id });
  await fake.post("block-task", { taskId: data.id, reason: "r" });
  await fake.post("release-task", { taskId: data.id });
  const page = await fake.get("get-messages", { channelId: String(channelId), limit: 3 });
  expect(items(page.data.messages)).toMatchObject(
    ["released", "blocked", "created"].map((event) => ({
      senderType: "system",
      metadata: { taskCard: { taskId: data.id, identifier: data.identifier, event } },
    })),
  );
});

test("blocking moves status and version, and leaves a comment that keeps the task listed after a release", async () => {
  const fake = await startFake();
  const { otherAgent } = fake.fixtures;
  const other = clientOf(fake, otherAgent?.apiKey);
  const { data } = await fake.post("create-task", { title: "Handed over", assigneeAgentId: otherAgent?.id });
  const blocked = await other.post("block-task", { taskId: data.id, reason: "no access" });
  expect(blocked.data).toMatchObject({ status: "blocked", version: 2, title: "Handed over" });
  const released = await other.post("release-task", { taskId: data.id });
  expect(released.data).toMatchObject({ status: "blocked", version: 3, assigneeAgentId: null });
  expect(idsOf((await other.get("list-tasks")).data)).toContain(data.id);
});

test("a task that was only assigned is no longer listed after its release", async () => {
  const fake = await startFake();
  const { otherAgent } = fake.fixtures;
  const other = clientOf(fake, otherAgent?.apiKey);
  const { data } = await fake.post("create-task", { title: "Handed over", assigneeAgentId: otherAgent?.id });
  expect(idsOf((await other.get("list-tasks")).data)).toContain(data.id);
  await other.post("release-task", { taskId: data.id });
  expect(idsOf((await other.get("list-tasks")).data)).not.toContain(data.id);
});

test.each(["done", "cancelled"] as const)("a task that is %s cannot be blocked", async (status) => {
  const fake = await startFake();
  const answer = await fake.post("block-task", { taskId: fake.fixtures.tasks?.[status], reason: "r" });
  expect(answer).toMatchObject({ status: 409, code: "conflict" });
});

test("only the assignee releases, and a rejection changes nothing", async () => {
  const fake = await startFake();
  const { data } = await fake.post("create-task", { title: "x", assigneeAgentId: fake.fixtures.otherAgent?.id });
  const rejected = await fake.post("release-task", { taskId: data.id });
  expect(rejected).toMatchObject({ status: 409, code: "conflict" });
  const listed = items((await fake.get("list-tasks")).data).find(({ id }) => id === data.id);
  expect(listed).toEqual(data);
});

test("a task that the caller takes no part in is rejected by id", async () => {
  const fake = await startFake();
  const taskId = fake.fixtures.tasks?.private;
  expect(await fake.post("block-task", { taskId, reason: "r" })).toMatchObject({
    status: 403,
    code: "permission_denied",
  });
  expect(await fake.post("block-task", { taskId: "none", reason: "r" })).toMatchObject({
    status: 404,
    code: "not_found",
  });
});

test("lists what the caller or its agent takes part in and what its channels hold, nothing else", async () => {
  const fake = await startFake();
  const { private: hidden, ofOwnedAgent, ...own } = fake.fixtures.tasks ?? {};
  const listed = idsOf((await fake.get("list-tasks")).data);
  expect(listed).toEqual(expect.arrayContaining([...Object.values(own), ...Object.values(ofOwnedAgent ?? {})]));
  expect(listed).not.toContain(hidden);
  expect(new Set(listed).size).toBe(listed.length);
});

test.each(TASK_STATUSES)("the status filter %s lists that status alone", async (status) => {
  const fake = await startFake();
  for (const initial of INITIAL_STATUSES) await fake.post("create-task", { title: initial, status: initial });
  const listed = items((await fake.get("list-tasks", { status, limit: 100 })).data);
  const all = items((await fake.get("list-tasks", { limit: 100 })).data);
  expect(listed.map(({ id }) => id)).toEqual(all.filter((task) => String(task.status) === status).map(({ id }) => id));
  expect(listed.length).toBeGreaterThan(0);
});

test("filters together list what satisfies all of them", async () => {
  const fake = await startFake();
  const { memberChannel: channelId, agent, user } = fake.fixtures;
  const full = { title: "Tune the Ferry", priority: "urgent", status: "in_review", channelId };
  const { data } = await fake.post("create-task", { ...full, assigneeAgentId: agent?.id, assigneeUserId: user });
  await fake.post("create-task", { ...full, priority: "low" });
  await fake.post("create-task", { ...full, title: "Other" });
  const query = {
    query: "fERRY",
    priority: "urgent",
    status: "in_review",
    channelId: String(channelId),
    assigneeAgentId: String(agent?.id),
    assigneeUserId: String(user),
  };
  expect(idsOf((await fake.get("list-tasks", query)).data)).toEqual([data.id]);
});

test.each(["title", "description", "identifier"])("the text is looked for in the %s", async (field) => {
  const fake = await startFake();
  const { data } = await fake.post("create-task", { title: "a 100% _sure_ Thing", description: "Über den Fluß" });
  const text =
    { title: "100% _SURE_", description: "ÜBER", identifier: String(data.identifier).toLowerCase() }[field] ?? "";
  expect(idsOf((await fake.get("list-tasks", { query: text })).data)).toContain(data.id);
});

test("gives 50 tasks when no count is asked for, 100 at most, the newest first", async () => {
  const fake = await startFake();
  for (let index = 0; index < 110; index++) await fake.post("create-task", { title: `Task ${index}` });
  const listed = items((await fake.get("list-tasks")).data);
  expect(listed).toHaveLength(50);
  expect(listed[0]?.title).toBe("Task 109");
  expect(items((await fake.get("list-tasks", { limit: 100 })).data)).toHaveLength(100);
  expect((await fake.get("list-tasks", { limit: 101 })).status).toBe(400);
});

test("a used-up plan rejects further tasks until the next month", async () => {
  const fake = await startFake({ clock: { virtual: true, startAt: Date.UTC(2026, 0, 15) } });
  const small = clientOf(fake, fake.fixtures.smallPlan?.apiKey);
  for (let left = fake.fixtures.smallPlan?.remaining ?? 0; left > 0; left--) {
    expect((await small.post("create-task", { title: "x" })).status).toBe(200);
  }
  expect(await small.post("create-task", { title: "x" })).toMatchObject({ status: 403, code: "plan_limit_reached" });
  expect(items((await small.get("list-tasks")).data)).toHaveLength(3);
  fake.advanceClock(31 * 86_400_000);
  expect((await small.post("create-task", { title: "x" })).status).toBe(200);
});

test("concurrent changes lose no version", async () => {
  const fake = await startFake();
  const { data } = await fake.post("create-task", { title: "busy" });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fake.post("block-task", { taskId: data.id, reason: "again" })),
  );
  const versions = answers.map((answer) => Number(answer.data.version)).sort((a, b) => a - b);
  expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
});
