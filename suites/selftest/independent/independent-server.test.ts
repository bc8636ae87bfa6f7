import { afterEach, expect, test } from "vitest";
import type { Fixtures } from "../../../spec/target-file.ts";
import {
  createIndependentServer,
  type IndependentServer,
  type IndependentServerOptions,
} from "./independent-server.ts";
import { objectsIn, type Probe, probe, until } from "./probe.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const running: IndependentServer[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(options: IndependentServerOptions): Promise<{ it: Probe; fixtures: Fixtures }> {
  const server = await createIndependentServer(options);
  running.push(server);
  return { it: probe(server.target), fixtures: server.target.fixtures ?? {} };
}

test.each(SEEDS)("seed %i: a task is created, blocked, released and listed", async (seed) => {
  const { it, fixtures } = await start({ seed, lagMs: 20 });
  const asked = { title: "Count the windows", status: "in_progress", assigneeAgentId: fixtures.agent?.id ?? "" };
  const made = await it.post("agent/create-task", { ...asked, channelId: fixtures.memberChannel ?? "" });
  expect(made.status).toBe(200);
  expect(made.data).toMatchObject({ ...asked, createdByAgentId: fixtures.agent?.id });
  const taskId = String(made.data.id);
  const blocked = await it.post("agent/block-task", { taskId, reason: "no ladder" });
  expect(blocked.data).toMatchObject({ id: taskId, status: "blocked" });
  const released = await it.post("agent/release-task", { taskId });
  expect(released.status).toBe(200);
  expect(released.data.assigneeAgentId).toBeUndefined();
  const listed = await until(async () => {
    const { rows } = await it.get("agent/list-tasks", { text: "windows" });
    return rows.find(({ id, version }) => id === taskId && version === released.data.version);
  });
  expect(listed).toMatchObject({ title: "Count the windows", status: released.data.status ?? "" });
  expect((await it.post("agent/release-task", { taskId })).status).toBeGreaterThanOrEqual(400);
});

test.each(SEEDS)("seed %i: messages are sent, paged through, flagged and found", async (seed) => {
  const { it, fixtures } = await start({ seed, lagMs: 20 });
  const channelId = fixtures.secondMemberChannel ?? "";
  const send = (content: string, more = {}) => it.post("agent/send-message", { channelId, content, ...more });
  const first = await send("zeppelin *one*");
  const parent = String(first.data.id);
  const reply = await send("zeppelin two", { threadId: parent });
  expect(reply.data).toMatchObject({ parentId: parent, content: "zeppelin two" });
  const page = await it.get("agent/get-messages", { channel: channelId, after: parent, limit: 1 });
  expect(objectsIn(page.data.messages)[0]).toMatchObject({ id: reply.data.id ?? "", parentId: parent });
  const before = await it.get("agent/get-messages", { channel: channelId, before: String(reply.data.id), limit: 1 });
  expect(objectsIn(before.data.messages)[0]).toMatchObject({ id: parent, replyCount: 1 });
  const flagged = await it.post("agent/flag-needs-human", { messageId: parent, reason: "please look" });
  expect(flagged.data.metadata).toHaveProperty("needsHuman");
  const hits = await until(async () => {
    const found = await it.get("agent/search-messages", { query: "zeppelin", channelId });
    return objectsIn(found.data.messages).length === 2 ? objectsIn(found.data.messages) : undefined;
  });
  expect(Number(hits[0]?.rank)).toBeGreaterThanOrEqual(Number(hits[1]?.rank));
  const foreign = { channelId: fixtures.foreignChannel ?? "", content: "hello" };
  expect([403, 404]).toContain((await it.post("agent/send-message", foreign)).status);
});

test.each(SEEDS)("seed %i: a file goes up, into a message and down again", async (seed) => {
  const { it, fixtures } = await start({ seed });
  const bytes = Buffer.from([0, 255, 13, 10, 128, 7]);
  const channelId = fixtures.memberChannel ?? "";
  const wanted = { channelId, fileName: "déjà vu.bin.gz", mimeType: "application/gzip", sizeBytes: bytes.length };
  const grant = await it.post("agent/request-file-upload", wanted);
  expect(grant.data.method).toBe("PUT");
  const attachmentIds = [grant.data.attachmentId ?? ""];
  const early = await it.post("agent/send-message", { channelId, content: "too early", attachmentIds });
  expect(early.status).toBeGreaterThanOrEqual(400);
  const headers = grant.data.headers as Record<string, string>;
  const stored = await fetch(String(grant.data.uploadUrl), { method: "PUT", headers, body: bytes });
  expect(stored.ok).toBe(true);
  const sent = await it.post("agent/send-message", { channelId, content: "here", attachmentIds });
  expect(objectsIn(sent.data.attachments)[0]).toMatchObject({ name: "déjà vu.bin.gz", sizeBytes: 6 });
  for (const _ of [1, 2]) {
    const ticket = await it.get("agent/request-file-download", {
      channel: channelId,
      attachment: attachmentIds[0] ?? "",
    });
    const back = await fetch(String(ticket.data.signedUrl));
    expect(Buffer.from(await back.arrayBuffer())).toEqual(bytes);
  }
  const foreign = { channel: channelId, attachment: fixtures.attachments?.foreign ?? "" };
  expect([403, 404]).toContain((await it.get("agent/request-file-download", foreign)).status);
});

test.each(SEEDS)("seed %i: a memory is kept, filtered for and recalled", async (seed) => {
  const { it, fixtures } = await start({ seed, lagMs: 20 });
  const claim = {
    kind: "decision",
    scope_id: fixtures.scope ?? "",
    confidence: 0,
    metadata: { tags: ["a", "b"], n: 1.5 },
  };
  const content = "Élan over 100% of the_rest";
  const derived_from = [{ id: fixtures.seedMemory ?? "" }];
  const made = await it.post("sdk/remember", { ...claim, content, derived_from, ttl_preset: "ACTIVE" });
  expect(made.data).toMatchObject({ content, kind: "decision", confidence: 0, metadata: claim.metadata });
  const filter = { text: "éLAN OVER 100%", tags: ["b", "a"], kind: "decision", scope: fixtures.scope ?? "" };
  const found = await until(async () => objectsIn((await it.get("agent/search-memories", filter)).data.hits)[0]);
  expect(found.id).toBe(made.data.id);
  const recalled = await it.post("sdk/recall", { query: content, limit: 1, expand: ["provenance"] });
  expect(objectsIn(recalled.data.hits)[0]?.id).toBe(made.data.id);
  expect(objectsIn(recalled.data.scores)[0]?.memory_id).toBe(made.data.id);
  const walked = await it.post("sdk/recall", { seed_id: String(made.data.id), depth: 1 });
  expect(objectsIn(walked.data.hits).map(({ id }) => id)).toContain(fixtures.seedMemory);
  const hidden = await it.get("agent/search-memories", { scope: fixtures.unreadableScope ?? "" });
  expect(hidden.status).toBe(403);
  expect((await it.post("sdk/remember", { ...claim, content })).status).toBe(400);
});

test.each(SEEDS)("seed %i: pages of memories are exact under equal instants", async (seed) => {
  const { it, fixtures } = await start({ seed, lagMs: 0 });
  const { tag = "", ids = [] } = fixtures.memories?.equalInstants ?? {};
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await it.get("agent/search-memories", { tags: [tag], limit: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...objectsIn(page.data.hits).map(({ id }) => id));
    cursor = typeof page.data.nextCursor === "string" ? page.data.nextCursor : undefined;
  } while (cursor !== undefined);
  expect(seen.sort()).toEqual([...ids].sort());
});

test.each(SEEDS)("seed %i: orientation and the one-shot token", async (seed) => {
  const { it, fixtures } = await start({ seed });
  const payload = await it.post("sdk/bootstrap-context", { agent_identity_id: fixtures.agent?.identityId ?? "" });
  expect(objectsIn(payload.data.scope_membership).map(({ id }) => id)).toContain(fixtures.scope);
  expect(objectsIn(payload.data.current_decisions).every(({ kind }) => kind === "decision")).toBe(true);
  const token = fixtures.challengeTokens?.[0] ?? "";
  expect((await it.get("agent/verify-connection", { token })).data.ok).toBe(true);
  const again = await it.get("agent/verify-connection", { token });
  expect(again.data.ok).not.toBe(true);
});

test.each(SEEDS)("seed %i: what is rejected is rejected in the envelope of the family", async (seed) => {
  const { it } = await start({ seed });
  const broken = await it.post("agent/create-task", {}, { raw: '{"title":' });
  expect([broken.status, broken.body.success]).toEqual([400, false]);
  const nobody = await it.post("sdk/recall", {}, { authorization: null, raw: "{" });
  expect(nobody.status).toBe(401);
  expect(String((nobody.body.error as { code: string }).code)).toMatch(/^AUTH_/);
  expect((await it.post("sdk/recall", { query: "x", seed_id: "y" })).status).toBe(400);
  expect((await it.post("agent/create-task", { title: { a: 1 } })).status).toBe(400);
  expect((await it.post("agent/create-task", { title: "x".repeat(501) })).status).toBe(400);
  expect((await it.post("agent/create-task", { title: "x".repeat(500) })).status).toBe(200);
});

test("an exhausted allowance gives plan_limit_reached and a small one ends where it says", async () => {
  const { it, fixtures } = await start({ seed: 4 });
  const broke = await it.post(
    "agent/create-task",
    { title: "one more" },
    { key: fixtures.exhaustedPlan?.apiKey ?? "" },
  );
  expect((broke.body.error as { code: string }).code).toBe("plan_limit_reached");
  const { apiKey = "", remaining = 0 } = fixtures.smallPlan ?? {};
  const create = async () => (await it.post("agent/create-task", { title: "a task" }, { key: apiKey })).status;
  for (let left = remaining; left > 0; left--) expect(await create()).toBe(200);
  expect(await create()).toBeGreaterThanOrEqual(400);
});

test("a rate limit answers 429 with Retry-After", async () => {
  const { it } = await start({ rateLimit: 2 });
  const statuses = await Promise.all(Array.from({ length: 12 }, () => it.get("agent/list-tasks", {})));
  expect(statuses.map(({ status }) => status)).toContain(429);
});
