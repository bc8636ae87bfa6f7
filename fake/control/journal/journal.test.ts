import { expect, test } from "vitest";
import { clientOf, startFake } from "../../testing.ts";
import { startControlled } from "../testing.ts";

test("holds every exchange with who, what and how it ended", async () => {
  const fake = await startFake();
  await fake.post("create-task", { title: "One" });
  await fake.get("list-tasks", { limit: 2 });
  await fake.post("create-task", {});
  const [first, second, third, ...more] = fake.journal.find();
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    number: 1,
    method: "POST",
    path: "/v1/agent/create-task",
    operation: "create-task",
    workspace: fake.id,
    agent: { id: fake.fixtures.agent?.id, name: "Demo agent" },
    status: 200,
    outcome: "ok",
    code: null,
    why: null,
    hint: null,
    notes: [],
    request: { content: { title: "One" }, cut: false },
    response: { content: { success: true, data: { title: "One" } }, cut: false },
  });
  expect(second).toMatchObject({ query: { limit: "2" }, request: null, durationMs: expect.any(Number) });
  expect(third).toMatchObject({ status: 400, outcome: "rejected", code: "invalid_input", why: "title is required" });
});

test("shows a body as it was sent, whatever a variant makes of it", async () => {
  const fake = await startFake({ variant: { normalization: "nfc", "id-counters": "one-per-kind" } });
  await fake.post("create-task", { title: "Cafe\u0301" });
  expect(fake.journal.find()[0]?.request).toEqual({ content: { title: "Cafe\u0301" }, cut: false });
});

test("finds by every member of a filter", async () => {
  const fake = await startFake();
  const other = clientOf(fake, fake.fixtures.otherAgent?.apiKey);
  await fake.post("create-task", { title: "A walrus" });
  await other.get("list-tasks");
  await fake.post("recall", {});
  await fetch(`${fake.baseUrl}/elsewhere`);
  const numbers = (filter: Parameters<typeof fake.journal.find>[0]) =>
    fake.journal.find(filter).map(({ number }) => number);
  expect(numbers({ operation: "create-task" })).toEqual([1]);
  expect(numbers({ agent: "Other agent" })).toEqual([2]);
  expect(numbers({ agent: String(fake.fixtures.agent?.id) })).toEqual([1, 3]);
  expect(numbers({ workspace: fake.id })).toEqual([1, 2, 3]);
  expect(numbers({ status: "4xx" })).toEqual([3, 4]);
  expect(numbers({ status: 404 })).toEqual([4]);
  expect(numbers({ outcome: "rejected", since: 3 })).toEqual([4]);
  expect(numbers({ code: "INVALID_PARAMS" })).toEqual([3]);
  expect(numbers({ method: "get" })).toEqual([2, 4]);
  expect(numbers({ path: "/v1/agent/" })).toEqual([1, 2]);
  expect(numbers({ text: "WALRUS", operation: "create-task" })).toEqual([1]);
  expect(fake.journal.count({ outcome: "ok" })).toBe(2);
});

test("keys, challenge tokens and signatures are taken out", async () => {
  const fake = await startFake({ apiKey: "my.own.key-1" });
  const { fixtures } = fake;
  const secrets = ["my.own.key-1", String(fixtures.otherAgent?.apiKey), String(fixtures.challengeTokens?.[0])];
  await fake.post("create-task", { title: `Rotate ${secrets.join(", ")}` });
  await fake.get("verify-connection", { token: secrets[2] ?? "" });
  const { data } = await fake.post("request-file-upload", {
    channelId: fixtures.memberChannel,
    fileName: "a.txt",
    mimeType: "text/plain",
    sizeBytes: 1,
  });
  await fetch(String(data.uploadUrl), { method: "PUT", body: "x", headers: { "content-type": "text/plain" } });
  const text = JSON.stringify(fake.journal.find());
  const signature = new URL(String(data.uploadUrl)).searchParams.get("signature") ?? "none";
  for (const secret of [...secrets, signature]) expect(text).not.toContain(secret);
  expect(fake.journal.find({ operation: "upload-bytes" })).toMatchObject([
    { status: 200, workspace: fake.id, agent: { name: "Demo agent" }, query: { signature: "[signature]" } },
  ]);
});

test("says with which code the bytes of a file were rejected", async () => {
  const fake = await startFake();
  const file = { fileName: "a.txt", mimeType: "text/plain", sizeBytes: 1 };
  const { data } = await fake.post("request-file-upload", { channelId: fake.fixtures.memberChannel, ...file });
  const headers = { "content-type": "text/plain" };
  await fetch(String(data.uploadUrl), { method: "PUT", body: "xy", headers });
  await fetch(`${data.uploadUrl}x`, { method: "PUT", body: "x", headers });
  expect(fake.journal.find({ operation: "upload-bytes" })).toMatchObject([
    { status: 400, code: "invalid_input", why: expect.stringContaining("exactly the 1 bytes"), response: null },
    { status: 403, code: "permission_denied", why: expect.stringContaining("signature") },
  ]);
});

test("keeps this many entries, says how many had to go, and cuts long bodies", async () => {
  const fake = await startFake({ journal: { entries: 2, bodyLength: 40 } });
  for (const title of ["one", "two", `three ${"x".repeat(100)}`]) await fake.post("create-task", { title });
  expect(fake.journal.find().map(({ number }) => number)).toEqual([2, 3]);
  expect(fake.journal).toMatchObject({ last: 3, dropped: 1, capacity: 2 });
  const request = fake.journal.get(3)?.request;
  expect(request?.cut).toBe(true);
  expect(String(request?.content).length).toBeLessThanOrEqual(40);
  fake.journal.clear();
  expect(fake.journal.find()).toEqual([]);
  await fake.get("list-tasks");
  expect(fake.journal.find().map(({ number }) => number)).toEqual([4]);
});

test("a response is shown as it was, whatever changes later", async () => {
  const fake = await startFake();
  const { data } = await fake.post("create-task", { title: "One" });
  await fake.post("block-task", { taskId: data.id, reason: "waiting" });
  expect(fake.journal.get(1)?.response?.content).toMatchObject({ data: { status: "todo" } });
});

test("waits until enough requests came, those before included", async () => {
  const fake = await startFake();
  await fake.post("create-task", { title: "One" });
  const both = fake.journal.waitFor({ operation: "create-task" }, { count: 2 });
  await fake.get("list-tasks");
  await fake.post("create-task", { title: "Two" });
  expect((await both).map(({ number }) => number)).toEqual([1, 3]);
});

test("a wait that ends without success says how many came, and what came close", async () => {
  const fake = await startFake();
  await fake.post("create-task", {});
  const waiting = fake.journal.waitFor({ operation: "create-task", outcome: "ok" }, { timeoutMs: 20 });
  await expect(waiting).rejects.toMatchObject({
    code: "timeout",
    message: "0 of 1 matching requests came within 20 ms. Close were: number 1, but for its outcome.",
    hint: "Close were: number 1, but for its outcome.",
    details: { came: 0, wanted: 1 },
  });
});

test("a wait that ends without success leads to the line that waited", async () => {
  const fake = await startFake();
  const error = await fake.journal.waitFor({ path: "/none" }, { timeoutMs: 1 }).catch((failed: unknown) => failed);
  const [first = "", second = ""] = String((error as Error).stack).split("\n");
  expect(first).toMatch(/^ControlProblem: 0 of 1 matching requests came within 1 ms\. No request came close/);
  expect(second).toContain("journal.test.ts");
});

const UNUSUAL_BODIES = [
  `{"title":${"[".repeat(1900)}${"]".repeat(1900)}}`,
  `{"title":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"unknown${index}":${index}`).join(",")}}`,
  '{"title": ',
  '{"__proto__":{"a":1},"title":"\\ud800"}',
];

test.each(UNUSUAL_BODIES)("takes down odd bodies as they were sent (%#)", async (body) => {
  const { fake, control } = await startControlled();
  const headers = { authorization: `Bearer ${fake.apiKey}`, "content-type": "application/json" };
  await fetch(`${fake.baseUrl}/v1/agent/create-task`, { method: "POST", headers, body });
  const kept = (await control("GET", "/journal/1")).body.request;
  if (body.length > 4000) expect(kept).toMatchObject({ cut: true });
  else expect(typeof kept?.content === "string" ? kept.content : JSON.stringify(kept?.content)).toBe(body);
});
