import { expect, test } from "vitest";
import { clientOf, type Loose, startFake, type TestClient } from "../../testing.ts";

type Running = Awaited<ReturnType<typeof startFake>>;

/** The hint for the last request. */
function lastHint(fake: Running): string | null | undefined {
  return fake.journal.get(fake.journal.last)?.hint;
}

/** A request that errs, and the hint for its developer. */
type Case = readonly [string, (fake: Running, fixtures: Loose) => Promise<unknown>, RegExp];

const CASES: readonly Case[] = [
  ["a misspelt field", (fake) => fake.post("create-task", { titel: "x" }), /"titel" was sent: did you mean "title"\?/],
  ["a snake_case field", (fake) => fake.get("get-messages", { channel_id: "x" }), /did you mean "channelId"\?/],
  ["a field in the query", (fake) => fake.post("create-task?title=x", {}), /send it in the JSON body/],
  ["a value close to a listed one", (fake) => fake.post("create-task", { title: "x", priority: "hgih" }), /"high"\?/],
  [
    "another way of writing a value",
    (fake) => fake.post("create-task", { title: "x", status: "in-progress" }),
    /"in_progress"\?/,
  ],
  ["a number in quotes", (fake) => fake.post("recall", { query: "x", limit: "5" }), /without quotes: 5\./],
  [
    "texts for pointers",
    (fake, { scope }) => fake.post("remember", { content: "c", kind: "fact", scope_id: scope, derived_from: ["m1"] }),
    /\[\{"id":"m1"\}\]/,
  ],
  ["a limit above its bound", (fake) => fake.get("list-tasks", { limit: 500 }), /most that limit takes is 100/],
  [
    "a variable that was not filled in",
    (fake) => fake.get("get-messages", { channelId: "undefined" }),
    /not filled in/,
  ],
  [
    "a channel of another workspace",
    (fake, { otherWorkspace }) => fake.get("get-messages", { channelId: String(otherWorkspace?.channel) }),
    /exists in another workspace, "Neighbour"/,
  ],
  ["the name of a channel", (fake) => fake.get("get-messages", { channelId: "#general" }), /is its name: send the id/],
  [
    "a task's id for a channel",
    (fake, { tasks }) => fake.get("get-messages", { channelId: String(tasks?.done) }),
    /the id of a task, not of a channel/,
  ],
  [
    "a task's identifier for its id",
    (fake) => fake.post("block-task", { taskId: "WOR-1", reason: "x" }),
    /send the id/,
  ],
  [
    "an agent's identity for its id",
    (fake, { agent }) => fake.post("create-task", { title: "x", assigneeAgentId: agent?.identityId }),
    /identity of the agent "Demo agent"/,
  ],
  [
    "a cut id",
    (fake, { memberChannel }) => fake.get("get-messages", { channelId: String(memberChannel).slice(0, 20) }),
    /Did you mean/,
  ],
  [
    "a channel without membership",
    (fake, { foreignChannel }) => fake.post("send-message", { channelId: foreignChannel, content: "x" }),
    /is a member of .*general .*releases .*POST \/_fake\/workspaces\/[\w-]+\/channels\/[\w-]+\/members/,
  ],
  [
    "an unreadable scope",
    (fake, { unreadableScope }) => fake.get("search-memories", { scope_id: String(unreadableScope) }),
    /may read Workshop .* and Tools .*CAN_READ/,
  ],
  ["another agent's identity", (fake) => fake.post("bootstrap-context", { agent_identity_id: "x" }), /identity/],
  [
    "a task that is not its own",
    (fake, { tasks }) => fake.post("block-task", { taskId: tasks?.private, reason: "x" }),
    /created by "Stranger".*mention/,
  ],
  [
    "a release by another",
    (fake, { tasks }) => fake.post("release-task", { taskId: tasks?.inChannel }),
    /assigned to no agent/,
  ],
  [
    "a block of a done task",
    (fake, { tasks }) => fake.post("block-task", { taskId: tasks?.done, reason: "x" }),
    /is done/,
  ],
  [
    "an exhausted plan",
    (fake, { exhaustedPlan }) => clientOf(fake, String(exhaustedPlan?.apiKey)).post("create-task", { title: "x" }),
    /5 of 5 tasks .*PATCH/,
  ],
  ["an unknown token", (fake) => fake.get("verify-connection", { token: "chl_none" }), /No such token/],
  ["another operation's name", (fake) => fake.post("create-tasks", {}), /POST \/v1\/agent\/create-task\?/],
  ["a wrong method", (fake) => fake.get("create-task"), /Use POST/],
  ["the other family", (fake) => (fake as TestClient).post("../agent/recall", {}), /POST \/v1\/sdk\/recall/],
];

test.each(CASES)("says what would have worked for %s", async (_name, act, expected) => {
  const fake = await startFake();
  await act(fake, fake.fixtures as unknown as Loose);
  expect(lastHint(fake)).toMatch(expected);
});

const CREDENTIALS: readonly (readonly [string, (key: string) => Record<string, string>, RegExp])[] = [
  ["no header", () => ({}), /no Authorization header/],
  ["a bare key", (key) => ({ authorization: key }), /"Bearer" is missing/],
  ["another scheme", (key) => ({ authorization: `Token ${key}` }), /scheme "Token"/],
  ["an empty key", () => ({ authorization: "Bearer " }), /no key after "Bearer"/],
  ["an unset variable", () => ({ authorization: "Bearer $WAC_API_KEY" }), /variable was not filled in/],
  ["a key in quotes", (key) => ({ authorization: `Bearer "${key}"` }), /without the quotes/],
  [
    "a cut key",
    (key) => ({ authorization: `Bearer ${key.slice(0, -4)}` }),
    /the beginning of the key of the agent "Demo agent"/,
  ],
  ["another header", (key) => ({ "x-api-key": key }), /came in the header x-api-key/],
  ["an unknown key", () => ({ authorization: "Bearer zzzzzzzz" }), /No agent has this key/],
];

test.each(CREDENTIALS)("says what is wrong with credentials: %s", async (_name, headers, expected) => {
  const fake = await startFake();
  await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers: headers(fake.apiKey) });
  expect(lastHint(fake)).toMatch(expected);
});

test("follows a file: not uploaded, not sent, sent already", async () => {
  const fake = await startFake();
  const channelId = String(fake.fixtures.memberChannel);
  const { data } = await fake.post("request-file-upload", {
    channelId,
    fileName: "a.txt",
    mimeType: "text/plain",
    sizeBytes: 1,
  });
  const attachmentId = String(data.attachmentId);
  const send = () => fake.post("send-message", { channelId, content: "", attachmentIds: [attachmentId] });
  await send();
  expect(lastHint(fake)).toMatch(/PUT the bytes to the uploadUrl/);
  await fetch(String(data.uploadUrl), { method: "PUT", headers: { "content-type": "text/plain" }, body: "xyz" });
  expect(lastHint(fake)).toMatch(/announce that number as sizeBytes/);
  await fetch(String(data.uploadUrl), { method: "PUT", headers: { "content-type": "text/plain" }, body: "x" });
  await fake.get("request-file-download", { channelId, attachmentId });
  expect(lastHint(fake)).toMatch(/no message holds it yet/);
  await send();
  await send();
  expect(lastHint(fake)).toMatch(/call request-file-upload again/);
  await fetch(String(data.uploadUrl));
  expect(lastHint(fake)).toBe("This URL is for PUT, not for GET.");
});

test("notes what was ignored in a request that went well", async () => {
  const fake = await startFake();
  await fake.post("create-task", { title: "x", asigneeAgentId: "y" });
  expect(fake.journal.get(1)?.notes).toEqual([
    'Unknown body field "asigneeAgentId" was ignored: did you mean "assigneeAgentId"?',
  ]);
  await fake.post("recall", { query: "x", filters: { include_superceded: true } });
  expect(fake.journal.get(2)?.notes).toEqual([
    'Unknown field of filters "include_superceded" was ignored: did you mean "include_superseded"?',
  ]);
  await fake.get("search-memories", { scope: "x" });
  expect(fake.journal.get(3)?.notes[0]).toMatch(/Unknown query parameter "scope" was ignored/);
});

test("tells a disturbance from a mistake", async () => {
  const chaos = [
    { name: "busy", operation: "list-tasks", error: 429 },
    { name: "slow", operation: "create-task", delayMs: 1 },
  ];
  const fake = await startFake({ chaos });
  await fake.get("list-tasks");
  await fake.post("create-task", { titel: "x" });
  const [disturbed, mistaken] = fake.journal.find({ workspace: fake.id });
  expect(disturbed).toMatchObject({ status: 429, rule: "busy", agent: { name: "Demo agent" } });
  expect(disturbed?.hint).toMatch(/^GET \/_fake\/chaos/);
  expect(mistaken).toMatchObject({ rule: "slow", hint: '"titel" was sent: did you mean "title"?' });
});
