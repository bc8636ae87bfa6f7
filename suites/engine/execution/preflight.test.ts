import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Exchange, WireRequest } from "../../client/exchange.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";
import type { RunServices } from "../cases/context.ts";
import { ordinaryRun } from "../check/options.ts";
import { loadContract } from "../contract.ts";
import { runPreflight } from "./preflight.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(status: number, body: object): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function runAgainst(status: number, body: object, only: readonly string[] = []) {
  return runAt(await serve(status, body), only);
}

function runAt(baseUrl: string, only: readonly string[] = []) {
  const target = completeTarget({ baseUrl, apiKey: "k" }, process.cwd());
  return runChecksOrThrow(ordinaryRun(target, { budget: "smoke", only }));
}

const rejected = (code: string) => ({ success: false, error: { code, message: "no" } });

test.each([
  [500, rejected("internal_error")],
  [404, rejected("not_found")],
  [400, rejected("invalid_input")],
  [200, { success: true, data: {} }],
  [200, { success: true, data: [] }],
])("reports one finding for a target that responds with %i and %j to everything", async (status, body) => {
  const { requirements, exitCode } = await runAgainst(status, body);
  const failed = requirements.filter(({ verdict }) => verdict === "fail");
  expect([failed.map(({ id }) => id), exitCode]).toEqual([["auth.no-header"], 1]);
  const finding = failed[0]?.checks.find(({ failure }) => failure !== null)?.failure;
  expect(finding?.message).toContain(`every request gets ${status}`);
});

test("judges a requirement that is run alone although all responses are the same", async () => {
  const { requirements, exitCode } = await runAgainst(500, rejected("internal_error"), ["auth.unknown-key"]);
  expect([requirements.map(({ verdict }) => verdict), exitCode]).toEqual([["fail"], 1]);
});

test("reports an unreachable target with a remedy and without internals of a library", async () => {
  const plain = await serve(200, {});
  const { problem, exitCode } = await runAt(plain.replace("http:", "https:"));
  expect([exitCode, problem]).toEqual([2, expect.stringMatching(/wrong version number\. Does .*begins with http:/)]);
  expect(problem).not.toContain("deps/");
  expect((await runAt("http://127.0.0.1:9")).problem).toMatch(/ECONNREFUSED.*Is the service up/);
});

const { document } = await loadContract({ overlay: null, parameters: {} });

const granted = answeredExchange(200, { success: true, data: [] });
const unauthorized = answeredExchange(401, rejected("permission_denied"));
const silent: Exchange = { ...granted, outcome: { kind: "none", reason: "timeout", message: "no whole response" } };

function ordinary({ headers }: WireRequest): Exchange {
  return headers.authorization === undefined ? unauthorized : granted;
}

/** Runs the preflight with a response for each request, counted from 1. */
function preflightWhere(response: (count: number, request: WireRequest) => Exchange) {
  let count = 0;
  const client = {
    async send(request: WireRequest) {
      count += 1;
      return response(count, request);
    },
  };
  const target = completeTarget({ baseUrl: "http://127.0.0.1", apiKey: "k" }, process.cwd());
  return runPreflight({ context: { document, target }, client } as unknown as RunServices, () => true);
}

function brokenAt(pointer: string, exchange: Exchange): Exchange {
  const violation = { requirement: "envelope.json-body", verifier: "envelope", pointer, keyword: "json" };
  return { ...exchange, violations: [{ ...violation, message: "broken", expected: "JSON", actual: "none" }] };
}

test.each<[string, (count: number, request: WireRequest) => Exchange, string]>([
  ["responds as it should", (_, request) => ordinary(request), "open"],
  ["has no envelope in any response", (_, request) => brokenAt("", ordinary(request)), "root"],
  ["has none in its first response", (count, request) => brokenAt(count === 1 ? "" : "/a", ordinary(request)), "open"],
  ["has none in all but the first", (count, request) => brokenAt(count > 1 ? "" : "/a", ordinary(request)), "open"],
  ["lets the first question hang", (count, request) => (count === 1 ? silent : ordinary(request)), "open"],
  ["lets the first two questions hang", (count, request) => (count < 3 ? silent : ordinary(request)), "unusable"],
  ["responds with 503 to everything", () => answeredExchange(503, rejected("upstream_unavailable")), "open"],
  ["responds with 500 to everything", () => answeredExchange(500, rejected("internal_error")), "root"],
  ["responds with 500 to all but one", (count) => answeredExchange(count === 2 ? 404 : 500, {}), "open"],
  ["rejects the key", () => unauthorized, "unusable"],
])("classifies a target that %s", async (_, response, kind) => {
  expect((await preflightWhere(response)).kind).toBe(kind);
});

test("counts all other responses as echoes if no response has an envelope", async () => {
  let requests = 0;
  const preflight = await preflightWhere((count, request) => {
    requests = count;
    return brokenAt("", ordinary(request));
  });
  expect(preflight).toMatchObject({ requirement: "envelope.json-body", failure: { echoes: requests - 1 } });
});
