import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { packageFile } from "../../../spec/package-root.ts";
import { ended, startWac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-modules-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The modules that a process has loaded, ES modules and CommonJS alike, as Node.js writes them for its coverage; with those that
 * a chunk of the bundle is made of.
 */
function loadedModules(): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { result: { url: string }[] };
    return result.flatMap(({ url }) => [url, ...(url.includes("/dist/bundle/") ? bundledIn(url) : [])]);
  });
}

function bundledIn(url: string): readonly string[] {
  const code = readFileSync(fileURLToPath(url), "utf8");
  return [...code.matchAll(/^\/\/(?:#region)? ?(dist\/.+\.js)$/gm)].map(([, path]) => `/${path}`);
}

/** Of the suites `wac fake` needs the command line. */
const isNeedless = (url: string) =>
  /\/node_modules\/(?:fast-check|pure-rand|undici|vitest)\/|\/dist\/generators\/|\/dist\/reports\//.test(url) ||
  /\/node_modules\/ajv\/dist\/(?!runtime\/)/.test(url) ||
  /\/dist\/suites\/(?!cli\/)/.test(url);

const REQUEST = { headers: { authorization: "Bearer wak_demo" } };

test("createFake responds without the suites, their generators and a schema compiler", () => {
  const fake = pathToFileURL(packageFile("dist", "bundle", "fake", "index.js")).href;
  const program = `
    import { createFake } from ${JSON.stringify(fake)};
    const fake = await createFake();
    const { status } = await fetch(fake.baseUrl + "/v1/agent/list-tasks", { headers: { authorization: "Bearer " + fake.apiKey } });
    await fake.close();
    console.log(status);`;
  const env = { ...process.env, NODE_V8_COVERAGE: folder };
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" });
  expect(stdout).toBe("200\n");
  const modules = loadedModules();
  expect(modules).toContain(fake);
  expect(modules).toContain("/dist/fake/create.js");
  expect(modules.some((url) => url.includes("/node_modules/express/"))).toBe(true);
  expect(modules.filter(isNeedless)).toEqual([]);
});

test("wac fake responds with the command line alone in addition", async () => {
  const child = startWac(["fake", "--port", "0", "--json", "--api-key", "wak_demo"], {
    env: { NODE_V8_COVERAGE: folder },
  });
  const end = ended(child);
  const line = await new Promise<string>((done) => child.stdout.once("data", (text) => done(String(text))));
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  expect((await fetch(`${baseUrl}/v1/agent/list-tasks`, REQUEST)).status).toBe(200);
  child.kill("SIGTERM");
  expect((await end).status).toBe(0);
  const modules = loadedModules();
  expect(modules.some((url) => url.endsWith("/dist/suites/cli/commands/fake.js"))).toBe(true);
  expect(modules.filter(isNeedless)).toEqual([]);
});
