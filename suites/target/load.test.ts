import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OperatorError } from "../../spec/operator-error.ts";
import { secretsOf } from "./fixtures.ts";
import { loadTarget, type TargetSource } from "./load.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-target-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(text: string | Buffer, extra: Partial<TargetSource> = {}, name = "t.yaml") {
  writeFileSync(join(folder, name), text);
  return loadTarget({ file: name, cwd: folder, env: {}, ...extra });
}

function rejection(run: () => unknown): OperatorError {
  try {
    run();
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
  throw new Error("nothing was rejected");
}

const HEAD = "baseUrl: https://staging.example.com/api/\napiKey: $" + "{KEY}\n";
const env = { KEY: "k-1" };

test("fills the defaults and keeps the path prefix", () => {
  const { target, warnings } = load(HEAD, { env });
  expect(target).toEqual({
    baseUrl: "https://staging.example.com/api",
    apiKey: "k-1",
    fixtures: {},
    parameters: {},
    overlay: null,
    consistency: { timeoutMs: 5000, intervalMs: 100 },
    acceptSkips: [],
    acceptedGaps: [],
    limits: { concurrency: 8, requestsPerSecond: 0, requests: null, tasks: null, uploadMiB: 64, seconds: null },
    http: { timeoutMs: 10_000, headers: {}, ca: null, proxy: null },
    knownFailures: null,
    setup: null,
    teardown: null,
    file: join(folder, "t.yaml"),
  });
  expect(warnings).toEqual([]);
});

test("reads JSON, tabs and all", () => {
  const text = JSON.stringify({ baseUrl: "http://127.0.0.1:4010", apiKey: "k", fixtures: { scope: "s" } }, null, "\t");
  expect(load(text, {}, "t.json").target.fixtures).toEqual({ scope: "s" });
});

test("resolves overlay and known failures against the file", () => {
  const { target } = load(`${HEAD}contract: { overlay: ./o.yaml }\nknownFailures: sub/k.yaml\n`, { env });
  expect([target.overlay, target.knownFailures]).toEqual([join(folder, "o.yaml"), join(folder, "sub/k.yaml")]);
});

test("lets flags and then the file win over WAC_API_KEY", () => {
  const flags = { env: { WAC_API_KEY: "from-env" }, apiKey: "flag", baseUrl: "http://127.0.0.1:1/" };
  expect(load(HEAD, flags).target).toMatchObject({ apiKey: "flag", baseUrl: "http://127.0.0.1:1" });
  expect(load("baseUrl: http://localhost\napiKey: file\n", { env: { WAC_API_KEY: "e" } }).target.apiKey).toBe("file");
  expect(load("baseUrl: http://localhost\n", { env: { WAC_API_KEY: "e" } }).target.apiKey).toBe("e");
  expect(loadTarget({ baseUrl: "http://localhost", env: { WAC_API_KEY: "e" } }).target.apiKey).toBe("e");
});

test("names an unset variable, its line, and one that is set and looks alike", () => {
  const error = rejection(() => load(HEAD, { env: { KEYS: "x" } }));
  expect(error.code).toBe("TARGET-FILE-VARIABLE");
  expect(error.message).toContain("line 2, apiKey: the environment variable KEY is not set");
  expect(error.hint).toContain("KEYS");
});

test("keeps an escaped variable as text and rejects a malformed one", () => {
  const { target } = load(`${HEAD}http: { headers: { x-note: "$$\{HOME}" } }\n`, { env });
  expect(target.http.headers).toEqual({ "x-note": "$" + "{HOME}" });
  expect(rejection(() => load(`${HEAD}fixtures:\n  scope: "$\{no end"\n`, { env })).message).toContain("line 4");
});

test("reads a number from the environment where a number is wanted, and text where text is", () => {
  const text = `${HEAD}limits: { tasks: "$\{N}" }\nfixtures: { scope: "$\{N}" }\n`;
  const { target } = load(text, { env: { ...env, N: "12" } });
  expect([target.limits.tasks, target.fixtures.scope]).toEqual([12, "12"]);
});

test("names line, key and the nearest known key", () => {
  const error = rejection(() => load(`${HEAD}fixtures:\n  memberChanel: c1\n`, { env }));
  expect(error.code).toBe("TARGET-FILE-UNKNOWN-KEY");
  expect(error.message).toContain('t.yaml, line 4, fixtures.memberChanel: unknown key "memberChanel"');
  expect(error.message).toContain('"memberChannel"');
});

test("tells all mistakes at once, each with value and expectation", () => {
  const error = rejection(() =>
    load(`${HEAD}limits:\n  concurrency: 0\n  tasks: many\nfixtures:\n  scope: 17\n`, { env }),
  );
  expect(error.code).toBe("TARGET-FILE-INVALID");
  expect(error.message).toContain("line 4, limits.concurrency: 0 is not valid: expected a number of at least 1.");
  expect(error.message).toContain('line 5, limits.tasks: "many" is not valid: expected a whole number.');
  expect(error.message).toContain("line 7, fixtures.scope: 17 is not valid: expected text.");
  expect(error.hint).toContain('Put it in quotes: "17".');
});

test.each(["1234567890123456789", "0x1F", "0o17", "007", "1.0", "1e5", "-12.50", "True", "false"])(
  "quotes the unquoted identifier %s as it is written",
  (written) => {
    for (const place of [`{ memberChannel: ${written} }`, `{ tasks: { commented: ${written} } }`]) {
      const error = rejection(() => load(`${HEAD}fixtures: ${place}\n`, { env }));
      expect(error.message).toContain(`: ${written} is not valid: expected text`);
      expect(error.hint).toBe(`Put it in quotes: "${written}".`);
    }
  },
);

test("takes an unquoted date as text, and names the line of a number beyond all numbers", () => {
  expect(load(`${HEAD}fixtures: { scope: 2026-01-31 }\n`, { env }).target.fixtures.scope).toBe("2026-01-31");
  const error = rejection(() => load(`${HEAD}fixtures:\n  scope: 12e5678\n`, { env }));
  expect([error.code, error.message]).toEqual([
    "TARGET-FILE-SYNTAX",
    expect.stringContaining("line 4: the number is not finite"),
  ]);
});

test("takes a known key without a value as absent, an unknown one still as unknown", () => {
  expect(load(`${HEAD}fixtures:\n  scope:\n  agent:\nlimits:\n`, { env }).target.fixtures).toEqual({});
  expect(rejection(() => load(`${HEAD}fixturs:\n`, { env })).code).toBe("TARGET-FILE-UNKNOWN-KEY");
});

test("shows no secret in an error", () => {
  const error = rejection(() =>
    load(`${HEAD}fixtures:\n  otherAgent: { apiKey: 12345678 }\n  challengeTokens: [ab12, ab12]\n`, { env }),
  );
  expect(error.message).toContain("line 4, fixtures.otherAgent.apiKey: the value (not shown)");
  expect(error.message + error.hint).not.toMatch(/12345678|ab12/);
});

test("warns of literal keys, with their lines", () => {
  const written = (url: string) => `baseUrl: ${url}\napiKey: abc\nfixtures:\n  otherAgent: { apiKey: def }\n`;
  const { warnings } = load(written("https://staging.example.com"));
  expect(warnings.join()).toContain("t.yaml holds keys as plain text (line 2, 4)");
  expect(warnings.join()).not.toMatch(/abc|def/);
  expect(load(written("http://localhost:4010")).warnings).toEqual([]);
});

test("warns of plain http to another machine and of skips that are not needed", () => {
  const text = `baseUrl: http://staging.example.com\napiKey: $\{KEY}\nacceptSkips: [scope]\nfixtures: { scope: s }\n`;
  const { warnings } = load(text, { env });
  expect(warnings).toHaveLength(2);
  const usedUp = `${HEAD}acceptSkips: [challengeTokens, smallPlan]\nfixtures: { challengeTokens: [t1] }\n`;
  expect(load(usedUp, { env }).warnings).toEqual([]);
});

test("rejects unknown names in acceptSkips with the nearest", () => {
  const error = rejection(() => load(`${HEAD}acceptSkips:\n  - exhaustedPlan\n  - exhaustdPlan\n  - done\n`, { env }));
  expect(error.message).toContain(
    'line 5, acceptSkips.1: "exhaustdPlan" is not a fixture; the nearest is "exhaustedPlan"',
  );
  expect(error.message).toContain('the nearest is "tasks.done"');
});

const GAP =
  "acceptSkips:\n  - exhaustedPlan\n  - requirement: tasks.plan.*\n    reason: no plan here\n    expires: 2999-12-31\n";

test("reads requirements among acceptSkips, and warns of expired entries", () => {
  const { target, warnings } = load(`${HEAD}${GAP}`, { env });
  expect([target.acceptSkips, target.acceptedGaps, warnings]).toEqual([
    ["exhaustedPlan"],
    [{ requirement: "tasks.plan.*", reason: "no plan here", expires: "2999-12-31" }],
    [],
  ]);
  expect(load(`${HEAD}${GAP.replace("2999", "2020")}`, { env }).warnings).toEqual([
    'the acceptSkips entry "tasks.plan.*" expired on 2020-12-31',
  ]);
});

test.each([
  ["    reason: no plan here\n", "", 'acceptSkips.1: the key "reason" is missing'],
  ["2999-12-31", "soon", "line 7, acceptSkips.1.expires: .*a date: YYYY-MM-DD"],
  ["2999-12-31", "2999-02-30", "a date: YYYY-MM-DD"],
  ["reason", "resaon", 'did you mean "reason"'],
])("rejects an accepted requirement with %s as %s", (was, is, text) => {
  const { message } = rejection(() => load(`${HEAD}${GAP.replace(was, is)}`, { env }));
  expect(message).toMatch(new RegExp(text, "s"));
});

test.each([
  ["ftp://x", "scheme"],
  ["localhost:4010", "scheme|not a URL"],
  ["staging.example.com", "not a URL"],
  ["https://me:secret@x", "credentials"],
  ["https://x/?a=1", "query"],
])("rejects the address %s", (url, what) => {
  const error = rejection(() => loadTarget({ baseUrl: url, apiKey: "k", env: {} }));
  expect(error.code).toBe("TARGET-BASE-URL");
  expect(error.message).toMatch(new RegExp(what));
  expect(error.message).not.toContain("secret");
});

test("rejects headers that the suite decides on", () => {
  const error = rejection(() => load(`${HEAD}http:\n  headers:\n    Authorization: x\n`, { env }));
  expect([error.code, error.message.includes("line 5")]).toEqual(["TARGET-FILE-RESERVED-HEADER", true]);
});

test("sends each header once, whatever its capitals", () => {
  const { target } = load(`${HEAD}http:\n  headers:\n    Accept: text/plain\n`, { env });
  expect(target.http.headers).toEqual({ accept: "text/plain" });
  const error = rejection(() => load(`${HEAD}http:\n  headers:\n    X-Note: a\n    x-note: b\n`, { env }));
  expect([error.message.includes('"X-Note"'), error.message.includes("line 6")]).toEqual([true, true]);
});

test("rejects a certificate file that is none", () => {
  writeFileSync(join(folder, "ca.pem"), "nothing");
  expect(rejection(() => load(`${HEAD}http: { ca: ./ca.pem }\n`, { env })).code).toBe("TARGET-CA");
  expect(rejection(() => load(`${HEAD}http: { ca: ./none.pem }\n`, { env })).code).toBe("TARGET-CA");
});

test.each([
  ["a: [", "TARGET-FILE-SYNTAX"],
  ["baseUrl: a\nbaseUrl: b\n", "TARGET-FILE-SYNTAX"],
  ["a: &a [*a]", "TARGET-FILE-SYNTAX"],
  ["- x", "TARGET-FILE-VALUE"],
  ["just text", "TARGET-FILE-VALUE"],
  ["", "TARGET-BASE-URL-MISSING"],
  [Buffer.from([0xff, 0xfe, 0x00]), "TARGET-FILE-UNREADABLE"],
])("rejects a file that holds %j", (text, code) => {
  expect(rejection(() => load(text)).code).toBe(code);
});

test("rejects a file that is not there, and a folder", () => {
  expect(rejection(() => loadTarget({ file: "none.yaml", cwd: folder, env: {} })).code).toBe("TARGET-FILE-UNREADABLE");
  expect(rejection(() => loadTarget({ file: ".", cwd: folder, env: {} })).code).toBe("TARGET-FILE-UNREADABLE");
});

test("rejects a missing key and one that no header can carry, without showing it", () => {
  expect(rejection(() => loadTarget({ baseUrl: "http://localhost", env: {} })).code).toBe("TARGET-API-KEY-MISSING");
  const error = rejection(() => loadTarget({ baseUrl: "http://localhost", apiKey: "s3cret\n", env: {} }));
  expect(error.code).toBe("TARGET-API-KEY");
  expect(error.message).not.toContain("s3cret");
});

test("takes proxies from the file, else from the environment for other machines than this one", () => {
  const around = { ...env, HTTPS_PROXY: "http://ann:s3cret@proxy.example.com:3128", no_proxy: "intern.example.com" };
  const { target } = load(HEAD, { env: around });
  expect(target.http.proxy).toEqual({
    http: null,
    https: "http://ann:s3cret@proxy.example.com:3128/",
    bypass: ["localhost", "127.0.0.1", "[::1]", "intern.example.com"],
  });
  expect(secretsOf(target)).toContain("s3cret");
  const named = load(`${HEAD}http: { proxy: "proxy:8080" }\n`, { env: around }).target.http.proxy;
  expect(named).toEqual({ http: "http://proxy:8080/", https: "http://proxy:8080/", bypass: [] });
  expect(load(`${HEAD}http: { proxy: none }\n`, { env: around }).target.http.proxy).toBeNull();
  const wrong = rejection(() => load(HEAD, { env: { ...env, HTTP_PROXY: "ftp://ann:s3cret@proxy" } }));
  expect([wrong.code, wrong.message.includes("s3cret")]).toEqual(["TARGET-PROXY", false]);
});

test.skipIf(process.platform === "win32")("reads no more of a device than of any file", () => {
  const error = rejection(() => loadTarget({ file: "/dev/zero", cwd: folder, env: {} }));
  expect(error).toMatchObject({ code: "TARGET-FILE-UNREADABLE", message: expect.stringContaining("at most 4194304") });
});

test("takes the value that a file would hold, from a program", () => {
  const value = { baseUrl: "http://127.0.0.1:4010/", apiKey: "k", fixtures: { scope: "s" }, overlay: undefined };
  const { target, warnings } = loadTarget({ value, cwd: folder, env: {} });
  expect([target.baseUrl, target.fixtures, target.file, warnings]).toEqual([
    "http://127.0.0.1:4010",
    { scope: "s" },
    null,
    [],
  ]);
  expect(loadTarget({ value: { ...value, knownFailures: "k.yaml" }, cwd: folder, env: {} }).target.knownFailures).toBe(
    join(folder, "k.yaml"),
  );
});

test("names what is wrong with a value as it does for a file, but for the lines", () => {
  const value = { baseUrl: "127.0.0.1:4010", apiKey: "k" };
  expect(rejection(() => loadTarget({ value, env: {} })).message).toBe(
    'target, baseUrl: "127.0.0.1:4010" is not a URL; expected an http or https URL such as https://staging.example.com/api.',
  );
  const unknown = { ...value, fixture: {} };
  expect(rejection(() => loadTarget({ value: unknown, env: {} })).message).toContain('did you mean "fixtures"');
  expect(rejection(() => loadTarget({ value: {} as typeof value, env: {} })).message).toBe(
    "The value of the target has no baseUrl.",
  );
  expect(rejection(() => loadTarget({ file: "t.yaml", value, env: {} })).code).toBe("TARGET-FILE-AND-VALUE");
});

test("keeps a parameter whose name is not known, and fills what commands leave open", () => {
  const names = "contract: { parameters: { list-tasks: { text: null, status: state } } }";
  const shell = "echo $" + "{USER}";
  const commands = `setup: ${shell}\nteardown: { command: [rm, -f, x], timeoutSeconds: 5 }`;
  const { target } = load(`${HEAD}${names}\n${commands}\n`, { env });
  expect(target.parameters).toEqual({ "list-tasks": { text: null, status: "state" } });
  expect(target.setup).toEqual({ command: shell, timeoutSeconds: 60 });
  expect(target.teardown).toEqual({ command: ["rm", "-f", "x"], timeoutSeconds: 5 });
});
