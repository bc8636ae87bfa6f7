import { expect, test } from "vitest";
import { OPERATIONS } from "../operations.ts";
import { idsOf, readResponse, startFake } from "../testing.ts";

test.each(OPERATIONS)(
  "$method $path rejects another method with 405, Allow and the family's envelope",
  async (operation) => {
    const fake = await startFake();
    const method = operation.method === "GET" ? "DELETE" : "GET";
    const headers = { authorization: `Bearer ${fake.apiKey}` };
    const answer = await readResponse(await fetch(`${fake.baseUrl}${operation.path}`, { method, headers }));
    expect(answer).toMatchObject({
      status: 405,
      code: operation.path.startsWith("/v1/sdk") ? "VALIDATION_ERROR" : "invalid_input",
      body: { success: false, meta: { requestId: expect.any(String) } },
    });
    expect(answer.headers.get("allow")).toBe(operation.method === "GET" ? "GET, HEAD" : "POST");
    expect(fake.journal.find()[0]?.hint).toBe(
      `Use ${operation.method}: ${operation.id} is ${operation.method} ${operation.path}.`,
    );
  },
);

test("another method without a key is a call without a key, and an unknown path stays unknown", async () => {
  const fake = await startFake();
  expect((await fetch(`${fake.baseUrl}/v1/agent/create-task`)).status).toBe(401);
  const headers = { authorization: `Bearer ${fake.apiKey}` };
  const unknown = await readResponse(await fetch(`${fake.baseUrl}/v1/agent/none`, { headers }));
  expect([unknown.status, unknown.code, unknown.headers.get("allow")]).toEqual([404, "not_found", null]);
});

test("HEAD responds as GET does, without the body", async () => {
  const fake = await startFake();
  const url = `${fake.baseUrl}/v1/agent/list-tasks?limit=1`;
  const headers = { authorization: `Bearer ${fake.apiKey}` };
  const head = await fetch(url, { method: "HEAD", headers });
  const get = await fetch(url, { headers });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe("");
  expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
  expect((await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { method: "HEAD" })).status).toBe(401);
});

test("a presigned URL rejects another method with 405", async () => {
  const fake = await startFake();
  const response = await fetch(`${fake.baseUrl}/files/a/b`, { method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, PUT"]);
});

test("/ tells a program and a browser what this is and what to do next", async () => {
  const fake = await startFake();
  const json = await fetch(fake.baseUrl);
  expect(json.status).toBe(200);
  expect(await json.json()).toMatchObject({
    status: "ok",
    name: "workspace-agent-conformance",
    version: expect.any(String),
    docs: { api: `${fake.baseUrl}/_fake/contract.yaml` },
    next: [expect.stringContaining("/v1/agent/list-tasks"), expect.any(String)],
  });
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const page = await fetch(fake.baseUrl, { headers: { accept } });
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  const text = await page.text();
  expect(text).toContain("Workspace Agent API fake</h1>");
  expect(text).not.toContain(fake.apiKey);
});

test("/ leads to no control interface that is not there", async () => {
  const fake = await startFake({ control: false });
  for (const accept of ["application/json", "text/html"]) {
    expect(await (await fetch(fake.baseUrl, { headers: { accept } })).text()).not.toContain("/_fake");
  }
});

test.each(["/", "/health"])("a readiness probe of %s gets a response, and no journal holds it", async (path) => {
  const fake = await startFake();
  for (const method of ["GET", "HEAD"]) expect((await fetch(`${fake.baseUrl}${path}`, { method })).status).toBe(200);
  expect(fake.journal.count()).toBe(0);
  const post = await fetch(`${fake.baseUrl}${path}`, { method: "POST" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("an empty cursor is none", async () => {
  const fake = await startFake();
  const { data } = await fake.get("search-memories", { limit: 2 });
  const again = await fake.get("search-memories", { limit: 2, cursor: "" });
  expect(idsOf(again.data.hits)).toEqual(idsOf(data.hits));
  const channelId = String(fake.fixtures.memberChannel);
  const page = await fake.get("get-messages", { channelId });
  const empty = await fake.get("get-messages", { channelId, before: "", after: "" });
  expect(idsOf(empty.data.messages)).toEqual(idsOf(page.data.messages));
});
