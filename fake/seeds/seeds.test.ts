import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { clientOf, idsOf, items, startFake } from "../testing.ts";
import { SMALL } from "./testing/small-seed.ts";
import { writtenSeed } from "./testing/written-seed.ts";

const WORLD = `
agents:
  builder: { key: wak_builder }
  helper: { owner: builder }
users:
  robin:
channels:
  general: { members: [builder, helper] }
  secret: { members: [helper] }
scopes:
  team: { read: [helper], write: [builder] }
messages:
  - { id: hello, channel: general, from: robin, content: "We ship on **Friday**", ago: 2h }
  - { id: noted, channel: general, from: builder, content: Noted, thread: hello, needsHuman: "who ships?" }
  - { channel: secret, from: helper, content: Plans, files: [{ name: plan.md, content: "# Plan" }] }
tasks:
  - { id: ship, title: Ship it, by: builder, assignee: helper, channel: general, status: done, priority: high }
  - { id: pack, title: Pack it, assignee: robin, parent: ship, comments: [{ by: helper, body: "How?", mentions: [builder] }] }
memories:
  - { id: old, scope: team, content: We ship on Monday, kind: decision, ago: 3d }
  - { id: new, scope: team, content: We ship on Friday, kind: decision, from: [hello], supersedes: old, tags: [release] }
  - { id: idea, scope: team, content: We could ship at night, status: proposed, related: [new] }
`;

test("makes the world of a file, whose names are the ids", async () => {
  const fake = await startFake({ seedFiles: [writtenSeed(WORLD)] });
  const builder = clientOf(fake, "wak_builder");
  const { data: page } = await builder.get("get-messages", { channelId: "general" });
  expect(idsOf(page.messages)).toEqual(expect.arrayContaining(["hello", "noted"]));
  const hello = items(page.messages).find(({ id }) => String(id) === "hello");
  expect(hello).toMatchObject({ senderType: "human", senderId: "robin", replyCount: 1 });
  expect((await builder.get("get-messages", { channelId: "secret" })).code).toBe("channel_not_member");
  const tasks = items((await builder.get("list-tasks")).data);
  expect(tasks.map(({ id, status }) => [id, status])).toEqual([
    ["pack", "todo"],
    ["ship", "done"],
  ]);
  expect(tasks[0]).toMatchObject({ assigneeUserId: "robin", parentTaskId: "ship", createdByAgentId: "builder" });
  expect(idsOf((await builder.get("search-memories", { tags: "release" })).data.hits)).toEqual(["new"]);
  expect(idsOf((await builder.get("search-memories", { status: "superseded" })).data.hits)).toEqual(["old"]);
  const recalled = await builder.post("recall", { seed_id: "new" });
  expect(idsOf(recalled.data.messages)).toEqual(["hello"]);
  const helper = clientOf(fake, fake.seeds[0]?.keys.helper);
  const [plans] = items((await helper.get("search-messages", { query: "plans" })).data.messages);
  expect(plans?.content).toBe("Plans");
});

test("is next to the reference population, or in its place", async () => {
  const beside = await startFake({ seedFiles: [writtenSeed(WORLD)] });
  expect((await beside.get("list-tasks")).status).toBe(200);
  expect(beside.seeded).toBeUndefined();
  expect(beside.seeds).toHaveLength(1);
  const alone = await startFake({ seedFiles: [writtenSeed(`reference: false\n${WORLD}`)] });
  expect(alone.apiKey).toBe("wak_builder");
  expect(alone.fixtures).toMatchObject({
    memberChannel: "general",
    foreignChannel: "secret",
    scope: "team",
    agent: { id: "builder" },
    user: "robin",
    ownedAgent: "helper",
  });
  expect(alone.service.workspaces.size).toBe(1);
});

const HISTORY = `
agents: { builder: { key: wak_builder } }
users: { robin: }
channels: { general: { members: [builder] } }
scopes: { team: { write: [builder] } }
messages:
  - { id: asked, channel: general, from: builder, content: May I?, needsHuman: "it is costly", resolved: 1h, ago: 3h }
tasks:
  - id: ship
    title: Ship it
    channel: general
    due: 2d
    ago: 9h
    comments: [{ by: robin, body: Why?, ago: 5h, mentions: [builder] }]
    moves:
      - { status: in_progress, ago: 8h }
      - { status: blocked, ago: 7h, reason: No boxes }
      - { status: done, ago: 4h }
memories:
  - { id: old, scope: team, content: We ship boxes, ago: 3h, invalidated: { ago: 2h, reason: We ship bags } }
  - { id: big, scope: team, content: Bags are big, ago: 3h }
  - { id: small, scope: team, content: Bags are small, ago: 2h, contests: big }
`;

test("tells what happened to things since: moves, comments, flags that were seen to, memories found wrong", async () => {
  const clock = { virtual: true, startAt: "2026-03-31T12:00:00Z" };
  const fake = await startFake({ clock, seedFiles: [writtenSeed(`reference: false\n${HISTORY}`)] });
  const workspace = fake.control.workspace(fake.id);
  const messages = workspace.messages().items.map(({ content, createdAt }) => [createdAt.slice(11, 13), content]);
  expect(messages).toEqual([
    ["09", "May I?"],
    ["08", "Task **SEE-1** completed: Ship it"],
    ["05", "Task **SEE-1** blocked: Ship it"],
    ["03", "Task **SEE-1** created: Ship it"],
  ]);
  const [asked] = workspace.messages().items;
  expect(asked).toMatchObject({ metadata: {}, version: 3, updatedAt: "2026-03-31T11:00:00.000Z" });
  const [ship] = workspace.tasks();
  expect(ship).toMatchObject({
    ...{ status: "done", startedAt: "2026-03-31T04:00:00.000Z", completedAt: "2026-03-31T08:00:00.000Z" },
    ...{ dueAt: "2026-04-02T12:00:00.000Z", mentioned: ["builder"] },
    comments: [
      { body: "No boxes", authorAgentId: "builder", createdAt: "2026-03-31T05:00:00.000Z" },
      { body: "Why?", authorUserId: "robin", createdAt: "2026-03-31T07:00:00.000Z" },
    ],
  });
  const memories = Object.fromEntries(workspace.memories().items.map((memory) => [memory.id, memory]));
  expect(memories).toMatchObject({
    old: { status: "invalidated", invalidated_at: "2026-03-31T10:00:00.000Z", invalidated_reason: "We ship bags" },
    big: { status: "contested" },
    small: { status: "current" },
  });
});

test("can add to the reference population: what has a name there is that", async () => {
  const seedFile = writtenSeed(`
reference: extended
agents: { own: { name: Demo agent }, added: { key: wak_added, owner: own } }
users: { robin: { name: Robin } }
channels: { general: { members: [added] }, extra: { members: [own] } }
scopes: { tools: { name: Tools, read: [added] } }
messages:
  - { channel: general, from: robin, content: Long ago, ago: 2h }
  - { channel: general, from: own, content: Just now, ago: 1s }
`);
  const fake = await startFake({ seedFiles: [seedFile], apiKey: "wak_mine" });
  expect(fake.service.workspaces.size).toBe((await startFake()).service.workspaces.size);
  const { memberChannel, secondScope, agent, user } = fake.fixtures;
  expect(fake.seeds[0]?.ids).toMatchObject({ general: memberChannel, tools: secondScope, own: agent?.id, robin: user });
  const { messages } = (await fake.get("get-messages", { channelId: String(memberChannel) })).data;
  const contents = items(messages).map(({ content }) => String(content));
  expect([contents[0], contents.at(-1)]).toEqual(["Just now", "Long ago"]);
  expect((await clientOf(fake, "wak_added").get("get-messages", { channelId: String(memberChannel) })).status).toBe(
    200,
  );
});

test("each further workspace is a copy with keys of its own; reset brings back names and keys", async () => {
  const fake = await startFake({ seedData: SMALL });
  const copy = fake.workspace();
  expect(copy.apiKey).not.toBe("wak_builder");
  const client = clientOf(fake, copy.seeded?.keys.builder);
  await client.post("send-message", { channelId: "general", content: "Only here" });
  const contents = async (of: typeof client) =>
    items((await of.get("get-messages", { channelId: "general" })).data.messages).map(({ content }) => content);
  expect(await contents(client)).toEqual(["Only here", "Hello"]);
  expect(await contents(clientOf(fake, "wak_builder"))).toEqual(["Hello"]);
  fake.reset();
  expect(await contents(client)).toEqual(["Hello"]);
});

test("a further workspace can be of another seed, in-process and over HTTP; one that fails leaves nothing", async () => {
  const fake = await startFake();
  const contents = async (apiKey: string) =>
    items((await clientOf(fake, apiKey).get("get-messages", { channelId: "general" })).data.messages).length;
  const { reference: _none, ...seed } = SMALL;
  const [first, second] = [fake.workspace(seed), fake.workspace(seed)];
  expect(first.apiKey).toBe("wak_builder");
  expect(await contents(String(second.seeded?.keys.builder))).toBe(1);
  const post = (body: unknown) =>
    fetch(`${fake.baseUrl}/_fake/workspaces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const made = (await (await post({ seed })).json()) as { seeded: { keys: Record<string, string> } };
  expect(await contents(String(made.seeded.keys.builder))).toBe(1);
  const before = [fake.service.workspaces.size, fake.service.keys.size];
  const message = { channel: "general", from: "stranger", content: "x" };
  const agents = { ...seed.agents, stranger: null };
  const wrong = await post({ seed: { ...seed, agents, messages: [message] } });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining("is not a member of channel general"),
  ]);
  expect([fake.service.workspaces.size, fake.service.keys.size]).toEqual(before);
  await clientOf(fake, first.apiKey).post("send-message", { channelId: "general", content: "More" });
  fake.reset();
  expect(await contents("wak_builder")).toBe(1);
});

test("ids can be generated; the fake tells which name has become which", async () => {
  const fake = await startFake({ seedData: { ...SMALL, ids: "generated" } });
  const { general = "", hello } = fake.seeds[0]?.ids ?? {};
  expect(general).toMatch(/^[0-9a-f-]{36}$/);
  expect(idsOf((await fake.get("get-messages", { channelId: general })).data.messages)).toEqual([hello]);
});

test("limits of the plan are those of the seed, its own tasks not counted", async () => {
  const tasks = [{ title: "one" }, { title: "two" }];
  const fake = await startFake({ seedData: { ...SMALL, tasks, workspace: { monthlyTasks: 1 } } });
  expect((await fake.post("create-task", { title: "three" })).status).toBe(200);
  expect((await fake.post("create-task", { title: "four" })).code).toBe("plan_limit_reached");
});

test("is kept by snapshots, names included", async () => {
  const snapshotFile = join(temporaryFolder(), "state.json");
  const first = await startFake({ seedData: SMALL, snapshotFile });
  await first.post("send-message", { channelId: "general", content: "More" });
  await first.close();
  const again = await startFake({ seedData: SMALL, snapshotFile });
  expect(again.seeds).toEqual(first.seeds);
  expect(items((await again.get("get-messages", { channelId: "general" })).data.messages)).toHaveLength(2);
});
