import { expect, onTestFinished, test } from "vitest";
import type { Fake } from "../fake.ts";
import { clientOf, idsOf, items, startFake, type TestClient } from "../testing.ts";
import { type Recorder, startRecorder } from "./record.ts";

async function recorderOf(fake: Fake): Promise<Recorder> {
  const recorder = await startRecorder({ url: fake.baseUrl, apiKey: fake.apiKey, localKey: "wak_local" });
  onTestFinished(async () => void (await recorder.finish()));
  return recorder;
}

/** A client of the proxy with the local key. */
function clientVia({ baseUrl }: Recorder, apiKey = "wak_local"): TestClient {
  return clientOf({ baseUrl, apiKey } as Fake);
}

/** What an agent makes of a workspace: messages in a thread, tasks, memories that build on each other. */
async function work(client: TestClient, fake: Fake) {
  const { memberChannel: channelId, secondMemberChannel, scope, agent } = fake.fixtures;
  const question = await client.post("send-message", { channelId, content: "Which screws?" });
  await client.post("send-message", { channelId, content: "M4, I think.", threadId: question.data.id });
  await client.post("flag-needs-human", { messageId: question.data.id, reason: "Nobody knows" });
  const order = {
    title: "Order the screws",
    priority: "high",
    channelId: secondMemberChannel,
    assigneeAgentId: agent?.id,
  };
  const task = await client.post("create-task", { ...order, description: "**Forty** of them." });
  await client.post("create-task", { title: "Count them", parentTaskId: task.data.id, status: "backlog" });
  await client.post("block-task", { taskId: task.data.id, reason: "No catalogue" });
  const claim = { kind: "fact", scope_id: scope, confidence: 0.8, metadata: { tags: ["screws"] }, why: "Asked twice" };
  const first = { ...claim, content: "Screws are M4", derived_from: [{ id: question.data.id }, { id: "ticket-7" }] };
  const memory = await client.post("remember", first);
  const second = { ...claim, content: "Screws come in boxes", derived_from: [{ id: memory.data.id }] };
  await client.post("remember", second);
  return { question: question.data.id, task: task.data.id, memory: memory.data.id };
}

const picked = (things: unknown, names: readonly string[]) =>
  items(things).map((one) => Object.fromEntries(names.map((name) => [name, (one as Record<string, unknown>)[name]])));

/** What the API shows of the things that an agent made, without times. */
async function viewOf(client: TestClient, { fixtures }: Pick<Fake, "fixtures">, memory: unknown) {
  const task = [
    "id",
    "title",
    "description",
    "status",
    "priority",
    "assigneeAgentId",
    "createdByAgentId",
    "channelId",
    "parentTaskId",
  ];
  const message = ["id", "content", "parentId", "senderType", "senderId", "replyCount"];
  const claim = ["id", "content", "kind", "status", "confidence", "ttl_seconds", "metadata"];
  const channels = await Promise.all(
    [fixtures.memberChannel, fixtures.secondMemberChannel].map(async (channelId) => {
      const { data } = await client.get("get-messages", { channelId: String(channelId), limit: 100 });
      return picked(
        items(data.messages).filter(({ senderType }) => String(senderType) !== "system"),
        message,
      );
    }),
  );
  const walk = await client.post("recall", { seed_id: memory, depth: 1, expand: ["related", "provenance"] });
  const edges = items(walk.data.edges).map(
    (edge) => `${edge.from_id} ${edge.edge_type} ${edge.to_id} ${JSON.stringify(edge.properties)}`,
  );
  return {
    channels,
    tasks: picked((await client.get("list-tasks", { limit: 100 })).data, task),
    memories: picked((await client.get("search-memories", { limit: 100 })).data.hits, claim),
    contested: picked((await client.get("search-memories", { status: "contested", limit: 100 })).data.hits, claim),
    edges: edges.toSorted(),
  };
}

test("a seed from a recording gives the workspace that the service has, with its graph", async () => {
  const service = await startFake();
  const recorder = await recorderOf(service);
  const client = clientVia(recorder);
  const { memory } = await work(client, service);
  await client.post("bootstrap-context", { agent_identity_id: service.fixtures.agent?.identityId });
  const { seed, survey } = await recorder.finish();
  expect(survey).toMatchObject({ rejected: [], stopped: null });
  const local = await startFake({ seedData: seed });
  const there = await viewOf(clientOf(service), service, memory);
  expect(there.edges.length).toBeGreaterThan(3);
  expect(await viewOf(clientOf(local), service, memory)).toEqual(there);
});

test("passes on what clients send and nothing else, and only reads by itself", async () => {
  const service = await startFake();
  const recorder = await recorderOf(service);
  const client = clientVia(recorder);
  await client.post("create-task", { title: "one" });
  await client.post("create-task", {});
  const before = service.journal.last;
  expect(service.journal.find().map(({ operation, status }) => [operation, status])).toEqual([
    ["create-task", 200],
    ["create-task", 400],
  ]);
  await recorder.finish();
  const own = service.journal.find({ since: before });
  expect(own.length).toBeGreaterThan(8);
  const reads = ["list-tasks", "search-memories", "get-messages", "recall"];
  expect(own.filter(({ operation }) => !reads.includes(String(operation)))).toEqual([]);
});

test("responds as the service does: status, headers, errors, and 503 where it is gone", async () => {
  const service = await startFake({
    chaos: [{ name: "busy", operation: "list-tasks", times: 1, error: { status: 429, retryAfter: 9 } }],
  });
  const recorder = await recorderOf(service);
  const client = clientVia(recorder);
  const busy = await client.get("list-tasks");
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "9"]);
  expect((await clientVia(recorder, "wak_wrong").get("list-tasks")).status).toBe(401);
  expect((await client.get("list-tasks")).status).toBe(200);
  await service.close();
  const gone = await client.get("list-tasks");
  expect([gone.status, gone.code]).toEqual([503, "upstream_unavailable"]);
});

test("keeps no key, token or signature", async () => {
  const service = await startFake();
  const recorder = await recorderOf(service);
  const client = clientVia(recorder);
  const other = String(service.fixtures.otherAgent?.apiKey);
  await clientVia(recorder, other).get("list-tasks");
  const [token = ""] = service.fixtures.challengeTokens ?? [];
  await client.get("verify-connection", { token });
  const channelId = service.fixtures.memberChannel;
  const asked = { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 3 };
  const { uploadUrl } = (await client.post("request-file-upload", asked)).data;
  const { lines, seed } = await recorder.finish();
  const all = [...lines, JSON.stringify(seed)].join("\n");
  expect(all).toContain("request-file-upload");
  // That there was a key stays: a request without one is judged by that.
  const callers = lines.slice(1).map((line) => JSON.parse(line) as { request: { headers: object } });
  expect(callers.filter(({ request }) => !("authorization" in request.headers))).toEqual([]);
  const [, signature = ""] = /signature=([^&]+)/.exec(String(uploadUrl)) ?? [];
  for (const secret of [service.apiKey, other, token, signature])
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
});

test("the agents behind several keys are distinguished, and members of the channels that they use", async () => {
  const service = await startFake();
  const recorder = await recorderOf(service);
  const { memberChannel, otherAgent } = service.fixtures;
  const mine = (await clientVia(recorder).post("send-message", { channelId: memberChannel, content: "mine" })).data;
  const theirs = clientVia(recorder, String(otherAgent?.apiKey));
  await theirs.post("send-message", { channelId: otherAgent?.channel, content: "theirs" });
  const { seed } = await recorder.finish();
  expect(Object.keys(seed.agents).slice(0, 2)).toEqual([mine.senderId, otherAgent?.id]);
  expect(seed.channels?.[String(memberChannel)]?.members).toContain(mine.senderId);
  expect(seed.channels?.[String(otherAgent?.channel)]?.members).toContain(otherAgent?.id);
});

test("ids that no seed can have as names get names, and files that went past the proxy say so", async () => {
  const service = await startFake();
  const recorder = await recorderOf(service);
  const client = clientVia(recorder);
  const channelId = service.fixtures.memberChannel;
  const asked = { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 3 };
  const { attachmentId, uploadUrl, headers } = (await client.post("request-file-upload", asked)).data;
  await fetch(String(uploadUrl), { method: "PUT", headers: headers as unknown as Record<string, string>, body: "abc" });
  await client.post("send-message", { channelId, content: "See the file", attachmentIds: [attachmentId] });
  const { seed } = await recorder.finish();
  const withFile = seed.messages?.find(({ content }) => content === "See the file");
  expect(withFile?.files).toEqual([
    { name: "a.txt", mimeType: "text/plain", content: expect.stringMatching(/not recorded/) },
  ]);
  expect(idsOf((await startFake({ seedData: seed })).seeds.map((one) => ({ id: one.workspaceId })))).toHaveLength(1);
});

test("stops reading where the service asks it to wait, and still gives what it has", async () => {
  const service = await startFake({ chaos: [{ name: "busy", operation: "search-memories", error: 429 }] });
  const recorder = await recorderOf(service);
  await clientVia(recorder).post("create-task", { title: "one" });
  const { survey, seed, lines } = await recorder.finish();
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ complete: false });
  expect(survey).toEqual({ requests: 2, rejected: [], stopped: expect.stringMatching(/search-memories with 429/) });
  expect(seed.tasks?.map(({ title }: { title: string }) => title)).toContain("one");
});

test("a service that accepts no connection is an error at the start, and one that gives no response at the end", async () => {
  const service = await startFake();
  const options = { url: service.baseUrl, apiKey: service.apiKey, localKey: "wak_local" };
  const recorder = await startRecorder(options);
  await service.close();
  await expect(recorder.finish()).rejects.toMatchObject({ code: "FAKE-RECORD-UNREACHABLE" });
  await expect(startRecorder(options)).rejects.toMatchObject({ code: "FAKE-RECORD-UNREACHABLE" });
});

test.each(["staging", "ftp://example.com", ""])("rejects %j as the URL of a service", async (url) => {
  const rejected = startRecorder({ url, apiKey: "k", localKey: "l" });
  await expect(rejected).rejects.toMatchObject({ code: "FAKE-RECORD-URL" });
});
