import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import type { Report } from "../../spec/report.ts";
import { ordinaryRun, type RunSettings } from "../engine/check/options.ts";
import { completeTarget, loadTarget } from "../target/load.ts";
import { runChecksOrThrow } from "./run-checks.ts";
import { failuresOf } from "./testing/relayed-fake.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function run(baseUrl: string, more: Partial<RunSettings> = {}): Promise<Report> {
  const { target } = loadTarget({ baseUrl, apiKey: "k-SecretKey1", env: {} });
  const impatient = { ...target, http: { ...target.http, timeoutMs: 300 } };
  return runChecksOrThrow(ordinaryRun(impatient, { budget: "smoke", ...more }));
}

test("an empty object to everything is one root finding and exit status 1", async () => {
  const report = await run(await serve((_request, response) => response.end("{}")));
  expect(report.exitCode).toBe(1);
  expect(failuresOf(report)).toHaveLength(1);
  expect(report.summary.MUST.pass).toBe(0);
});

test("a web page to everything is one root finding and exit status 1", async () => {
  const url = await serve((_request, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Welcome</title>");
  });
  const report = await run(url);
  expect(report.exitCode).toBe(1);
  expect(failuresOf(report)).toEqual(["envelope.json-body"]);
});

test("a target that is not there is unusable, exit status 2", async () => {
  const report = await run("http://127.0.0.1:1");
  expect(report).toMatchObject({ verdict: "unusable", exitCode: 2 });
  expect(report.headline).toContain("http://127.0.0.1:1");
});

test("a target that gives no byte in response is unusable within three time-outs", async () => {
  const url = await serve(() => undefined);
  const report = await run(url);
  expect(report).toMatchObject({ verdict: "unusable", exitCode: 2 });
  expect(report.run.requests).toBeLessThanOrEqual(3);
});

test("a target that rejects the key is unusable, and says so", async () => {
  const body = JSON.stringify({
    success: false,
    error: { code: "permission_denied", message: "authentication required" },
  });
  const sdk = body.replace("permission_denied", "AUTH_REQUIRED");
  const url = await serve((request, response) => {
    response.writeHead(401, { "content-type": "application/json" }).end(request.url?.includes("/sdk/") ? sdk : body);
  });
  const report = await run(url);
  expect(report).toMatchObject({ verdict: "unusable", exitCode: 2 });
  expect(report.headline).toContain("rejected");
});

test("a target that returns one canned success for everything is nonconformant", async () => {
  const body = JSON.stringify({ success: true, data: { messages: [], hits: [], hasMore: false, id: "x", version: 1 } });
  const url = await serve((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(body),
  );
  const report = await run(url);
  expect(report.exitCode).toBe(1);
  expect(failuresOf(report)).toContain("auth.no-header");
});

test("no report shows the API key", async () => {
  const url = await serve((request, response) => {
    response.writeHead(500, { "content-type": "application/json" }).end(
      JSON.stringify({
        success: false,
        error: { code: "internal_error", message: `you sent ${request.headers.authorization}` },
      }),
    );
  });
  const text = JSON.stringify(await run(url));
  expect([text.match(/.{60}SecretKey1.{20}/)?.[0], text.length > 1000]).toEqual([undefined, true]);
});

const json = { "content-type": "application/json" };
test.each<[string, RequestListener, RegExp]>([
  [
    "a web site that lacks the paths of the API",
    (_request, response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>"),
    /gets 404.*above \/v1/,
  ],
  [
    "a login",
    (_request, response) => response.writeHead(302, { location: "https://login.example.com/" }).end(),
    /gets 302.*leads to https:\/\/login\.example\.com/,
  ],
  [
    "an API of another shape",
    ({ method }, response) => response.writeHead(method === "GET" ? 404 : 405, json).end('{"detail":"Not Found"}'),
    /gets 404, 405/,
  ],
  [
    "an API of another shape that takes other keys",
    (_request, response) => response.writeHead(401, json).end('{"message":"Unauthorized"}'),
    /gets 401.*Another service or a gateway/,
  ],
])("%s behind the base URL is reported as such, with exit status 2 and no finding", async (_, listener, problem) => {
  const report = await run(await serve(listener));
  expect([report.exitCode, failuresOf(report)]).toEqual([2, []]);
  expect(report.problem).toMatch(problem);
});

test("a base URL that leads past the API, or not down to it, is reported with the right one", async () => {
  const fake = await createFake();
  closers.push(() => void fake.close());
  const target = completeTarget({ ...fake.target }, process.cwd());
  const at = async (baseUrl: string) => runChecksOrThrow(ordinaryRun({ ...target, baseUrl }, { budget: "smoke" }));
  for (const path of ["/v1", "/v1/agent", "/wrong"]) {
    const report = await at(fake.baseUrl + path);
    expect([report.exitCode, failuresOf(report)]).toEqual([2, []]);
    expect(report.problem).toContain(`State ${fake.baseUrl} as baseUrl.`);
  }
  const app = await serve(({ url = "", headers }, response) => {
    const isApi = url.startsWith("/api/") && headers.authorization !== undefined;
    response.setHeader("content-type", isApi ? "application/json" : "text/html");
    response.end(isApi ? JSON.stringify({ success: true, data: [] }) : "<title>App</title>");
  });
  expect(await at(app)).toMatchObject({
    exitCode: 2,
    problem: expect.stringContaining(`State ${app}/api as baseUrl.`),
  });
});

test("a selection that nothing can be judged of says why", async () => {
  const fake = await createFake();
  closers.push(() => void fake.close());
  const target = completeTarget({ ...fake.target }, process.cwd());
  const settings = { budget: "smoke", only: ["tasks.create.succeeds"], readOnly: true } as const;
  const report = await runChecksOrThrow(ordinaryRun(target, settings));
  expect(report.exitCode).toBe(2);
  expect(report.headline).toMatch(
    /no check could be judged: it would write, and the run is read-only.*Leave --read-only/,
  );
});
