import { type RequestOptions, request } from "node:http";
import { expect, test } from "vitest";
import { createFake } from "./create.ts";
import { clientOf, idsOf, items, startFake } from "./testing.ts";

/** The text of a response; `fetch` does not let one choose the Host header. */
function sent(url: string, options: RequestOptions, body?: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, async (response) => {
      let text = "";
      for await (const piece of response.setEncoding("utf8")) text += piece;
      resolve(text);
    });
    outgoing.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test("serves all fifteen operations in the envelope", async () => {
  const fake = await startFake();
  const { fixtures } = fake;
  const channelId = fixtures.memberChannel;
  const task = await fake.post("create-task", { title: "Try it", channelId, assigneeAgentId: fixtures.agent?.id });
  const message = await fake.post("send-message", { channelId, content: "A **walrus** appears" });
  const upload = await fake.post("request-file-upload", {
    channelId,
    fileName: "a.txt",
    mimeType: "text/plain",
    sizeBytes: 5,
  });
  const { uploadUrl, headers } = upload.data;
  const put = await fetch(String(uploadUrl), { method: "PUT", headers: { ...headers } as never, body: "hello" });
  expect(put.status).toBe(200);
  const holder = await fake.post("send-message", { channelId, content: "", attachmentIds: [upload.data.attachmentId] });
  const memory = await fake.post("remember", {
    content: "Walruses appear at noon",
    kind: "fact",
    scope_id: fixtures.scope,
    derived_from: [{ id: message.data.id }],
  });
  const answers = [
    task,
    message,
    upload,
    holder,
    memory,
    await fake.get("list-tasks"),
    await fake.post("block-task", { taskId: task.data.id, reason: "waiting" }),
    await fake.post("release-task", { taskId: task.data.id }),
    await fake.get("get-messages", { channelId: String(channelId) }),
    await fake.get("search-messages", { query: "walrus" }),
    await fake.post("flag-needs-human", { messageId: message.data.id, reason: "look" }),
    await fake.get("request-file-download", {
      channelId: String(channelId),
      attachmentId: String(upload.data.attachmentId),
    }),
    await fake.get("search-memories", { q: "walrus" }),
    await fake.post("recall", { query: "when do walruses appear?" }),
    await fake.post("recall", { seed_id: memory.data.id }),
    await fake.post("bootstrap-context", { agent_identity_id: fixtures.agent?.identityId }),
    await fake.get("verify-connection", { token: String(fixtures.challengeTokens?.[0]) }),
  ];
  for (const answer of answers) {
    expect(answer.body).toMatchObject({
      success: true,
      meta: { requestId: expect.any(String), timestamp: expect.any(String) },
    });
    expect(answer.status).toBe(200);
  }
  expect(items(answers[13]?.data.hits)[0]).toMatchObject({ id: memory.data.id });
  expect(idsOf(answers[13]?.data.messages)).toContain(message.data.id);
});

test("gives every fixture that a target file can name", async () => {
  const fake = await startFake();
  expect(JSON.stringify(fake.fixtures)).not.toContain("null");
  expect(Object.keys(fake.fixtures).sort()).toEqual(
    [
      "agent attachments challengeTokens exhaustedPlan foreignChannel memberChannel memories messages otherAgent",
      "otherWorkspace ownedAgent scope secondMemberChannel secondScope seedMemory smallPlan tasks unreadableScope user",
    ]
      .join(" ")
      .split(" "),
  );
});

test("the same seed gives the same keys, and with a virtual clock the same ids", async () => {
  const options = { seed: 7, clock: { virtual: true, startAt: Date.UTC(2026, 0, 2) } };
  const [first, second] = [await startFake(options), await startFake(options)];
  expect(second.fixtures).toEqual(first.fixtures);
  expect(second.apiKey).toBe(first.apiKey);
});

/** A script that touches every operation, over one connection's worth of raw responses. */
async function play(fake: Awaited<ReturnType<typeof startFake>>): Promise<string> {
  const { fixtures, apiKey } = fake;
  const channelId = fixtures.memberChannel;
  const answers: string[] = [];
  const call = async (method: "GET" | "POST", path: string, body?: object) => {
    // The same name for both, as behind one proxy: the responses hold the address that the client used.
    const headers = { host: "fake.test", authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const text = await sent(`${fake.baseUrl}/v1/${path}`, { method, headers }, body);
    answers.push(text);
    return JSON.parse(text).data;
  };
  const task = await call("POST", "agent/create-task", { title: "x", channelId, assigneeAgentId: fixtures.agent?.id });
  await call("POST", "agent/block-task", { taskId: task.id, reason: "waiting" });
  await call("POST", "agent/release-task", { taskId: task.id });
  const message = await call("POST", "agent/send-message", { channelId, content: "A walrus" });
  await call("POST", "agent/flag-needs-human", { messageId: message.id, reason: "look" });
  const file = { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 5 };
  await call("POST", "agent/request-file-upload", file);
  const claim = { content: "Walruses", kind: "fact", scope_id: fixtures.scope, derived_from: [{ id: message.id }] };
  const memory = await call("POST", "sdk/remember", { ...claim, ttl_seconds: 60 });
  fake.advanceClock(61_000);
  await call("POST", "sdk/recall", { seed_id: memory.id, depth: 2, filters: { include_expired: true } });
  await call("POST", "sdk/recall", { query: "walrus" });
  await call("POST", "sdk/bootstrap-context", { agent_identity_id: fixtures.agent?.identityId });
  for (const path of ["list-tasks", `get-messages?channelId=${channelId}`, "search-messages?query=walrus"]) {
    await call("GET", `agent/${path}`);
  }
  for (const path of ["search-memories?limit=3", `verify-connection?token=${fixtures.challengeTokens?.[0]}`, "none"]) {
    await call("GET", `agent/${path}`);
  }
  return answers.join("\n");
}

test("the same seed and a virtual clock return the same bytes for a script", async () => {
  const options = { seed: "again", clock: { virtual: true, startAt: Date.UTC(2026, 0, 2) } };
  const [first, second] = [await startFake(options), await startFake(options)];
  const script = await play(first);
  expect(await play(second)).toBe(script);
  first.reset();
  expect(await play(first)).toBe(script);
  expect(await play(await startFake({ ...options, seed: "other" }))).not.toBe(script);
});

test("reset brings back the start with the same key", async () => {
  const fake = await startFake({ seed: 7 });
  const { apiKey } = fake;
  const before = items((await fake.get("list-tasks")).data).length;
  await fake.post("create-task", { title: "soon gone" });
  fake.reset();
  expect(fake.apiKey).toBe(apiKey);
  expect(items((await fake.get("list-tasks")).data)).toHaveLength(before);
});

test("is closed once, however often it is asked to", async () => {
  const fake = await startFake();
  const closing = fake.close();
  expect(fake.close()).toBe(closing);
  await closing;
  await expect(fetch(fake.baseUrl)).rejects.toThrow("fetch failed");
});

test("a further workspace shares nothing with the first", async () => {
  const fake = await startFake();
  const other = fake.workspace();
  const client = clientOf(fake, other.apiKey);
  expect((await client.get("get-messages", { channelId: String(fake.fixtures.memberChannel) })).status).toBe(404);
  expect((await client.get("get-messages", { channelId: String(other.fixtures.memberChannel) })).status).toBe(200);
});

test("a port that is taken is an operator error that names the remedy", async () => {
  const fake = await startFake();
  const port = Number(new URL(fake.baseUrl).port);
  await expect(createFake({ port })).rejects.toMatchObject({
    code: "FAKE-PORT-TAKEN",
    hint: expect.stringContaining("--port"),
  });
});

test("a failure of the fake itself is reported as one, at once", async () => {
  const broken = () => ({
    gates: [
      async () => {
        throw new Error("a gate that fails");
      },
    ],
  });
  const fake = await startFake({ extensions: [broken] });
  const answer = await fake.post("create-task", { title: "x" });
  expect(answer).toMatchObject({ status: 500, code: "internal_error", body: { error: { details: { defect: true } } } });
  expect((await fake.post("recall", { query: "x" })).code).toBe("INTERNAL_ERROR");
});
