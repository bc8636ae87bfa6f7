import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { runInPlace } from "../host/in-place.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./options.ts";

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
  return runInPlace(ordinaryRun(target, { budget: "smoke", only }));
}

const refused = (code: string) => ({ success: false, error: { code, message: "no" } });

test.each([
  [500, refused("internal_error")],
  [404, refused("not_found")],
  [400, refused("invalid_input")],
  [200, { success: true, data: {} }],
  [200, { success: true, data: [] }],
])("a target that answers %i and %j to everything is one finding", async (status, body) => {
  const { requirements, exitCode } = await runAgainst(status, body);
  const failed = requirements.filter(({ verdict }) => verdict === "fail");
  expect([failed.map(({ id }) => id), exitCode]).toEqual([["auth.no-header"], 1]);
  const told = failed[0]?.checks.find(({ failure }) => failure !== null)?.failure;
  expect(told?.message).toContain(`answered with ${status}, as is every other one`);
});

test("what is asked for alone is judged although all answers are the same", async () => {
  const { requirements, exitCode } = await runAgainst(500, refused("internal_error"), ["auth.unknown-key"]);
  expect([requirements.map(({ verdict }) => verdict), exitCode]).toEqual([["fail"], 1]);
});

test("a target that does not answer is told with what to look into, and without the inside of a library", async () => {
  const plain = await serve(200, {});
  const { problem, exitCode } = await runAt(plain.replace("http:", "https:"));
  expect([exitCode, problem]).toEqual([2, expect.stringMatching(/wrong version number\. Does .*begins with http:/)]);
  expect(problem).not.toContain("deps/");
  expect((await runAt("http://127.0.0.1:9")).problem).toMatch(/ECONNREFUSED.*Is the service up/);
});
