import { expect, test } from "vitest";
import type { Fake } from "../fake.ts";
import { clientOf, readResponse, startFake } from "../testing.ts";

/** Headers that are no valid credentials, made from a valid key. */
const WRONG: readonly ((key: string) => string)[] = [
  () => "",
  () => "Bearer",
  () => "Bearer ",
  (key) => key,
  (key) => `Basic ${key}`,
  (key) => `Bearer ${key.slice(0, -1)}`,
  (key) => `Bearer ${key}0`,
  (key) => `Bearer ${key.toUpperCase()}`,
  (key) => `Bearer ${key} ${key}`,
  (key) => `Bearer "${key}"`,
  () => "Bearer wak_none",
];

test.each(WRONG.map((make) => [make("KEY"), make] as const))(
  "rejects %j with 401, whatever the request",
  async (_shown, make) => {
    const fake = await startFake();
    const headers = { authorization: make(fake.apiKey), "content-type": "application/json" };
    for (const path of ["/v1/agent/create-task", "/v1/sdk/recall", "/v1/agent/none"]) {
      const response = await fetch(`${fake.baseUrl}${path}`, { method: "POST", headers, body: "{" });
      const answer = await readResponse(response);
      expect(answer.status).toBe(401);
      expect(answer.code).toMatch(path.includes("sdk") ? /^AUTH_/ : /^permission_denied$/);
    }
  },
);

test("a call without a key is rejected on a connection that carried one", async () => {
  const fake = await startFake();
  await fake.get("list-tasks");
  expect((await fetch(`${fake.baseUrl}/v1/agent/list-tasks`)).status).toBe(401);
});

test("the scheme's case does not matter", async () => {
  const fake = await startFake();
  const headers = { authorization: `bearer ${fake.apiKey}` };
  expect((await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers })).status).toBe(200);
});

test("a key of another workspace reaches nothing of this one", async () => {
  const fake = await startFake();
  const { fixtures } = fake;
  const stranger = clientOf(fake, fixtures.otherWorkspace?.apiKey);
  const channelId = String(fixtures.memberChannel);
  const answers = [
    await stranger.get("get-messages", { channelId }),
    await stranger.get("search-messages", { query: "importer", channelId }),
    await stranger.get("search-memories", { scope_id: String(fixtures.scope) }),
    await stranger.post("send-message", { channelId, content: "x" }),
    await stranger.post("block-task", { taskId: fixtures.tasks?.inChannel, reason: "x" }),
    await stranger.post("flag-needs-human", { messageId: fixtures.messages?.byHuman, reason: "x" }),
    await stranger.post("recall", { seed_id: fixtures.seedMemory }),
    await stranger.post("remember", {
      content: "x",
      kind: "fact",
      scope_id: fixtures.scope,
      derived_from: [{ id: "x" }],
    }),
    await stranger.post("bootstrap-context", { agent_identity_id: fixtures.agent?.identityId }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});

test("too many requests are rejected with Retry-After, once a limit is set", async () => {
  const fake = await startFake({ rateLimit: 2, clock: { virtual: true } });
  const answers = [await fake.get("list-tasks"), await fake.get("list-tasks"), await fake.get("list-tasks")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[2]).toMatchObject({ code: "rate_limited", body: { error: { retryable: true } } });
  expect(answers[2]?.headers.get("retry-after")).toBe("1");
});

test.each([
  ["of the fake", (fake: Fake) => fake.reset()],
  ["of the workspace", (fake: Fake) => fake.control.resetWorkspace("main")],
])("a reset %s fills the allowance of the second again", async (_what, reset) => {
  const fake = await startFake({ rateLimit: 2, clock: { virtual: true } });
  const statuses = async () => {
    const answers = [await fake.get("list-tasks"), await fake.get("list-tasks"), await fake.get("list-tasks")];
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 429]);
  reset(fake);
  expect(await statuses()).toEqual([200, 200, 429]);
});

test("what is read from a state of long ago counts as a request of now", async () => {
  const fake = await startFake({ rateLimit: 2, clock: { virtual: true }, chaos: [{ stale: { writes: 1 } }] });
  expect((await fake.post("create-task", { title: "x" })).status).toBe(200);
  const answers = [await fake.get("list-tasks"), await fake.get("list-tasks")];
  expect(answers.map(({ status }) => status)).toEqual([200, 429]);
});

test("connections stay open between requests", async () => {
  const fake = await startFake();
  for (const answer of [
    await fake.get("list-tasks"),
    await fake.post("create-task", {}),
    await fake.get("verify-connection"),
  ]) {
    expect(answer.headers.get("connection")).toBe("keep-alive");
  }
});
