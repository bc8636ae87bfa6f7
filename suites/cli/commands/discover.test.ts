import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import { loadTarget } from "../../target/load.ts";
import type { Discovery } from "../discover/discover.ts";
import { wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cwd: string;
let fake: Fake;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "wac-discover-"));
  fake = await createFake();
});
afterEach(async () => {
  await fake.close();
  rmSync(cwd, { recursive: true, force: true });
});

const discover = (words: readonly string[], env: Record<string, string> = {}) =>
  wac(["discover", "--base-url", fake.baseUrl, ...words], { cwd, env: { WAC_API_KEY: fake.apiKey, ...env } });

test("writes a target file that doctor finds nothing wrong with and that holds no key", async () => {
  const other = fake.fixtures.otherAgent?.apiKey ?? "";
  const { status, stdout, stderr } = await discover(["--other-api-key", other]);
  expect([status, stderr]).toEqual([0, "wrote wac-target.yaml\n"]);
  expect(stdout).toMatch(/fixtures: \d\d of 45 found and checked[\s\S]*Next:\n {2}export WAC_OTHER_AGENT_KEY=…\n/);
  const text = readFileSync(join(cwd, "wac-target.yaml"), "utf8");
  for (const key of [fake.apiKey, other]) expect(text).not.toContain(key);
  expect(text).toContain(`memberChannel: ${fake.fixtures.memberChannel}`);
  expect(text).toMatch(/^ {2}# Not found: .* To get it: /m);
  const env = { WAC_API_KEY: fake.apiKey, WAC_OTHER_AGENT_KEY: other };
  const doctor = await wac(["doctor", "--target", "wac-target.yaml"], { cwd, env });
  expect([doctor.status, doctor.stdout]).toEqual([0, expect.not.stringContaining("WRONG")]);
});

test("asks for no variable that is set, and for that of a key that was given as an option", async () => {
  const next = async (words: readonly string[], env: Record<string, string>) =>
    (await wac(["discover", "--base-url", fake.baseUrl, "--force", ...words], { cwd, env })).stdout.split("Next:\n")[1];
  expect(await next([], { WAC_API_KEY: fake.apiKey })).toMatch(/^ +\S.* doctor --target/);
  expect(await next(["--api-key", fake.apiKey], {})).toMatch(/^ {2}export WAC_API_KEY=…\n/);
});

test("can be used with any commented line, once it has a value", async () => {
  await discover([]);
  const text = readFileSync(join(cwd, "wac-target.yaml"), "utf8");
  const filled = text.replace(/^( *)#(\w+):( …)?/gm, (_, indent, key, open) =>
    open === undefined ? `${indent}${key}:` : `${indent}${key}: ${VALUES[String(key)] ?? "x"}`,
  );
  writeFileSync(join(cwd, "filled.yaml"), filled);
  const env = { WAC_API_KEY: "k" };
  const { target } = loadTarget({ file: "filled.yaml", cwd, env });
  expect(target.fixtures.tasks?.ofOwnedAgent?.created).toBe("x");
  expect(target.fixtures.smallPlan?.remaining).toBe(3);
});

const VALUES: Readonly<Record<string, string>> = { challengeTokens: "[x]", remaining: "3", ids: "[x, y]" };

test("overwrites nothing without --force, and sends nothing then", async () => {
  writeFileSync(join(cwd, "wac-target.yaml"), "mine\n");
  const { status, stderr } = await discover([]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("DISCOVER-FILE-EXISTS")]);
  expect([readFileSync(join(cwd, "wac-target.yaml"), "utf8"), fake.journal.count()]).toEqual(["mine\n", 0]);
});

test("prints the same as JSON, and writes no file then", async () => {
  const { status, stdout } = await discover(["--json"]);
  const discovery = JSON.parse(stdout) as Discovery;
  expect([status, existsSync(join(cwd, "wac-target.yaml"))]).toEqual([0, false]);
  expect(discovery.fixtures.find(({ fixture }) => fixture === "scope")).toMatchObject({
    value: fake.fixtures.scope,
    evidence: expect.stringContaining("readable"),
  });
});

test("uses up a token only where one is given, and names the agent by it", async () => {
  const [token = ""] = fake.fixtures.challengeTokens ?? [];
  await discover([]);
  expect(fake.journal.count({ operation: "verify-connection" })).toBe(0);
  const { stdout } = await discover(["--token", token, "--json"]);
  const found = (JSON.parse(stdout) as Discovery).fixtures.find(({ fixture }) => fixture === "agent.id");
  expect(found?.value).toBe(fake.fixtures.agent?.id);
  expect(stdout).not.toContain(token);
});

test("says that a token was not accepted, in the summary and at the fixture", async () => {
  const { status, stdout } = await discover(["--token", "nope"]);
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^token: not accepted by verify-connection: 200 without "ok": true$/m),
  ]);
  const text = readFileSync(join(cwd, "wac-target.yaml"), "utf8").replace(/\s+#? */g, " ");
  expect(text).toMatch(/Not found: verify-connection did not accept the token: 200/);
});

test("ends with 2 and a remedy where nothing responds or a key is rejected", async () => {
  const nobody = await wac(["discover", "--base-url", "http://127.0.0.1:9", "--api-key", "k"], { cwd });
  expect([nobody.status, nobody.stderr]).toEqual([2, expect.stringMatching(/DISCOVER-NO-RESPONSE: .*ECONNREFUSED/)]);
  const rejected = await discover(["--api-key", "wak_none"]);
  expect([rejected.status, rejected.stderr]).toEqual([2, expect.stringMatching(/DISCOVER-KEY: .*rejected \(401\)/)]);
  const other = await discover(["--other-api-key", "wak_none"]);
  expect([other.status, other.stderr]).toEqual([2, expect.stringMatching(/DISCOVER-KEY: .*--other-api-key/)]);
  expect(existsSync(join(cwd, "wac-target.yaml"))).toBe(false);
});

test("fills a target file, and keeps its settings and what was not found", async () => {
  const given = {
    baseUrl: "$" + "{ADDRESS}",
    fixtures: { ownedAgent: "mine", memberChannel: "wrong", tasks: { private: "hidden" } },
    contract: { parameters: { "verify-connection": { token: "challenge" } } },
    limits: { tasks: 9 },
    http: { headers: { "x-tenant": "acme" } },
  };
  writeFileSync(join(cwd, "t.json"), JSON.stringify(given));
  const env = { WAC_API_KEY: fake.apiKey, ADDRESS: fake.baseUrl };
  const words = ["discover", "--target", "t.json"];
  expect((await wac(words, { cwd, env })).status).toBe(2);
  expect((await wac([...words, "--out", "t.yaml"], { cwd, env })).status).toBe(0);
  expect(readFileSync(join(cwd, "t.yaml"), "utf8")).toMatch(/^baseUrl: "?\$\{ADDRESS\}"?$/m);
  const { target } = loadTarget({ file: "t.yaml", cwd, env });
  expect(target.fixtures).toMatchObject({ ownedAgent: "mine", memberChannel: fake.fixtures.memberChannel });
  expect([target.fixtures.tasks?.private, target.limits.tasks]).toEqual(["hidden", 9]);
  expect([target.parameters["verify-connection"], target.http.headers]).toEqual([
    { token: "challenge" },
    { "x-tenant": "acme" },
  ]);
});
