import { expect, test } from "vitest";
import type { FakeOptions } from "../options.ts";
import { startFake } from "../testing.ts";

const ELSEWHERE = "https://app.example.com";

/** What a browser asks before it sends a call with a key. */
async function preflight(baseUrl: string, origin: string, path = "/v1/agent/create-task", method = "POST") {
  return fetch(`${baseUrl}${path}`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type",
    },
  });
}

const allowed = (response: Response) => response.headers.get("access-control-allow-origin");

test.each(["http://localhost:5173", "http://127.0.0.1:3000", "http://[::1]:8080", "https://app.localhost"])(
  "a page at %s may call the API and read the response",
  async (origin) => {
    const fake = await startFake();
    const asked = await preflight(fake.baseUrl, origin);
    expect(asked.status).toBe(204);
    expect(allowed(asked)).toBe(origin);
    expect(asked.headers.get("access-control-allow-methods")).toContain("POST");
    expect(asked.headers.get("access-control-allow-headers")).toBe("authorization,content-type");
    const headers = { origin, authorization: `Bearer ${fake.apiKey}` };
    const response = await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers });
    expect(response.status).toBe(200);
    expect(allowed(response)).toBe(origin);
    expect(response.headers.get("access-control-expose-headers")).toContain("Retry-After");
    expect(response.headers.get("vary")).toContain("Origin");
    expect(fake.journal.find().map(({ method }) => method)).toEqual(["GET"]);
  },
);

test("a rejection is read by a page, too, whoever gives it", async () => {
  const origin = "http://localhost:5173";
  const fake = await startFake({ chaos: [{ operation: "list-tasks", error: { status: 429, retryAfter: 7 } }] });
  const headers = { origin, authorization: `Bearer ${fake.apiKey}` };
  const busy = await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers });
  expect([busy.status, allowed(busy), busy.headers.get("retry-after")]).toEqual([429, origin, "7"]);
  const unknown = await fetch(`${fake.baseUrl}/v1/agent/create-task`, { method: "POST", headers: { origin } });
  expect([unknown.status, allowed(unknown)]).toEqual([401, origin]);
});

test("a page uploads and downloads by presigned URLs", async () => {
  const origin = "http://localhost:5173";
  const fake = await startFake();
  const file = { fileName: "a.txt", mimeType: "text/plain", sizeBytes: 1 };
  const { data } = await fake.post("request-file-upload", { channelId: fake.fixtures.memberChannel, ...file });
  const { pathname, search } = new URL(String(data.uploadUrl));
  const asked = await preflight(fake.baseUrl, origin, `${pathname}${search}`, "PUT");
  expect([asked.status, allowed(asked)]).toEqual([204, origin]);
  const headers = { origin, "content-type": "text/plain" };
  const put = await fetch(String(data.uploadUrl), { method: "PUT", body: "x", headers });
  expect([put.status, allowed(put)]).toEqual([200, origin]);
});

const OPTIONS: readonly (readonly [FakeOptions, string, string | null])[] = [
  [{}, ELSEWHERE, null],
  [{}, "null", null],
  [{}, "http://localhost.example.com", null],
  [{ cors: [ELSEWHERE] }, ELSEWHERE, ELSEWHERE],
  [{ cors: [ELSEWHERE] }, "http://localhost:1", "http://localhost:1"],
  [{ cors: [ELSEWHERE] }, "https://other.example.com", null],
  [{ cors: ["null"] }, "null", "null"],
  [{ cors: "*" }, ELSEWHERE, ELSEWHERE],
  [{ cors: false }, "http://localhost:1", null],
];

test.each(OPTIONS)("with %j a page of %s gets %j", async (options, origin, expected) => {
  const fake = await startFake(options);
  const asked = await preflight(fake.baseUrl, origin);
  expect([asked.status, allowed(asked)]).toEqual([expected === null ? 401 : 204, expected]);
  const headers = { origin, authorization: `Bearer ${fake.apiKey}` };
  expect(allowed(await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers }))).toBe(expected);
});

test("the control interface lets no page in unless configured", async () => {
  const origin = ELSEWHERE;
  const plain = await startFake({ cors: [origin] });
  const rejected = await preflight(plain.baseUrl, origin, "/_fake/clock", "PUT");
  expect(allowed(rejected)).toBeNull();
  expect((await fetch(`${plain.baseUrl}/_fake/health`, { headers: { origin } })).status).toBe(403);
  const told = await startFake({ cors: [origin], corsControl: true });
  const asked = await preflight(told.baseUrl, origin, "/_fake/clock", "PUT");
  expect([asked.status, allowed(asked)]).toEqual([204, origin]);
  expect(asked.headers.get("access-control-allow-methods")).toContain("DELETE");
  const health = await fetch(`${told.baseUrl}/_fake/health`, { headers: { origin } });
  expect([health.status, allowed(health)]).toEqual([200, origin]);
});

test.each([["https://app.example.com/"], ["app.example.com"], ["*"]])("%j is not an origin", async (origin) => {
  await expect(startFake({ cors: [origin] })).rejects.toThrow(/an origin without a path/);
});

test("what is not a list of origins is named with what was expected", async () => {
  await expect(startFake({ cors: "loopback" as "*" })).rejects.toThrow(/a list of origins, "\*" for any, or false/);
});
