import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findMutants } from "../../../fake/mutants/find.ts";
import { loadTarget } from "../../target/load.ts";
import { ended, MAIN, startWac, wac, wacHere } from "../testing/wac.ts";
import { fake } from "./fake.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-fake-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Starts the fake, hands over its first output, and stops it. */
async function withFake<T>(
  args: readonly string[],
  use: (output: string, child: ReturnType<typeof startWac>) => Promise<T>,
) {
  const child = startWac(["fake", "--port", "0", ...args], { cwd });
  const end = ended(child);
  try {
    const output = await new Promise<string>((found) => child.stdout.once("data", (text) => found(String(text))));
    return { result: await use(output, child), end };
  } finally {
    child.kill("SIGTERM");
    await end;
  }
}

test("announces itself by one line of JSON once it responds, and ends on SIGTERM", async () => {
  const { result, end } = await withFake(["--json"], async (output) => {
    const told = JSON.parse(output);
    const answer = await fetch(`${told.baseUrl}/v1/agent/list-tasks`, {
      headers: { authorization: `Bearer ${told.apiKey}` },
    });
    return { told, status: answer.status };
  });
  expect(result.status).toBe(200);
  expect(result.told).toMatchObject({
    pid: expect.any(Number),
    target: { fixtures: { memberChannel: expect.any(String) } },
  });
  expect((await end).status).toBe(0);
});

test("has the demo key on the loopback address of IPv6, in brackets or without", async () => {
  for (const host of ["::1", "[::1]"]) {
    const { result } = await withFake(["--json", "--host", host], async (output) => JSON.parse(output));
    expect([result.apiKey, result.baseUrl]).toEqual(["wak_demo", expect.stringMatching(/^http:\/\/\[::1\]:/)]);
  }
});

test("has the same demo key at each start, and another on request", async () => {
  expect((await withFake(["--json"], async (output) => JSON.parse(output).apiKey)).result).toBe("wak_demo");
  const { result } = await withFake(["--json", "--api-key", "wak_mine"], async (output) => {
    const { baseUrl } = JSON.parse(output);
    return (await fetch(`${baseUrl}/v1/agent/list-tasks`, { headers: { authorization: "Bearer wak_mine" } })).status;
  });
  expect(result).toBe(200);
});

test("prints a curl line that works", async () => {
  const { result } = await withFake([], async (output) => {
    const [, key, url] = output.match(/curl -H "Authorization: (Bearer [^"]+)" (\S+)/) ?? [];
    return await fetch(url ?? "", { headers: { authorization: key ?? "" } });
  });
  expect(result.status).toBe(200);
});

test("logs requests to standard error, as text or as JSON, without colour and keys; not at all with --json", async () => {
  const use = async (output: string) => {
    const url = output.match(/http:\/\/127[^/\s"]+/)?.[0];
    return await fetch(`${url}/v1/agent/create-task?key=wak_demo`, {
      method: "POST",
      headers: { authorization: "Bearer wak_demo" },
    });
  };
  const text = (await (await withFake([], use)).end).stderr;
  expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} POST \/v1\/agent\/create-task\?key=\[key\] 400 .*→ .*\n$/);
  const json = JSON.parse((await (await withFake(["--log", "json"], use)).end).stderr);
  expect(json).toMatchObject({ status: 400, operation: "create-task", hint: expect.any(String) });
  expect((await (await withFake(["--json"], use)).end).stderr).toBe("");
});

test("ends at once on SIGTERM, whatever is under way", async () => {
  const child = startWac(["fake", "--port", "0", "--json"], { cwd });
  const end = ended(child);
  const told = JSON.parse(
    await new Promise<string>((found) => child.stdout.once("data", (data) => found(String(data)))),
  );
  const waiting = fetch(`${told.baseUrl}/_fake/journal/wait?timeoutMs=60000`).then(
    () => "answered",
    () => "cut",
  );
  await fetch(`${told.baseUrl}/_fake/health`);
  const asked = performance.now();
  child.kill("SIGTERM");
  expect((await end).status).toBe(0);
  expect(await waiting).toBe("cut");
  expect(performance.now() - asked).toBeLessThan(10_000);
});

test("ends with the shell that npm started it in, which hands no signals on", async () => {
  const script = `"${process.execPath}" "${MAIN}" fake --port 0 --json; :`;
  const shell = spawn("sh", ["-c", script], { cwd, env: { ...process.env, npm_lifecycle_event: "fake" } });
  const { baseUrl } = await new Promise<{ baseUrl: string }>((found) =>
    shell.stdout.once("data", (text) => found(JSON.parse(String(text)))),
  );
  shell.kill("SIGTERM");
  await vi.waitUntil(
    () =>
      fetch(baseUrl).then(
        () => false,
        () => true,
      ),
    { timeout: 60_000, interval: 100 },
  );
});

test("names no mutant in its examples that there is not", async () => {
  const named = fake.examples.flatMap(([line]) => /--mutant '?([^\s']+)/.exec(line)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect((await findMutants(named)).map(({ id }) => id)).toEqual(named);
});

test("ends at once on SIGTERM, also when nobody reads its log", async () => {
  const child = startWac(["fake", "--port", "0"], { cwd });
  const closed = new Promise((resolve) => child.once("exit", resolve));
  const output = await new Promise<string>((found) => child.stdout.once("data", (data) => found(String(data))));
  const address = output.match(/http:\/\/127[^\s"]+/)?.[0] ?? "";
  // Far more than a pipe holds.
  const path = `/${"x".repeat(200)}`;
  for (let count = 0; count < 600; count += 50) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(address + path).then((answer) => answer.text())));
  }
  const asked = performance.now();
  child.kill("SIGTERM");
  expect(await closed).toBe(0);
  // Before, it waited five seconds for a reader.
  expect(performance.now() - asked).toBeLessThan(4000);
});

test("the same seed and a clock that stands still give the same announcement", async () => {
  const start = ["--json", "--seed", "7", "--virtual-clock", "--start-at", "2026-01-31T12:00:00Z"];
  const seen = async () =>
    (
      await withFake(start, async (output) => {
        const { target } = JSON.parse(output);
        const headers = { authorization: `Bearer ${target.apiKey}` };
        const answer = await fetch(`${target.baseUrl}/v1/agent/list-tasks`, { headers });
        return { fixtures: target.fixtures, text: await answer.text() };
      })
    ).result;
  expect(await seen()).toEqual(await seen());
});

test("speaks MCP over its standard input and output, tells the rest on standard error, and ends with its input", async () => {
  const args = [MAIN, "fake", "--mcp", "--log", "text"];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd, stderr: "pipe" });
  let told = "";
  transport.stderr?.on("data", (text) => {
    told += String(text);
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  const { pid } = transport;
  const made = await client.callTool({ name: "create-task", arguments: { title: "Order the screws" } });
  expect(made).toMatchObject({ isError: false, content: [{ text: expect.stringContaining("Order the screws") }] });
  const rejected = await client.callTool({ name: "block-task", arguments: { taskId: "none", reason: "x" } });
  expect(rejected).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^404 not_found/) }] });
  await client.close();
  expect(told).toMatch(/The fake listens at http[\s\S]*POST \/v1\/agent\/create-task 200/);
  // The client only closes the input, and kills what does not end by that.
  expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
});

test("writes nothing but messages of MCP to standard output", async () => {
  const { status, stdout } = await wac(["fake", "--mcp", "--json"], { cwd });
  expect([status, stdout]).toEqual([0, ""]);
});

test("records a service, for a seed file and for wac judge", async () => {
  const { result } = await withFake(["--json", "--seed", "1"], async (output) => {
    const service = JSON.parse(output);
    const record = [
      "fake",
      "--record",
      service.baseUrl,
      "--api-key",
      service.apiKey,
      "--port",
      "0",
      "--record-as",
      "it",
    ];
    const child = startWac([...record, "--json"], { cwd });
    const end = ended(child);
    const proxy = JSON.parse(
      await new Promise<string>((found) => child.stdout.once("data", (text) => found(String(text)))),
    );
    const sent = await fetch(`${proxy.baseUrl}/v1/agent/create-task`, {
      method: "POST",
      headers: { authorization: `Bearer ${proxy.apiKey}`, "content-type": "application/json" },
      body: '{"title":"Order the screws"}',
    });
    child.kill("SIGTERM");
    return { status: sent.status, ended: await end };
  });
  expect(result.status).toBe(200);
  expect([result.ended.status, result.ended.stderr]).toEqual([
    0,
    expect.stringMatching(/1 requests of clients, \d+ of the recording/),
  ]);
  const judged = await wacHere(["judge", "it.ndjson"], { cwd });
  expect([judged.status === 2, judged.stdout]).toEqual([false, expect.stringMatching(/MUST/)]);
  const local = await withFake(["--json", "--seed-file", "it.seed.json"], async (output) => {
    const { baseUrl, apiKey } = JSON.parse(output);
    return (await fetch(`${baseUrl}/v1/agent/list-tasks`, { headers: { authorization: `Bearer ${apiKey}` } })).text();
  });
  expect(local.result).toContain("Order the screws");
});

test("leaves the control interface out on request", async () => {
  const { result } = await withFake(["--json", "--no-control"], async (output) =>
    fetch(`${JSON.parse(output).baseUrl}/_fake/health`),
  );
  expect(result.status).toBe(404);
});

test("writes a target file that can be loaded", async () => {
  const { result } = await withFake(["--target-file", "t.yaml"], async () =>
    loadTarget({ file: "t.yaml", cwd, env: {} }),
  );
  expect(result.target.fixtures.otherAgent?.apiKey).toBeTruthy();
});

test("disturbs clients by the rules of a file", async () => {
  writeFileSync(join(cwd, "rules.yaml"), "rules:\n  - { name: busy, operation: list-tasks, error: 429 }\n");
  const { result } = await withFake(["--json", "--chaos", "rules.yaml"], async (output) => {
    const { baseUrl, apiKey } = JSON.parse(output);
    const answer = await fetch(`${baseUrl}/v1/agent/list-tasks`, { headers: { authorization: `Bearer ${apiKey}` } });
    return [answer.status, answer.headers.get("x-fake-rule")];
  });
  expect(result).toEqual([429, "busy"]);
});

test("begins with the world of a seed file", async () => {
  writeFileSync(join(cwd, "world.yaml"), "agents: { a: { key: wak_a } }\nchannels: { general: { members: [a] } }\n");
  const { result } = await withFake(["--json", "--seed-file", "world.yaml"], async (output) => {
    const { baseUrl, seeds } = JSON.parse(output);
    const headers = { authorization: "Bearer wak_a" };
    const answer = await fetch(`${baseUrl}/v1/agent/get-messages?channelId=general`, { headers });
    return [answer.status, seeds[0].keys];
  });
  expect(result).toEqual([200, { a: "wak_a" }]);
});

test("begins with the demo, in the workspace of its key", async () => {
  const { result } = await withFake(["--json", "--demo"], async (output) => {
    const { baseUrl, apiKey } = JSON.parse(output);
    const address = `${baseUrl}/v1/agent/search-messages?query=${encodeURIComponent("nightly import script")}`;
    return (await fetch(address, { headers: { authorization: `Bearer ${apiKey}` } })).text();
  });
  expect(result).toContain("we replace the nightly import script");
});

test("saves everything on SIGTERM and goes on from there", async () => {
  const args = ["--json", "--snapshot", "state.json"];
  const call = (told: { baseUrl: string; apiKey: string }, path: string, body?: string) =>
    fetch(`${told.baseUrl}/v1/agent/${path}`, {
      headers: { authorization: `Bearer ${told.apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
  await withFake(args, async (output, child) => {
    await call(JSON.parse(output), "create-task", '{"title":"kept"}');
    // As from `timeout`, which signals its child and then the group of the two.
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGTERM"), 2);
    setTimeout(() => child.kill("SIGTERM"), 10);
  });
  const { result } = await withFake(args, async (output) => (await call(JSON.parse(output), "list-tasks")).text());
  expect(result).toContain('"kept"');
  writeFileSync(join(cwd, "state.json"), "{}");
  const { status, stderr } = await wac(["fake", "--port", "0", ...args], { cwd });
  expect([status, stderr.split(":")[0], readFileSync(join(cwd, "state.json"), "utf8")]).toEqual([
    2,
    "SNAPSHOT-UNKNOWN",
    "{}",
  ]);
});

test("writes the client report at the end, and its gate gives the exit status", async () => {
  const recall = (body: object) => async (output: string) => {
    const { baseUrl } = JSON.parse(output);
    const headers = { authorization: "Bearer wak_demo", "content-type": "application/json" };
    return await fetch(`${baseUrl}/v1/sdk/recall`, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const judged = async (options: readonly string[], body: object) => {
    const args = ["--json", "--report", "client.xml", ...options];
    return await (await withFake(args, recall(body))).end;
  };
  const red = await judged(["--report-gate", "error"], {});
  expect([red.status, red.stderr]).toEqual([
    1,
    expect.stringMatching(/^client report: 1 error and 0 warnings in 1 request; .*\nerror recalls-by-query-or-seed: /),
  ]);
  expect(readFileSync(join(cwd, "client.xml"), "utf8")).toContain('failures="1"');
  expect((await judged([], {})).status).toBe(0);
  expect((await judged(["--report-gate", "warning"], { query: "one" })).status).toBe(0);
  expect(readFileSync(join(cwd, "client.xml"), "utf8")).toContain('failures="0"');
  const unused = await (await withFake(["--json", "--report-gate", "error"], async () => {})).end;
  expect([unused.status, unused.stderr]).toEqual([2, "client report: no request to judge\n"]);
});

test.each([
  [["--report", "client.md"], "client.md"],
  [["--target-file", "target.yaml"], "target.yaml"],
  [["--record", "http://127.0.0.1:1", "--api-key", "k"], "recorded.seed.json"],
  [["--record", "http://127.0.0.1:1", "--api-key", "k", "--record-as", "it"], "it.ndjson"],
])("checks at the start that %j replaces no file of others, and can write it", async (options, name) => {
  const args = ["fake", "--port", "0", ...options];
  writeFileSync(join(cwd, name), "baseUrl: precious\n");
  const kept = await wacHere(args, { cwd });
  expect([kept.status, kept.stderr.split(":")[0]]).toEqual([2, "OUTPUT-EXISTS"]);
  expect(readFileSync(join(cwd, name), "utf8")).toBe("baseUrl: precious\n");
  rmSync(join(cwd, name));
  mkdirSync(join(cwd, name));
  const unwritable = await wacHere([...args, "--force"], { cwd });
  expect([unwritable.status, unwritable.stderr]).toEqual([2, expect.stringMatching(/^FAKE-[A-Z-]+-UNWRITABLE: /)]);
});

test.each(["fake.yaml", "fake.json"])("replaces its own %s", async (name) => {
  const args = ["--json", "--target-file", name];
  for (const _ of [1, 2]) expect((await (await withFake(args, async () => {})).end).status).toBe(0);
});

test("names the remedy when the port is taken", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const { status, stderr } = await wac(["fake", "--port", String(port)], { cwd });
  server.close();
  expect(status).toBe(2);
  expect(stderr).toMatch(/^FAKE-PORT-TAKEN: [\s\S]*--port 0/);
});

test.each([
  [["--port", "70000"], "CLI-VALUE"],
  [["--fault", "title-of-501-accepted"], "CLI-OPTION-REMOVED"],
  [["--mutant", "no.such-mutant"], "FAKE-UNKNOWN-MUTANT"],
  [["--variant", "none.yaml"], "FAKE-VARIANT-MISSING"],
  [["--variant", "meta=nevr"], "FAKE-UNKNOWN-VALUE"],
  [["--variant", "meta"], "FAKE-VARIANT-MISSING"],
  [["--log", "jsn"], "CLI-VALUE"],
  [["--start-at", "tomorrow"], "CLI-VALUE"],
  [["--start-at", "2026-02-30T00:00:00Z"], "CLI-VALUE"],
  [["--start-at", "2026-01-31T12:00:00"], "CLI-VALUE", "is not an instant with Z or an offset"],
  [["--report", "client.txt"], "CLI-VALUE"],
  [["--report-gate", "none"], "CLI-VALUE"],
  [["--chaos", "none.yaml"], "CHAOS-UNREADABLE"],
  [["--seed-file", "none.yaml"], "SEED-UNREADABLE"],
  [["--scenario", "none.yaml", "--port", "0"], "SCENARIO-UNREADABLE"],
  [["--record", "http://127.0.0.1:1", "--api-key", "k", "--demo"], "FAKE-RECORD-OPTION"],
  [["--record", "http://127.0.0.1:1", "--api-key", "k", "--mutant", "x"], "FAKE-RECORD-OPTION"],
  [["--record", "http://127.0.0.1:1", "--api-key", "k"], "FAKE-RECORD-UNREACHABLE"],
  [["--target", "wac-target.yaml"], "FAKE-RECORD-OPTION"],
  [["--record-as", "it"], "FAKE-RECORD-OPTION"],
  [["--record", "http://127.0.0.1:1"], "FAKE-RECORD-KEY-MISSING"],
  [["--record", "staging", "--api-key", "k"], "FAKE-RECORD-URL"],
])("rejects %j", async (args, code, message = "") => {
  const { status, stderr } = await wac(["fake", ...args], { cwd });
  expect(stderr).toContain(message);
  expect([status, stderr.split(":")[0]]).toEqual([2, code]);
});
