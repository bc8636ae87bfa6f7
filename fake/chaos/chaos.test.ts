import { expect, test } from "vitest";
import { items, startFake } from "../testing.ts";
import type { ChaosRule } from "./rule.ts";

type Running = Awaited<ReturnType<typeof startFake>>;

/** Statuses of this many calls of list-tasks; `cut` for one without a response. */
async function statuses(fake: Running, count: number): Promise<(number | "cut")[]> {
  const seen: (number | "cut")[] = [];
  for (let call = 0; call < count; call++) {
    seen.push(
      await fake.get("list-tasks").then(
        ({ status }) => status,
        () => "cut" as const,
      ),
    );
  }
  return seen;
}

test("responds with an error of the family, its envelope, and the rule's name", async () => {
  const fake = await startFake({ chaos: [{ name: "down", error: 503 }] });
  const agent = await fake.get("list-tasks");
  expect(agent).toMatchObject({ status: 503, code: "upstream_unavailable", body: { success: false } });
  expect(agent.body.error?.retryable).toBe(true);
  expect(agent.headers.get("x-fake-rule")).toBe("down");
  expect(await fake.post("recall", { query: "x" })).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
});

test.each<[ChaosRule["error"], number, string]>([
  [400, 400, "invalid_input"],
  [401, 401, "permission_denied"],
  [409, 409, "conflict"],
  [502, 502, "upstream_unavailable"],
  [{ code: "plan_limit_reached" }, 403, "plan_limit_reached"],
  [{ status: 500, code: "internal_error", message: "Boom" }, 500, "internal_error"],
])("responds with %j", async (error, status, code) => {
  const fake = await startFake({ chaos: [{ operation: "create-task", error: error as number }] });
  expect(await fake.post("create-task", { title: "x" })).toMatchObject({ status, code });
  expect((await fake.get("list-tasks")).status).toBe(200);
});

test("gives 429 a Retry-After", async () => {
  const fake = await startFake({ chaos: [{ error: { status: 429, retryAfter: 7 }, times: 1 }, { error: 429 }] });
  expect((await fake.get("list-tasks")).headers.get("retry-after")).toBe("7");
  expect((await fake.get("list-tasks")).headers.get("retry-after")).toBe("1");
});

test.each<[Partial<ChaosRule>, string]>([
  [{ times: 2 }, "500 500 200 200 200 200"],
  [{ after: 2 }, "200 200 500 500 500 500"],
  [{ every: 3 }, "200 200 500 200 200 500"],
  [{ after: 1, every: 2, times: 2 }, "200 200 500 200 500 200"],
  [{ probability: 0 }, "200 200 200 200 200 200"],
  [{ probability: 1 }, "500 500 500 500 500 500"],
])("acts on the calls that %j picks", async (turns, expected) => {
  const fake = await startFake({ chaos: [{ ...turns, error: 500 }] });
  expect((await statuses(fake, 6)).join(" ")).toBe(expected);
});

test("the seed fixes chance", async () => {
  const chaos = [{ probability: 0.5, error: 500 }];
  const [first, second] = [await startFake({ seed: 3, chaos }), await startFake({ seed: 3, chaos })];
  const seen = await statuses(first, 30);
  expect(await statuses(second, 30)).toEqual(seen);
  expect(new Set(seen).size).toBe(2);
});

test("picks calls by operation, method, path, header and agent", async () => {
  const fake = await startFake();
  const call = (operation: string, headers: Record<string, string> = {}) =>
    fetch(`${fake.baseUrl}/v1/agent/${operation}?query=x`, {
      headers: { authorization: `Bearer ${fake.apiKey}`, ...headers },
    }).then((response) => response.status);
  const cases: readonly (readonly [ChaosRule, Promise<number>[] | (() => Promise<number>[]), number[]])[] = [
    [{ operation: "search-*" }, () => [call("search-messages"), call("list-tasks")], [500, 200]],
    [{ operation: ["list-tasks", "recall"] }, () => [call("search-messages"), call("list-tasks")], [200, 500]],
    [{ path: "/v1/agent/list*" }, () => [call("search-messages"), call("list-tasks")], [200, 500]],
    [{ method: "post" }, () => [call("list-tasks")], [200]],
    [{ headers: { "X-Case": "a*" } }, () => [call("list-tasks", { "x-case": "abc" }), call("list-tasks")], [500, 200]],
    [{ agent: "Demo agent" }, () => [call("list-tasks")], [500]],
    [{ agent: "Other agent" }, () => [call("list-tasks")], [200]],
  ];
  for (const [rule, calls, expected] of cases) {
    fake.chaos.replace([{ ...rule, error: 500 }]);
    expect(await Promise.all(typeof calls === "function" ? calls() : calls)).toEqual(expected);
  }
});

test("performs a call and drops its response", async () => {
  const fake = await startFake({ chaos: [{ operation: "create-task", cut: "after", times: 1 }] });
  await expect(fake.post("create-task", { title: "made all the same" })).rejects.toThrow();
  const { data } = await fake.get("list-tasks");
  expect(items(data).map(({ title }) => title)).toContain("made all the same");
});

test("cuts the connection before anything is performed", async () => {
  const fake = await startFake({ chaos: [{ operation: "create-task", cut: "before", times: 1 }] });
  await expect(fake.post("create-task", { title: "never made" })).rejects.toThrow();
  const { data } = await fake.get("list-tasks");
  expect(items(data).map(({ title }) => title)).not.toContain("never made");
});

test("cuts the connection in the middle of the body", async () => {
  const fake = await startFake({ chaos: [{ cut: "body" }] });
  const headers = { authorization: `Bearer ${fake.apiKey}` };
  const response = await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers });
  expect([response.status, response.headers.get("x-fake-rule")]).toEqual([200, "rule-1"]);
  await expect(response.text()).rejects.toThrow();
});

test.each([
  ["truncated", /^\{"success":true/, "application/json; charset=utf-8"],
  ["html", /^<!doctype html>/, "text/html; charset=utf-8"],
  ["empty", /^$/, "application/json; charset=utf-8"],
] as const)("sends a %s body", async (malformed, pattern, type) => {
  const fake = await startFake({ chaos: [{ malformed }] });
  const headers = { authorization: `Bearer ${fake.apiKey}` };
  const response = await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers });
  const text = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  expect(text).toMatch(pattern);
  expect(() => JSON.parse(text)).toThrow();
});

test("waits for a time, or for one drawn from a range, and responds then", async () => {
  const fake = await startFake({ chaos: [{ name: "slow", delayMs: 40 }] });
  const begun = performance.now();
  const answer = await fake.get("list-tasks");
  expect([answer.status, answer.headers.get("x-fake-rule")]).toEqual([200, "slow"]);
  expect(performance.now() - begun).toBeGreaterThan(38);
  fake.chaos.replace([{ delayMs: { from: 30, to: 40 }, error: 500 }]);
  expect((await fake.get("list-tasks")).status).toBe(500);
});

const titles = (answer: { data: unknown }) => items(answer.data).map(({ title }) => title);

test("serves a read from the state this many writes ago, changes included", async () => {
  const fake = await startFake();
  const first = await fake.post("create-task", { title: "first", assigneeAgentId: fake.fixtures.agent?.id });
  fake.chaos.add({ name: "replica", operation: "list-tasks", stale: { writes: 2 } });
  expect(titles(await fake.get("list-tasks"))).toContain("first");
  await fake.post("block-task", { taskId: first.data.id, reason: "waiting" });
  await fake.post("create-task", { title: "second" });
  await fake.post("create-task", { title: "" });
  const stale = await fake.get("list-tasks", { status: "todo" });
  expect([stale.headers.get("x-fake-rule"), titles(stale).map(String).includes("first")]).toEqual(["replica", true]);
  await fake.post("create-task", { title: "third" });
  expect(titles(await fake.get("list-tasks", { status: "todo" }))).not.toContain("first");
  expect(titles(await fake.get("list-tasks"))).not.toContain("second");
  fake.chaos.clear();
  expect(titles(await fake.get("list-tasks"))).toEqual(expect.arrayContaining(["first", "second", "third"]));
});

test("serves a read from the state this many milliseconds ago, by the fake's clock", async () => {
  const fake = await startFake({ clock: { virtual: true }, chaos: [{ stale: { ms: 500 } }] });
  await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "quokkas" });
  const found = async () => items((await fake.get("search-messages", { query: "quokkas" })).data.messages).length;
  expect(await found()).toBe(0);
  fake.advanceClock(499);
  expect(await found()).toBe(0);
  fake.advanceClock(1);
  expect(await found()).toBe(1);
});

/** Asks for an upload of this many bytes. */
async function uploadOf(fake: Running, sizeBytes: number) {
  const asked = { channelId: fake.fixtures.memberChannel, fileName: "a.txt", mimeType: "text/plain", sizeBytes };
  const { data } = await fake.post("request-file-upload", asked);
  const put = () =>
    fetch(String(data.uploadUrl), {
      method: "PUT",
      headers: { "content-type": "text/plain" },
      body: "x".repeat(sizeBytes),
    });
  const send = () =>
    fake.post("send-message", {
      channelId: fake.fixtures.memberChannel,
      content: "",
      attachmentIds: [data.attachmentId],
    });
  return { id: String(data.attachmentId), put, send };
}

test("cuts an upload at a byte, and keeps nothing of it", async () => {
  const fake = await startFake({ chaos: [{ cutUploadAt: 1000, times: 1 }] });
  const upload = await uploadOf(fake, 200_000);
  await expect(upload.put()).rejects.toThrow();
  expect((await upload.send()).status).toBe(400);
  expect((await upload.put()).status).toBe(200);
  expect((await upload.send()).status).toBe(200);
});

test("keeps an upload and drops its response; disturbs downloads, too", async () => {
  const fake = await startFake({ chaos: [{ operation: "upload-bytes", cut: "after" }] });
  const upload = await uploadOf(fake, 5000);
  await expect(upload.put()).rejects.toThrow();
  expect((await upload.send()).status).toBe(200);
  const ask = { channelId: String(fake.fixtures.memberChannel), attachmentId: upload.id };
  const { data } = await fake.get("request-file-download", ask);
  fake.chaos.replace([
    { operation: "download-bytes", cut: "body", times: 1 },
    { operation: "download-bytes", error: 503, times: 1, after: 1 },
  ]);
  const half = await fetch(String(data.signedUrl));
  await expect(half.text()).rejects.toThrow();
  expect((await fetch(String(data.signedUrl))).status).toBe(503);
  expect(await (await fetch(String(data.signedUrl))).text()).toHaveLength(5000);
});

test("Prefer asks for an error, a delay, or both, for one request", async () => {
  const fake = await startFake();
  const prefer = (preference: string, path = "/v1/agent/list-tasks") =>
    fetch(`${fake.baseUrl}${path}`, { headers: { authorization: `Bearer ${fake.apiKey}`, prefer: preference } });
  const limited = await prefer("code=429");
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(limited.headers.get("preference-applied")).toBe("code=429");
  expect(await limited.json()).toMatchObject({ success: false, error: { code: "rate_limited" } });
  const both = await prefer('respond-async, code="503"; x=y, delay=20');
  expect([both.status, both.headers.get("preference-applied")]).toEqual([503, "code=503, delay=20"]);
  expect(await (await prefer("code=404", "/v1/sdk/recall")).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  for (const ignored of ["code=200", "code=abc", "return=minimal", ",;=,", "code=4290000000", "delay=-1"]) {
    const answer = await prefer(ignored);
    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([200, null]);
  }
});

test("rules can be added, listed with their counts, removed and replaced while it runs; reset brings back the first", async () => {
  const fake = await startFake({ chaos: [{ name: "first", every: 2, error: 500 }] });
  expect(fake.chaos.add({ delayMs: 1 }, { name: "last", error: 404 })).toEqual(["rule-2", "last"]);
  await statuses(fake, 4);
  expect(fake.chaos.list().map(({ name, matched, acted }) => [name, matched, acted])).toEqual([
    ["first", 4, 2],
    ["rule-2", 4, 2],
    ["last", 4, 0],
  ]);
  expect([fake.chaos.remove("rule-2"), fake.chaos.remove("rule-2")]).toEqual([true, false]);
  fake.chaos.clear();
  expect(await statuses(fake, 2)).toEqual([200, 200]);
  fake.reset();
  expect(fake.chaos.list()).toEqual([{ name: "first", every: 2, error: 500, matched: 0, acted: 0 }]);
});

test("tells observers which rule acted, also where no response could say so", async () => {
  const seen: unknown[] = [];
  const fake = await startFake({
    chaos: [
      { name: "gone", cut: "before", times: 1 },
      { name: "lost", cut: "after", times: 1, after: 1 },
    ],
    extensions: [
      () => ({
        observers: [({ call: { rule, cut }, status }) => seen.push([rule, cut, status])],
      }),
    ],
  });
  await statuses(fake, 3);
  expect(seen).toEqual([
    ["gone", true, null],
    ["lost", true, null],
    [null, false, 200],
  ]);
});

test("the journal says whose call a rule acted on, and how to end it", async () => {
  const fake = await startFake({ chaos: [{ name: "busy", error: 429, times: 1 }] });
  await fake.get("list-tasks");
  await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, {
    headers: { authorization: `Bearer ${fake.apiKey}`, prefer: "code=429" },
  });
  const [ruled, preferred] = fake.journal.find({ workspace: fake.id });
  expect(ruled).toMatchObject({
    rule: "busy",
    agent: { name: "Demo agent" },
    hint: expect.stringContaining("/_fake/chaos"),
  });
  expect(preferred).toMatchObject({ rule: "Prefer: code=429", hint: "The request asked for it." });
});
