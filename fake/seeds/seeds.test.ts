import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { formatOperatorError, OperatorError } from "../../spec/operator-error.ts";
import { clientOf, idsOf, items, startFake } from "../testing.ts";
import { readSeedFile } from "./file.ts";
import type { SeedData } from "./seed-data.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-seeds-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
function written(text: string): string {
  const path = join(folder, `${files++}.yaml`);
  writeFileSync(path, text);
  return path;
}

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
  const fake = await startFake({ seedFiles: [written(WORLD)] });
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
  const beside = await startFake({ seedFiles: [written(WORLD)] });
  expect((await beside.get("list-tasks")).status).toBe(200);
  expect(beside.seeded).toBeUndefined();
  expect(beside.seeds).toHaveLength(1);
  const alone = await startFake({ seedFiles: [written(`reference: false\n${WORLD}`)] });
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

const SMALL: SeedData = {
  reference: false,
  agents: { builder: { key: "wak_builder" } },
  channels: { general: { members: ["builder"] } },
  messages: [{ id: "hello", channel: "general", from: "builder", content: "Hello" }],
};

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
  const fake = await startFake({ clock, seedFiles: [written(`reference: false\n${HISTORY}`)] });
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
  const seedFile = written(`
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
  const snapshotFile = join(folder, "state.json");
  const first = await startFake({ seedData: SMALL, snapshotFile });
  await first.post("send-message", { channelId: "general", content: "More" });
  await first.close();
  const again = await startFake({ seedData: SMALL, snapshotFile });
  expect(again.seeds).toEqual(first.seeds);
  expect(items((await again.get("get-messages", { channelId: "general" })).data.messages)).toHaveLength(2);
});

/** The error that a seed file meets, as people see it. */
async function errorOf(text: string): Promise<string> {
  try {
    await (await startFake({ seedFiles: [written(text)] })).close();
  } catch (error) {
    if (error instanceof OperatorError) return formatOperatorError(error);
    throw error;
  }
  return "";
}

const HEAD =
  "agents:\n  builder: { key: wak_b }\n  helper:\nusers: { robin: }\nchannels: { general: { members: [builder] } }\nscopes: { team: { write: [builder] } }\n";

test.each([
  ["channels: {}", /^SEED-MISSING-KEY: [\s\S]*"agents"/],
  ["agents: { a: { kye: x } }", /^SEED-UNKNOWN-KEY: [\s\S]*line 1, agents.a.kye[\s\S]*"key"/],
  ["agents: { 'a b': }", /^SEED-VALUE: [\s\S]*"a b"[\s\S]*a name of at most 80/],
  ["agents: { __proto__: { key: x } }", /^SEED-VALUE: [\s\S]*"__proto__"/],
  ["agents: { a: { key: x }, b: { key: x } }", /"x" is the key of another agent/],
  [
    `${HEAD}messages:\n  - { channel: genral, from: builder, content: x }`,
    /^SEED-NAME: [\s\S]*line 8, messages.0.channel: there is no channel "genral"; the nearest is "general"/,
  ],
  [`${HEAD}messages:\n  - { channel: team, from: builder, content: x }`, /"team" is a scope, not a channel/],
  [`${HEAD}tasks:\n  - { id: general, title: x }`, /"general" is the name of a channel already/],
  [`${HEAD}tasks:\n  - { title: x, status: doen }`, /^SEED-VALUE: [\s\S]*"doen"[\s\S]*Did you mean "done"/],
  [
    `${HEAD}messages:\n  - { channel: general, from: helper, content: x }`,
    /^SEED-RULE: [\s\S]*line 8, messages.0: The agent is not a member of channel general/,
  ],
  [`${HEAD}memories:\n  - { scope: team, by: helper, content: x }`, /^SEED-RULE: [\s\S]*lacks CAN_WRITE on scope team/],
  [
    `${HEAD}messages:\n  - { id: a, channel: general, from: builder, content: x, thread: b, ago: 2h }\n  - { id: b, channel: general, from: builder, content: y }`,
    /^SEED-RULE: [\s\S]*There is no message b/,
  ],
  [`${HEAD}messages:\n  - { channel: general, from: builder, content: x, ago: soon }`, /a time ago, such as 90s/],
  [
    `${HEAD}messages:\n  - { channel: general, from: builder, content: x, ago: 2h, needsHuman: y, resolved: 3h }`,
    /^SEED-RULE: [\s\S]*line 8, messages.0.resolved: It happens before what it changes is created/,
  ],
  [`${HEAD}messages:\n  - { channel: general, from: builder, content: x, resolved: 0s }`, /was not flagged/],
  [`${HEAD}tasks:\n  - { title: x, moves: [{ status: done, ago: 0s, reason: y }] }`, /becomes done has no reason/],
  [`${HEAD}tasks:\n  - { title: x, moves: [{ status: done, ago: 0s, by: robin }] }`, /"robin" is a user, not an agent/],
  [`${HEAD}tasks:\n  - { title: x, due: later }`, /a time from now, such as 2h/],
  ["reference: extended\nworkspace: { name: x }\nagents: { a: }", /has a name already/],
  ["reference: some\nagents: { a: }", /^SEED-VALUE: [\s\S]*"some"/],
  ["agents: &a { b: *a }", /^SEED-SYNTAX/],
  ["[".repeat(10_000), /^SEED-SYNTAX/],
  ["- 1", /^SEED-VALUE/],
])("rejects %j", async (text, message) => {
  expect(await errorOf(text)).toMatch(message);
});

test("a key that is taken, and a file that is not there, are operator errors", async () => {
  const seedData: SeedData = { agents: { a: { key: "wak_taken" } } };
  await expect(startFake({ seedData, apiKey: "wak_taken" })).rejects.toMatchObject({ code: "SEED-KEY" });
  await expect(startFake({ seedFiles: ["none.yaml"] })).rejects.toMatchObject({ code: "SEED-UNREADABLE" });
});

const PARTS =
  "agents users channels scopes messages tasks memories workspace ids reference id key owner members read write channel from content thread needsHuman files name mimeType ago title by assignee parent comments body mentions scope kind status supersedes related tags metadata builder general team __proto__ constructor".split(
    " ",
  );
const junk = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(
      "builder",
      "general",
      "team",
      "hello",
      "robin",
      null,
      1,
      true,
      "2h",
      "generated",
      [],
      {},
      "\ud800",
      "",
    ),
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...PARTS), tie("value"), { noNullPrototype: true }),
    fc.array(tie("value")),
  ),
})).value;

test("whatever is given for a seed is either taken, and then serves, or rejected by an operator error", async () => {
  const sound = JSON.parse(
    JSON.stringify({ ...SMALL, tasks: [{ title: "x" }], memories: [], scopes: { team: { write: ["builder"] } } }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...PARTS), junk), { minLength: 1, maxLength: 2 }),
      async (changes) => {
        const seedData = {
          ...sound,
          ...Object.fromEntries(changes.filter(([name]) => name in sound || name === "messages")),
        };
        try {
          const fake = await startFake({ seedData });
          expect((await fake.get("list-tasks")).status).toBe(200);
          await fake.close();
        } catch (error) {
          expect(error).toBeInstanceOf(OperatorError);
        }
      },
    ),
    { seed: 20, numRuns: 150 },
  );
});

test("whatever text a file holds is either taken or rejected by an operator error", () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      ...PARTS.map((part) => `${part}: `),
      "\n",
      "  - ",
      "{",
      "}",
      "[",
      "]",
      "&a ",
      "*a",
      "? ",
      "|",
      ">",
      '"',
      "---\n",
      "\t",
      "\0",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      try {
        readSeedFile("seed.yaml", written(parts.join("")));
      } catch (error) {
        expect(error).toBeInstanceOf(OperatorError);
      }
    }),
    { seed: 20, numRuns: 300 },
  );
});

/** The lines of the error for a seed, without its title. */
async function mistakesOf(text: string): Promise<readonly string[]> {
  const error = await startFake({ seedFiles: [written(text)] }).catch((failed: unknown) => failed);
  if (!(error instanceof OperatorError)) throw error;
  return error.message.split("\n").slice(1);
}

test("names all mistakes of a file at once: of shape, of names, of keys", async () => {
  const lines = await mistakesOf(`
agents:
  builder: { key: wak_one, ownr: helper }
  helper: { key: wak_two }
  second: { key: wak_two }
channels:
  general: { members: [bilder] }
messages:
  - { id: hello, channel: genral, from: builder, content: 12 }
  - { id: hello, channel: general, from: builder, content: Again }
  - { channel: genral, from: builder, content: Hi, thread: hello }
tasks: none
memories:
  - { scope: general, content: x }
`);
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}line 3, agents.builder.ownr: .*did you mean "owner"/),
    expect.stringMatching(/^ {2}line 9, messages.0.content: 12 is not valid/),
    expect.stringMatching(/^ {2}line 12, tasks: "none" is not valid/),
    expect.stringMatching(/^ {2}line 10, messages.1.id: "hello" is the name of a message already/),
    expect.stringMatching(/^ {2}line 5, agents.second.key: .* is the key of another agent already/),
    expect.stringMatching(
      /^ {2}line 7, channels.general.members.0: there is no agent "bilder"; the nearest is "builder"/,
    ),
    expect.stringMatching(/^ {2}line 11, messages.2.channel: there is no channel "genral"; the nearest is "general"/),
    expect.stringMatching(/^ {2}line 14, memories.0.scope: "general" is a channel, not a scope/),
  ]);
});

test("names all that the API would not allow, without what fails only because something else did", async () => {
  const lines = await mistakesOf(`
agents:
  builder: {}
  helper: {}
channels:
  secret: { members: [helper] }
scopes:
  team: { read: [builder] }
messages:
  - { id: plan, channel: secret, from: builder, content: Not mine }
  - { channel: secret, from: helper, content: Answered, thread: plan }
memories:
  - { scope: team, by: builder, content: x }
`);
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}line 10, messages.0: The agent is no(?:t a)? member/),
    expect.stringMatching(/^ {2}line 13, memories.0: The agent lacks CAN_WRITE/),
  ]);
});
