import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import type { FakeOptions } from "../options.ts";
import { startControlled } from "./testing.ts";

/** Status of a request to the control interface with headers of one's own. */
async function statusWith(headers: Record<string, string>, options: FakeOptions = {}): Promise<number | undefined> {
  const { fake } = await startControlled(options);
  return new Promise((resolve, reject) => {
    const sent = request(`${fake.baseUrl}/_fake/health`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
}

test.each([
  [{}, 200],
  [{ host: "localhost:4010" }, 200],
  [{ host: "[::1]:4010" }, 200],
  [{ host: "app.localhost" }, 200],
  [{ host: "127.0.0.1.evil.example" }, 403],
  [{ host: "evil.example" }, 403],
  [{ origin: "http://localhost:3000" }, 200],
  [{ origin: "https://evil.example" }, 403],
  [{ origin: "null" }, 403],
])("responds to %o with %d", async (headers, status) => {
  expect(await statusWith(headers)).toBe(status);
});

test("responds under a name that it was given", async () => {
  const controlHosts = ["fake.internal"];
  expect(await statusWith({ host: "fake.internal:4010" }, { controlHosts })).toBe(200);
  expect(await statusWith({ host: "other.internal" }, { controlHosts })).toBe(403);
  expect(await statusWith({ host: "other.internal", origin: "https://any.example" }, { controlHosts: ["*"] })).toBe(
    200,
  );
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === "IPv4" && !each.internal);

test.skipIf(outside === undefined)("serves no other machine, also when the fake listens on all addresses", async () => {
  const { fake } = await startControlled({ host: "0.0.0.0" });
  const address = fake.baseUrl.replace("127.0.0.1", outside?.address ?? "");
  const status = async (headers: Record<string, string>, url: string) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { headers }, (response) => resolve(response.resume().statusCode));
      sent.on("error", reject).end();
    });
  expect(await status({}, `${address}/v1/agent/list-tasks`)).toBe(401);
  expect(await status({}, `${address}/_fake/health`)).toBe(403);
  expect(await status({ host: "localhost" }, `${address}/_fake/health`)).toBe(403);
  expect(await status({}, `${fake.baseUrl}/_fake/health`)).toBe(200);
});

test("is not there when it is turned off", async () => {
  const { fake } = await startControlled({ control: false });
  expect((await fetch(`${fake.baseUrl}/_fake/health`)).status).toBe(404);
});

test("rejects what nests too deeply, wherever it stands", async () => {
  const { control } = await startControlled();
  let nested: unknown = 1;
  for (let level = 0; level < 3000; level++) nested = [nested];
  for (const [method, path] of [
    ["POST", "/workspaces/main/channels"],
    ["POST", "/workspaces"],
    ["PUT", "/chaos"],
    ["PUT", "/snapshot"],
  ] as const) {
    const { status, body } = await control(method, path, {
      name: nested,
      seed: nested,
      rules: nested,
      records: nested,
    });
    expect([path, status, body.error?.code]).toEqual([path, 400, "invalid_input"]);
  }
});

test("says what a rejection is about, and what to do", async () => {
  const { fake, control } = await startControlled();
  expect(await control("GET", "/helth")).toMatchObject({
    status: 404,
    body: { error: { code: "unknown_route", hint: expect.stringContaining("GET /_fake/health") } },
  });
  expect(await control("DELETE", "/health")).toMatchObject({
    status: 405,
    body: { error: { code: "wrong_method", hint: "Use GET." } },
  });
  expect(await control("GET", "/health?verbose=1")).toMatchObject({
    status: 400,
    body: { error: { message: 'query has an unknown member "verbose"' } },
  });
  expect((await fetch(`${fake.baseUrl}/_fake/health`, { method: "HEAD" })).status).toBe(200);
});
