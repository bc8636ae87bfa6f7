import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadTarget } from "../../target/load.ts";
import { ended, startWac, wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-fake-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Starts the fake, hands over its first output, and stops it. */
async function withFake<T>(args: readonly string[], use: (output: string) => Promise<T>) {
  const child = startWac(["fake", "--port", "0", ...args], { cwd });
  const end = ended(child);
  try {
    const output = await new Promise<string>((found) => child.stdout.once("data", (text) => found(String(text))));
    return { result: await use(output), end };
  } finally {
    child.kill("SIGTERM");
    await end;
  }
}

/** How long Node.js alone takes to start here and now, in milliseconds. */
function bareStart(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ["-e", ""]);
  return performance.now() - begun;
}

test("announces itself by one line of JSON once it answers, within a second, and ends on SIGTERM", async () => {
  const bare = bareStart();
  const begun = performance.now();
  const { result, end } = await withFake(["--json"], async (output) => {
    const told = JSON.parse(output);
    const answer = await fetch(`${told.baseUrl}/v1/agent/list-tasks`, {
      headers: { authorization: `Bearer ${told.apiKey}` },
    });
    return { told, status: answer.status, took: performance.now() - begun };
  });
  expect(result.status).toBe(200);
  expect(result.told).toMatchObject({
    pid: expect.any(Number),
    target: { fixtures: { memberChannel: expect.any(String) } },
  });
  // On a machine that is busy with other things, as long as a dozen starts of Node.js.
  expect(result.took).toBeLessThan(Math.max(1000, 12 * bare));
  expect((await end).status).toBe(0);
});

test("has the same demo key at each start, and another when told", async () => {
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
  [["--fault", "no.such-fault"], "FAKE-UNKNOWN-FAULT"],
  [["--variant", "none.yaml"], "FAKE-VARIANT-MISSING"],
  [["--chaos", "none.yaml"], "CHAOS-UNREADABLE"],
])("refuses %j", async (args, code) => {
  const { status, stderr } = await wac(["fake", ...args], { cwd });
  expect([status, stderr.split(":")[0]]).toEqual([2, code]);
});
