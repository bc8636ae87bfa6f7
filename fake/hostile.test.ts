import { connect } from "node:net";
import { expect, test } from "vitest";
import { readResponse, startFake } from "./testing.ts";

type Running = Awaited<ReturnType<typeof startFake>>;

/** Posts raw bytes with headers of one's own. */
async function postRaw(fake: Running, operation: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${fake.apiKey}`;
  const response = await fetch(`${fake.baseUrl}/v1/agent/${operation}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", ...headers },
    body,
  });
  return readResponse(response);
}

const MALFORMED: readonly (readonly [string, string | Buffer])[] = [
  ["an empty body", ""],
  ["a truncated object", '{"title": "x"'],
  ["a trailing comma", '{"title": "x",}'],
  ["a bare word", "title"],
  ["a list", '[{"title":"x"}]'],
  ["a number", "12"],
  ["null", "null"],
  ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ["deep nesting", `{"title":${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
  ["two megabytes", JSON.stringify({ title: "x".repeat(2 * 1024 * 1024) })],
  ["NaN", '{"title": NaN}'],
];

test.each(MALFORMED)("rejects %s with 400 in the envelope", async (_name, body) => {
  const fake = await startFake();
  const answer = await postRaw(fake, "create-task", body);
  expect(answer).toMatchObject({ status: 400, code: "invalid_input", body: { success: false } });
});

const HEADERS: readonly Record<string, string>[] = [
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "multipart/form-data" },
  { "content-encoding": "gzip" },
];

test.each(HEADERS)("rejects a body with %o with 400", async (headers) => {
  const fake = await startFake();
  expect((await postRaw(fake, "create-task", '{"title":"x"}', headers)).status).toBe(400);
});

test("keeps members named like parts of JavaScript's objects as they are", async () => {
  const fake = await startFake();
  const metadata = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}},"toString":"t"}';
  const body = `{"content":"c","kind":"fact","scope_id":"${fake.fixtures.scope}","derived_from":[{"id":"a"}],"metadata":${metadata},"__proto__":{"content":"d"}}`;
  const response = await fetch(`${fake.baseUrl}/v1/sdk/remember`, {
    method: "POST",
    headers: { authorization: `Bearer ${fake.apiKey}`, "content-type": "application/json" },
    body,
  });
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain(metadata);
  expect("polluted" in {}).toBe(false);
});

const TEXTS = ["\u0000", "\ud800", "a\u202eb", "\r\nX-Injected: 1", "'; DROP TABLE tasks; --", "../../etc/passwd"];

test.each(TEXTS)("takes the text %j without failing", async (text) => {
  const fake = await startFake();
  const { fixtures } = fake;
  const channelId = fixtures.memberChannel;
  const answers = [
    await fake.post("create-task", { title: text, description: text }),
    await fake.post("send-message", { channelId, content: text }),
    await fake.post("send-message", { channelId: text, content: text }),
    await fake.post("request-file-upload", { channelId, fileName: text, mimeType: text, sizeBytes: 1 }),
    await fake.post("request-file-upload", { channelId, fileName: text, mimeType: `text/plain;${text}`, sizeBytes: 1 }),
    await fake.post("remember", {
      content: text,
      kind: "fact",
      scope_id: fixtures.scope,
      derived_from: [{ id: text }],
    }),
    await fake.post("recall", { query: text }),
    await fake.post("recall", { seed_id: text }),
    await fake.get("search-messages", { query: text }),
    await fake.get("search-memories", { q: text, tags: [text], cursor: text }),
    await fake.get("list-tasks", { query: text, channelId: text }),
    await fake.get("get-messages", { channelId: text, before: text }),
    await fake.get("verify-connection", { token: text }),
  ];
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});

const NUMBERS = [0, -1, 1.5, 1e308, -0, 2 ** 53, 1e21];

test.each(NUMBERS)("takes the number %d without failing", async (number) => {
  const fake = await startFake();
  const { fixtures } = fake;
  const claim = { content: "c", kind: "fact", scope_id: fixtures.scope, derived_from: [{ id: "a" }] };
  const answers = [
    await fake.post("remember", { ...claim, ttl_seconds: number }),
    await fake.post("remember", { ...claim, confidence: number }),
    await fake.post("recall", {
      query: "x",
      limit: number,
      filters: { min_confidence: number, min_similarity: number },
    }),
    await fake.post("recall", { seed_id: fixtures.seedMemory, depth: number }),
    await fake.get("list-tasks", { limit: number }),
    await fake.get("search-messages", { query: "importer", limit: number }),
    await fake.get("search-memories", { limit: number }),
    await fake.post("request-file-upload", {
      channelId: fixtures.memberChannel,
      fileName: "a.txt",
      mimeType: "text/plain",
      sizeBytes: number,
    }),
  ];
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});

const PATHS = [
  "/v1",
  "/v1/",
  "/v1/agent/nothing",
  "/v1/sdk/nothing",
  "/v1/agent/%zz",
  "/v1/agent/../sdk/recall",
  "/v1//agent/list-tasks",
];

test.each(PATHS)("responds to %s with 401 without a key and with 404 with one", async (path) => {
  const fake = await startFake();
  const get = (headers: Record<string, string>) => rawGet(fake.baseUrl, path, headers);
  expect(await get({})).toContain("HTTP/1.1 401");
  const known = await get({ Authorization: `Bearer ${fake.apiKey}` });
  expect(known).toMatch(/HTTP\/1.1 404[\s\S]*"success":false/);
});

test("takes the whole address as a request's target, as clients of proxies send it", async () => {
  const fake = await startFake();
  const answer = await rawGet(fake.baseUrl, `${fake.baseUrl}/v1/agent/list-tasks?limit=1`, {
    Authorization: `Bearer ${fake.apiKey}`,
  });
  expect(answer).toMatch(/^HTTP\/1.1 200[\s\S]*"success":true/);
});

const POST = "POST /v1/agent/create-task HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

test.each([
  ["no HTTP at all", "GARBAGE\r\n\r\n", /not valid HTTP/],
  ["another version", "GET / HTTP/9.9\r\n\r\n", /version/],
  ["TLS", "\u0016\u0003\u0001\u0002\u0000\u0001", /plain HTTP/],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", /HTTP\/1.1/],
  ["a negative length", `${POST}Content-Length: -1\r\n\r\n`, /Content-Length/],
  ["two lengths", `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, /Content-Length/],
  ["a length with chunks", `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`, /Transfer-Encoding/],
  ["a chunk of no size", `${POST}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`, /chunk size/],
  ["a head of 100,000 bytes", `${POST}X: ${"x".repeat(100_000)}\r\n\r\n`, /16384 bytes/],
  ["no host", "GET /v1/agent/list-tasks HTTP/1.1\r\n\r\n", /Host/],
  ["what proxies take", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", /proxies/],
])("responds to %s with 400 in the envelope, says why, and takes it down", async (_name, text, why) => {
  const fake = await startFake();
  const [head = "", body = ""] = (await rawSend(fake.baseUrl, text)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 400 [\s\S]*Connection: close/i);
  expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: "invalid_input" } });
  expect(JSON.parse(body).error.message).toMatch(why);
  await expect
    .poll(() => fake.journal.find({ outcome: "rejected" }))
    .toMatchObject([{ status: 400, why: expect.any(String) }]);
  expect((await fake.get("list-tasks")).status).toBe(200);
});

test("a body that ends too early is taken down as that, and does nothing", async () => {
  const fake = await startFake();
  const head = `POST /v1/agent/create-task HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fake.apiKey}\r\n`;
  const socket = connect(Number(new URL(fake.baseUrl).port), "127.0.0.1");
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":`);
  setTimeout(() => socket.destroy(), 50);
  await expect
    .poll(() => fake.journal.find(), { timeout: 5000 })
    .toMatchObject([{ status: 400, outcome: "rejected", why: expect.stringMatching(/^The request ended/) }]);
});

test("a body of a length that nobody takes is rejected before it comes", async () => {
  const fake = await startFake();
  expect(await rawSend(fake.baseUrl, `${POST}Content-Length: 99999999999\r\n\r\n{`)).toMatch(/^HTTP\/1.1 401/);
});

test("an expectation that it does not know changes nothing", async () => {
  const fake = await startFake();
  const headers = { Authorization: `Bearer ${fake.apiKey}`, Expect: "tea" };
  expect(await rawGet(fake.baseUrl, "/v1/agent/list-tasks", headers)).toMatch(/^HTTP\/1.1 200/);
});

test("texts are taken up to a length of which a whole page still fits into a response", async () => {
  const fake = await startFake();
  const channelId = String(fake.fixtures.memberChannel);
  const send = (length: number) =>
    fake.post("send-message", { channelId, content: `walrus ${"x".repeat(length - 7)}` });
  expect((await send(40_000)).status).toBe(200);
  expect(await send(40_001)).toMatchObject({ status: 400, code: "invalid_input" });
  expect((await fake.get("search-messages", { query: "walrus", limit: 1000 })).status).toBe(200);
});

test("a response that is longer than any text can be is rejected, with what to do", async () => {
  const fake = await startFake({
    extensions: [() => ({ around: (_call, next) => ({ ...next(), body: { toJSON: () => "x".repeat(2 ** 30) } }) })],
  });
  const answer = await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, {
    headers: { authorization: `Bearer ${fake.apiKey}` },
  });
  expect(await readResponse(answer)).toMatchObject({ status: 400, code: "invalid_input" });
});

/** Sends a GET as it is: clients tidy addresses up. */
function rawGet(baseUrl: string, path: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return rawSend(baseUrl, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.join("")}\r\n`);
}

function rawSend(baseUrl: string, text: string): Promise<string> {
  const { port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      received += chunk.toString();
    });
    socket.on("close", () => resolve(received));
    socket.on("error", () => resolve(received));
    socket.setTimeout(2000, () => socket.destroy());
  });
}
