import { expect, test } from "vitest";
import { parse } from "yaml";
import { idsOf, items } from "../../testing.ts";
import { startControlled } from "../testing.ts";

const MAIN = "/workspaces/main";

test("tells how it is", async () => {
  const { fake, control } = await startControlled({ clock: { virtual: true, startAt: Date.UTC(2026, 0, 2) } });
  await fake.get("list-tasks");
  expect((await control("GET", "/health")).body).toMatchObject({
    status: "ok",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    uptimeMs: expect.any(Number),
    clock: "2026-01-02T00:00:00.000Z",
    counts: { workspaces: 4, requests: 1, journal: 1 },
  });
});

test("gives target files as JSON and as YAML, and the contract's document", async () => {
  const { fake, control } = await startControlled();
  expect((await control("GET", "/target")).body).toEqual(JSON.parse(JSON.stringify(fake.target)));
  const yaml = await control("GET", "/target.yaml");
  expect([yaml.type, parse(yaml.text)]).toEqual([
    "application/yaml; charset=utf-8",
    (await control("GET", "/target")).body,
  ]);
  const accepted = await fetch(`${fake.baseUrl}/_fake/workspaces/main/target`, {
    headers: { accept: "application/yaml" },
  });
  expect(await accepted.text()).toBe(yaml.text);
  expect(parse((await control("GET", "/contract.yaml")).text).info.title).toBe("Workspace Agent API");
});

test("a workspace is created, used, reset with its keys and ids, and deleted", async () => {
  const { control, as } = await startControlled();
  const made = (await control("POST", "/workspaces")).body;
  const client = as(made.apiKey);
  const before = items((await client.get("list-tasks")).data).length;
  await client.post("create-task", { title: "soon gone" });
  const issued = (await control("POST", `/workspaces/${made.id}/agents/Demo%20agent/keys`, {})).body;
  expect((await control("POST", `/workspaces/${made.id}/reset`)).body.reset).toHaveLength(4);
  const again = await client.get("list-tasks");
  expect([again.status, items(again.data).length]).toEqual([200, before]);
  expect((await as(issued.apiKey).get("list-tasks")).status).toBe(200);
  expect((await control("GET", `/workspaces/${made.id}/target`)).body).toEqual(made.target);
  await control("DELETE", `/workspaces/${made.id}`);
  expect((await client.get("list-tasks")).status).toBe(401);
  expect((await control("GET", `/workspaces/${made.id}`)).status).toBe(404);
  expect(items((await control("GET", "/workspaces")).body.workspaces)).toHaveLength(4);
});

test("a reset puts clock, journal and every workspace back", async () => {
  const { fake, control, as } = await startControlled({ clock: { virtual: true, startAt: Date.UTC(2026, 0, 2) } });
  const made = fake.workspace();
  await as(made.apiKey).post("create-task", { title: "soon gone" });
  const before = fake.fixtures;
  await control("POST", "/clock/advance", { days: 40 });
  await control("POST", "/reset");
  expect(fake.fixtures).toEqual(before);
  expect(fake.journal.find()).toEqual([]);
  expect((await control("GET", "/clock")).body).toEqual({ now: "2026-01-02T00:00:00.000Z" });
  expect(JSON.stringify((await as(made.apiKey).get("list-tasks")).data)).not.toContain("soon gone");
});

test("the fake's own workspace is not deleted", async () => {
  const { control } = await startControlled();
  expect(await control("DELETE", MAIN)).toMatchObject({
    status: 409,
    body: { error: { hint: expect.stringContaining("reset") } },
  });
});

test("channels: made, renamed, joined, left, and written to by people", async () => {
  const { fake, control, as } = await startControlled();
  const { body: channel } = await control("POST", `${MAIN}/channels`, { name: "incidents", members: ["Demo agent"] });
  const channelId = String(channel.id);
  expect((await fake.post("send-message", { channelId, content: "hi" })).status).toBe(200);
  const { body: message } = await control("POST", `${MAIN}/channels/incidents/messages`, {
    user: "Robin",
    content: "Go ahead.",
  });
  const page = await fake.get("get-messages", { channelId });
  expect(items(page.data.messages)[0]).toMatchObject({ id: message.id, senderType: "human", content: "Go ahead." });
  const other = as(fake.fixtures.otherAgent?.apiKey);
  expect((await other.post("send-message", { channelId, content: "x" })).code).toBe("channel_not_member");
  await control("POST", `${MAIN}/channels/${channelId}/members`, { agent: "Other agent" });
  expect((await other.post("send-message", { channelId, content: "x" })).status).toBe(200);
  await control("DELETE", `${MAIN}/channels/${channelId}/members/Other%20agent`);
  expect((await other.post("send-message", { channelId, content: "x" })).status).toBe(403);
  await control("PATCH", `${MAIN}/channels/incidents`, { name: "outages" });
  expect((await control("GET", `${MAIN}/channels/outages`)).body).toMatchObject({
    id: channelId,
    members: [fake.fixtures.agent?.id],
  });
});

test("channels: archived ones are read, and take nothing new until they are opened again", async () => {
  const { fake, control } = await startControlled();
  const channelId = String(fake.fixtures.memberChannel);
  const sent = await fake.post("send-message", { channelId, content: "a walrus" });
  const { data: task } = await fake.post("create-task", { title: "bound", channelId });
  const { body: archived } = await control("POST", `${MAIN}/channels/general/archive`);
  expect(archived).toMatchObject({ id: channelId, archivedAt: expect.any(String) });
  expect((await control("POST", `${MAIN}/channels/general/archive`)).body).toEqual(archived);
  const file = { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 1 };
  const rejected = [
    await fake.post("send-message", { channelId, content: "x" }),
    await fake.post("create-task", { title: "x", channelId }),
    await fake.post("request-file-upload", file),
  ];
  expect(rejected.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([409, "conflict"]));
  expect(fake.journal.get(fake.journal.last)?.hint).toMatch(/^general was archived at .*\/unarchive\.$/);
  const person = await control("POST", `${MAIN}/channels/general/messages`, { user: "Robin", content: "x" });
  expect(person.body.error).toMatchObject({ code: "conflict", hint: "Unarchive it first." });
  expect((await fake.post("block-task", { taskId: task.id, reason: "waiting" })).status).toBe(200);
  expect((await fake.post("flag-needs-human", { messageId: sent.data.id, reason: "x" })).status).toBe(200);
  expect(items((await fake.get("search-messages", { query: "walrus" })).data.messages)).toHaveLength(1);
  const page = items((await fake.get("get-messages", { channelId })).data.messages);
  expect(page[0]?.metadata?.taskCard).toMatchObject({ event: "blocked" });
  fake.restore(fake.snapshot());
  await control("PATCH", `${MAIN}/channels/general`, { name: "old" });
  expect((await control("GET", `${MAIN}/channels/old`)).body.archivedAt).toBe(archived.archivedAt);
  expect((await control("POST", `${MAIN}/channels/old/unarchive`)).body.archivedAt).toBeNull();
  expect((await fake.post("send-message", { channelId, content: "x" })).status).toBe(200);
});

test("agents: made with owner, channels and key; keys issued and revoked", async () => {
  const { fake, control, as } = await startControlled();
  const { body: agent } = await control("POST", `${MAIN}/agents`, {
    name: "Reviewer",
    owner: "Demo agent",
    channels: ["general"],
    scopes: ["Tools"],
  });
  expect(agent).toMatchObject({ ownerId: fake.fixtures.agent?.id, channels: [fake.fixtures.memberChannel] });
  const made = await as(agent.apiKey).post("create-task", { title: "Review it" });
  expect(idsOf((await fake.get("list-tasks")).data)).toContain(made.data.id);
  expect((await as(agent.apiKey).get("search-memories", { scope_id: String(fake.fixtures.secondScope) })).status).toBe(
    200,
  );
  const { body: own } = await control("POST", `${MAIN}/agents/Reviewer/keys`, { key: "my-own-key" });
  expect(own.apiKey).toBe("my-own-key");
  await control("DELETE", `${MAIN}/keys/my-own-key`);
  expect((await as("my-own-key").get("list-tasks")).status).toBe(401);
  expect(fake.journal.get(fake.journal.last)?.hint).toBe('This key of the agent "Reviewer" was revoked.');
  const { body: user } = await control("POST", `${MAIN}/users`, { name: "Kim" });
  expect((await fake.post("create-task", { title: "x", assigneeUserId: user.id })).status).toBe(200);
});

test("scopes: made, granted and revoked", async () => {
  const { fake, control } = await startControlled();
  const { body: scope } = await control("POST", `${MAIN}/scopes`, { name: "Payments", kind: "project" });
  const search = async () => (await fake.get("search-memories", { scope_id: String(scope.id) })).status;
  expect(await search()).toBe(403);
  await control("POST", `${MAIN}/scopes/Payments/permissions`, { agent: "Demo agent", permissions: ["CAN_READ"] });
  expect(await search()).toBe(200);
  await control("DELETE", `${MAIN}/scopes/Payments/permissions`, { agent: "Demo agent" });
  expect(await search()).toBe(403);
});

test("challenge tokens are issued for an agent", async () => {
  const { fake, control } = await startControlled();
  const { body } = await control("POST", `${MAIN}/challenges`, { count: 2, lifetimeMs: 1000 });
  const [first, second] = items(body.tokens).map(String);
  expect((await fake.get("verify-connection", { token: first ?? "" })).data.ok).toBe(true);
  fake.advanceClock(1000);
  expect((await fake.get("verify-connection", { token: second ?? "" })).data.reason).toBe("token_expired");
});

test("tasks: moved, changed, commented on, with cards in their channel", async () => {
  const { fake, control } = await startControlled();
  const channelId = String(fake.fixtures.memberChannel);
  const { data: task } = await fake.post("create-task", { title: "x", channelId });
  const path = `${MAIN}/tasks/${task.identifier}`;
  expect((await control("PATCH", path, { status: "in_progress", assigneeAgent: "Demo agent" })).body).toMatchObject({
    status: "in_progress",
    assigneeAgentId: fake.fixtures.agent?.id,
    startedAt: expect.any(String),
  });
  expect((await control("POST", `${path}/complete`)).body).toMatchObject({
    status: "done",
    completedAt: expect.any(String),
  });
  expect((await control("PATCH", path, { status: "todo" })).body).toMatchObject({ status: "todo", completedAt: null });
  expect((await control("POST", `${path}/cancel`)).body.status).toBe("cancelled");
  expect((await control("POST", `${path}/archive`)).body.archivedAt).toEqual(expect.any(String));
  const events = items((await fake.get("get-messages", { channelId })).data.messages).map(
    ({ metadata }) => metadata?.taskCard?.event,
  );
  expect(events.slice(0, 3)).toEqual(["cancelled", "completed", "created"]);
  const hidden = `${MAIN}/tasks/${fake.fixtures.tasks?.private}`;
  await control("POST", `${hidden}/comments`, { body: "Have a look", user: "Robin", mentions: ["Demo agent"] });
  expect(idsOf((await fake.get("list-tasks")).data)).toContain(fake.fixtures.tasks?.private);
  await control("DELETE", path);
  expect(idsOf((await fake.get("list-tasks")).data)).not.toContain(task.id);
  expect((await control("GET", path)).status).toBe(404);
  expect(items((await control("GET", `${MAIN}/tasks`)).body.tasks).length).toBeGreaterThan(5);
});

test("memories: superseded, contested, invalidated, set", async () => {
  const { fake, control } = await startControlled();
  const path = `${MAIN}/memories/${fake.fixtures.seedMemory}`;
  const { body } = await control("POST", `${path}/supersede`, { content: "It ships on Monday." });
  expect(body).toMatchObject({
    memory: { status: "superseded" },
    by: { content: "It ships on Monday.", status: "current" },
  });
  const newer = `${MAIN}/memories/${body.by?.id}`;
  expect((await control("POST", `${newer}/contest`, { by: fake.fixtures.seedMemory })).body.memory?.status).toBe(
    "contested",
  );
  expect((await control("PATCH", newer, { status: "current" })).body.status).toBe("current");
  expect((await control("POST", `${newer}/invalidate`, { reason: "No." })).body).toMatchObject({
    status: "invalidated",
    invalidated_by: fake.fixtures.agent?.identityId,
    invalidated_reason: "No.",
  });
  expect((await control("POST", `${newer}/supersede`, {})).body.error?.hint).toMatch(/Give by/);
});

test("the plan is changed and upgraded", async () => {
  const { fake, control } = await startControlled();
  const create = async () => (await fake.post("create-task", { title: "x" })).code;
  await control("PATCH", `${MAIN}/plan`, { monthlyTasks: 100, used: 100, maxFileBytes: 10 });
  expect(await create()).toBe("plan_limit_reached");
  expect((await control("POST", `${MAIN}/plan/upgrade`, {})).body).toMatchObject({
    monthlyTasks: 1000,
    remaining: 900,
  });
  expect(await create()).toBeUndefined();
  const upload = { channelId: fake.fixtures.memberChannel, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 11 };
  expect((await fake.post("request-file-upload", upload)).status).toBe(400);
});

test("settings hold for the whole fake", async () => {
  const { fake, control } = await startControlled({ clock: { virtual: true } });
  await control("PATCH", "/settings", { rateLimit: 1 });
  expect([(await fake.get("list-tasks")).status, (await fake.get("list-tasks")).status]).toEqual([200, 429]);
  expect((await control("GET", "/settings")).body).toMatchObject({ rateLimit: 1, latencyMs: 0 });
});

test("the clock tells what its move ended", async () => {
  const { fake, control } = await startControlled({ clock: { virtual: true, startAt: Date.UTC(2026, 0, 20) } });
  const { fixtures } = fake;
  const memory = await fake.post("remember", {
    content: "soon over",
    kind: "fact",
    scope_id: fixtures.scope,
    derived_from: [{ id: "x" }],
    ttl_seconds: 3600,
  });
  const upload = { channelId: fixtures.memberChannel, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 1 };
  const { data: ticket } = await fake.post("request-file-upload", upload);
  const moved = (await control("POST", "/clock/advance", { minutes: 59, duration: undefined })).body;
  expect(moved).toMatchObject({
    now: "2026-01-20T00:59:00.000Z",
    expired: { memories: [], uploads: [{ attachmentId: ticket.attachmentId, name: "a.txt" }] },
    renewed: [],
  });
  const further = (await control("POST", "/clock/advance", { duration: "P12DT1M" })).body;
  expect(items(further.expired?.memories)).toMatchObject([{ id: memory.data.id, content: "soon over" }]);
  expect(items(further.renewed)[0]).toEqual({ workspace: fake.id, month: "2026-02", used: 0 });
  expect((await control("PUT", "/clock", { now: "2026-01-20T01:00:00+01:00" })).body.now).toBe(
    "2026-01-20T00:00:00.000Z",
  );
});

test.each([
  ["POST", "/clock/advance", {}, /body is empty/],
  ["POST", "/clock/advance", { day: 1 }, /unknown member "day"/],
  ["POST", "/clock/advance", { days: -1 }, /must be >= 0/],
  ["POST", "/clock/advance", { duration: "P1M" }, /not an ISO 8601 duration/],
  ["POST", "/clock/advance", { days: 1, duration: "P1D" }, /with units/],
  ["POST", "/clock/advance", { weeks: 1e9 }, /cannot be set/],
  ["PUT", "/clock", { now: "tomorrow" }, /must be: ISO 8601/],
  ["PUT", "/clock", { now: "2026-13-01T00:00:00Z" }, /not a date-time/],
])("the clock rejects %s %s %o", async (method, path, body, message) => {
  const { control } = await startControlled();
  const answer = await control(method, path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error?.message).toMatch(message);
});

test("the journal is listed, counted, waited for and cleared", async () => {
  const { fake, control } = await startControlled();
  await fake.post("create-task", { title: "one" });
  await fake.post("create-task", { titel: "two" });
  const { body } = await control("GET", "/journal?operation=create-task&outcome=rejected");
  expect(body).toMatchObject({ matching: 1, last: 2, dropped: 0, capacity: 1000 });
  expect(items(body.entries)[0]).toMatchObject({ number: 2, hint: '"titel" was sent: did you mean "title"?' });
  expect((await control("GET", "/journal/count?workspace=main")).body).toEqual({ count: 2, last: 2 });
  expect((await control("GET", "/journal/1")).body).toMatchObject({ status: 200 });
  expect((await control("GET", "/journal/9")).body.error?.hint).toMatch(/newest has number 2/);
  const waiting = control("GET", "/journal/wait?operation=list-tasks&timeoutMs=20000");
  await fake.get("list-tasks");
  expect(items((await waiting).body.entries)).toHaveLength(1);
  const late = await control("GET", "/journal/wait?operation=recall&timeoutMs=10");
  expect(late).toMatchObject({ status: 408, body: { error: { code: "timeout", came: 0, wanted: 1 } } });
  await control("DELETE", "/journal");
  expect((await control("GET", "/journal/count")).body.count).toBe(0);
});

test("what is named wrongly gets what was probably meant", async () => {
  const { control } = await startControlled();
  expect((await control("GET", `${MAIN}/channels/genral`)).body.error).toMatchObject({
    code: "not_found",
    message: 'The workspace has no channel "genral"',
    hint: 'Did you mean "general"?',
  });
  expect((await control("PATCH", `${MAIN}/tasks/WOR-1`, { status: "finished" })).body.error?.message).toMatch(
    /must be one of triage/,
  );
  expect((await control("POST", `${MAIN}/channels`, { nme: "x" })).body.error).toMatchObject({
    message: 'body has an unknown member "nme" (and 1 more)',
    hint: 'Did you mean "name"?',
  });
  expect((await control("GET", "/journal?outcom=ok")).body.error?.hint).toBe('Did you mean "outcome"?');
  expect((await control("GET", "/journal/wait?operation=create-tsk")).body.error?.hint).toBe(
    'Did you mean "create-task"?',
  );
  expect((await control("GET", "/journal?limit=many")).body.error?.message).toMatch(/must be a whole number/);
  expect((await control("POST", `${MAIN}/channels`, [1])).body.error?.message).toBe(
    "body is [1], but must be an object",
  );
});

test("a body in another type or no JSON is rejected", async () => {
  const { fake } = await startControlled();
  const post = async (body: string | Buffer, type: string) =>
    (await fetch(`${fake.baseUrl}/_fake${MAIN}/channels`, { method: "POST", body, headers: { "content-type": type } }))
      .status;
  expect(await post('{"name":"x"}', "text/plain")).toBe(400);
  expect(await post('{"name":', "application/json")).toBe(400);
  expect(await post(Buffer.from([0x22, 0xff, 0x22]), "application/json")).toBe(400);
  expect(await post(`{"name":"${"x".repeat(2_000_000)}"}`, "application/json")).toBe(413);
  expect(await post('{"name":"x"}', "application/json")).toBe(201);
});

test("what a rule of the API rejects is rejected with its reason, as in a workspace that is full", async () => {
  const { fake, control } = await startControlled();
  const workspace = fake.service.workspaces.get(fake.id);
  const [memory] = items((await control("GET", `${MAIN}/memories?limit=1`)).body.memories);
  if (workspace !== undefined) workspace.quota.things = workspace.memories.count;
  expect(await control("POST", `${MAIN}/memories/${memory?.id}/contest`, { content: "Not so" })).toMatchObject({
    status: 409,
    body: { error: { code: "conflict", message: expect.stringContaining("full"), hint: expect.any(String) } },
  });
});
