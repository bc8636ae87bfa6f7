import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { packageFile, packageRoot } from "../../spec/package-root.ts";
import { COMMANDS } from "./commands/index.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const NAME = "workspace-agent-conformance";
const manifest = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

let cwd: string;
let files: readonly string[];

/**
 * An empty project with the packed package and nothing else, laid out as pnpm does: the run-time dependencies are next to
 * the package in a store, so that whatever was meant to be found from the project's own folder is not.
 */
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-packed-"));
  const packed = run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", cwd], packageRoot);
  const [tarball] = JSON.parse(packed.stdout) as { filename: string; files: { path: string }[] }[];
  files = tarball?.files.map(({ path }) => path) ?? [];
  const store = join(cwd, "node_modules", ".pnpm", NAME, "node_modules");
  const home = join(store, NAME);
  mkdirSync(home, { recursive: true });
  symlinkSync(home, join(cwd, "node_modules", NAME));
  run("tar", ["-xzf", join(cwd, tarball?.filename ?? ""), "-C", home, "--strip-components=1"], cwd);
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(store, name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(packageFile("node_modules", name), link);
  }
  // The declarations name types of Node.js, which a project in TypeScript has; everything else comes with the package.
  mkdirSync(join(cwd, "node_modules", "@types"));
  symlinkSync(packageFile("node_modules", "@types", "node"), join(cwd, "node_modules", "@types", "node"));
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  // What lies about in the working directory has no say in a run.
  writeFileSync(
    join(cwd, "vitest.config.js"),
    'throw new Error("the configuration of the working directory was read");',
  );
  writeFileSync(join(cwd, ".env"), "WAC_API_KEY=from-dotenv\n");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function run(command: string, args: readonly string[], folder: string, env: NodeJS.ProcessEnv = process.env) {
  return spawnSync(command, args, { cwd: folder, env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

const wac = (...args: string[]) =>
  run(process.execPath, [join("node_modules", NAME, "dist/bundle/suites/cli/main.js"), ...args], cwd);

test("ships what runs, with schemas and documents, and no test", () => {
  expect(files).toEqual(
    expect.arrayContaining(["README.md", "LICENSE", "CHANGELOG.md", "spec/openapi.yaml", "fake/seeds/demo.yaml"]),
  );
  expect(files).toContain("spec/schemas/target.schema.json");
  expect(files.filter((path) => /\.test\.|\/testing\/|\.tsbuildinfo|\.map$/.test(path))).toEqual([]);
  expect(readFileSync(join(cwd, "node_modules", NAME, "dist/bundle/suites/cli/main.js"), "utf8")).toMatch(
    /^#!\/usr\/bin\/env node\n/,
  );
});

test("every link of a page that it ships leads to a file that it ships", () => {
  const pages = files.filter((path) => path.endsWith(".md"));
  const dead = pages.flatMap((page) => {
    const text = readFileSync(join(cwd, "node_modules", NAME, page), "utf8");
    const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, link = ""]) => link);
    return links.filter((link) => !files.includes(posix.join(dirname(page), link))).map((link) => `${page}: ${link}`);
  });
  expect(pages.length).toBeGreaterThan(5);
  expect(dead).toEqual([]);
});

test("runs from an empty project, with its run-time dependencies alone", () => {
  const { status, stdout, stderr } = wac("run", "--budget", "smoke", "--only", "tasks.create.title-max");
  expect([status, stderr.includes("working directory")]).toEqual([0, false]);
  expect(stdout).toMatch(/^conformant: 1 of 1 MUST proven/);
  expect(existsSync(join(cwd, "wac-report", "report.html"))).toBe(true);
});

test("loads every command", () => {
  expect(wac("--help").stdout).toMatch(/^ {2}doctor {2,}/m);
  for (const { name } of COMMANDS) {
    const { status, stdout, stderr } = wac(name, "--help");
    expect([name, status, stderr]).toEqual([name, 0, ""]);
    expect(stdout).toContain(`wac ${name}`);
  }
});

test("says what to install for MCP, which is not a dependency", () => {
  const { status, stdout, stderr } = wac("fake", "--mcp", "--port", "0");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/FAKE-MCP-NOT-INSTALLED: [\s\S]*npm install --save-dev @modelcontextprotocol\/sdk/);
});

test("is a library: suite, fake and report", () => {
  const program = `
    import { loadTarget, runConformance } from "${NAME}";
    import { createFake } from "${NAME}/fake";
    import "${NAME}/report";
    const fake = await createFake();
    const { target } = loadTarget({ value: fake.target });
    const report = await runConformance({ target, budget: "smoke", only: ["tasks.create.title-max"] });
    await fake.close();
    console.log(report.verdict);
    process.exitCode = 7;
    const faulty = await createFake({ mutants: ["reject@create-task[title=more-than-1000-bytes]"] });
    const second = loadTarget({ value: faulty.target }).target;
    const failed = await runConformance({ target: second, budget: "smoke", only: ["tasks.create.title-max"] });
    await faulty.close();
    console.log(failed.verdict, process.exitCode);
    process.exitCode = 0;`;
  writeFileSync(join(cwd, "program.js"), program);
  const { stdout, stderr } = run(process.execPath, ["program.js"], cwd);
  expect([stdout.trim().split("\n"), stderr]).toEqual([["conformant", "nonconformant 7"], ""]);
});

test("serves the console, every module of it", () => {
  const program = `
    import { createFake } from "${NAME}/fake";
    const fake = await createFake();
    const read = async (name) => (await fetch(fake.baseUrl + "/_fake/console/" + name)).text();
    const seen = new Set(["main.js"]);
    const missing = [];
    for (const name of seen) {
      const text = await read(name);
      if (text.includes("not_found")) missing.push(name);
      for (const [, next] of text.matchAll(/from "[.]\\/([^"]+[.]js)"/g)) seen.add(next);
    }
    const page = await (await fetch(fake.baseUrl, { headers: { accept: "text/html" } })).text();
    await fake.close();
    console.log(page.includes("/_fake/console/main.js"), seen.has("library.js"), seen.size > 20, missing.join());`;
  writeFileSync(join(cwd, "console.js"), program);
  const { stdout, stderr } = run(process.execPath, ["console.js"], cwd);
  expect([stdout.trim(), stderr]).toEqual(["true true true", ""]);
});

test("is typed for its users", () => {
  const program = `
    import { loadTarget, runConformance, type ResolvedTarget } from "${NAME}";
    import { createFake, type Fake } from "${NAME}/fake";
    import type { Report } from "${NAME}/report";
    import { conformance } from "${NAME}/vitest";
    const fake: Fake = await createFake({ seed: 7 });
    const target: ResolvedTarget = loadTarget({ value: fake.target }).target;
    const report: Report = await runConformance({ target, budget: "smoke", seed: 1 });
    conformance({ target: fake.target, budget: "smoke", only: ["tasks.*"] });
    // @ts-expect-error a verdict is one of four words
    const wrong: "green" = report.verdict;
    export { wrong };`;
  writeFileSync(join(cwd, "typed.ts"), program);
  const compiler = packageFile("node_modules", "typescript", "bin", "tsc");
  const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2023"];
  const { stdout } = run(process.execPath, [compiler, ...options, "typed.ts"], cwd);
  expect(stdout).toBe("");
});

/** The recipes of a page: code blocks that begin with the name of their file. */
function recipes(page: string): readonly (readonly [string, string])[] {
  const blocks = [...page.matchAll(/```(?:ts|python)\n((?:\/\/|#) (\S+)\n[\s\S]*?)```/g)];
  return blocks.map(([, code = "", name = ""]) => [name, code] as const);
}

test("the recipes for tests against the fake work as they stand", () => {
  const folder = join(cwd, "recipes");
  for (const [name, code] of recipes(readFileSync(packageFile("fake", "README.md"), "utf8"))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  }
  writeFileSync(join(folder, "vitest.config.js"), "export default {};");
  mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
  writeFileSync(
    join(folder, "node_modules", ".bin", "wac"),
    `#!/bin/sh\nexec ${process.execPath} ${join(cwd, "node_modules", NAME, "dist/bundle/suites/cli/main.js")} "$@"\n`,
    { mode: 0o755 },
  );
  const vitest = run(process.execPath, [packageFile("node_modules", "vitest", "vitest.mjs"), "run"], folder);
  expect([vitest.status, vitest.stdout]).toEqual([0, expect.stringContaining("4 passed")]);
  const pytest = run("python3", ["-m", "pytest", "-q", "-p", "no:cacheprovider"], folder);
  // Not every machine that works on this package has Python.
  if (pytest.status === null || pytest.stderr.includes("No module named pytest")) return;
  expect([pytest.status, pytest.stdout]).toEqual([0, expect.stringContaining("2 passed")]);
});

/** vitest of the project that uses the package, in a folder with one test file. */
function vitestOn(file: string, code: string, ...args: string[]) {
  const folder = join(cwd, "project");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "vitest.config.js"), "export default {};");
  writeFileSync(join(folder, file), code);
  const installed = join(cwd, "node_modules", "vitest");
  if (!existsSync(installed)) symlinkSync(packageFile("node_modules", "vitest"), installed);
  const { FORCE_COLOR: _, ...env } = process.env;
  return run(process.execPath, [join(installed, "vitest.mjs"), ...args, file], folder, { ...env, NO_COLOR: "1" });
}

/** A server that rejects long titles, with one requirement that it breaks, one that it keeps and one that nobody can observe. */
const BROKEN = `
  import { afterAll } from "vitest";
  import { createFake } from "${NAME}/fake";
  import { conformance } from "${NAME}/vitest";
  const fake = await createFake({ mutants: ["reject@create-task[title=more-than-1000-bytes]"] });
  afterAll(async () => {
    console.log("lists of tasks: " + fake.journal.find({ operation: "list-tasks" }).length);
    await fake.close();
  });
  const only = ["tasks.create.title-max", "tasks.create.priority-enum", "tasks.list.status", "auth.message"];
  conformance({ target: fake.target, budget: "smoke", only });`;

test("is a group of tests in a vitest project: one fails with clause and finding, one is skipped with its reason", () => {
  const { status, stdout, stderr } = vitestOn("broken.test.js", BROKEN, "run", "--reporter=verbose");
  expect([status, stdout]).toEqual([1, expect.stringContaining("1 failed | 2 passed | 1 skipped")]);
  expect(stdout).toMatch(/lists of tasks: \d\d/);
  expect(stdout).toMatch(/✓ broken\.test\.js > conformance > tasks\.create\.priority-enum \(MUST\): /);
  expect(stdout).toMatch(
    /↓ broken\.test\.js > conformance > auth\.message \(MUST\): .*\[not observable from outside: /,
  );
  expect(stderr).toMatch(/FAIL {2}broken\.test\.js > conformance > tasks\.create\.title-max \(MUST\): /);
  expect(stderr).toMatch(/ConformanceFailure: MUST · Limits\n[\s\S]*expected:[\s\S]*actual:[\s\S]*curl/);
  // The place that is shown is the line that asks for the tests.
  expect(stderr).toMatch(/broken\.test\.js:\d+:\d+[\s\S]*conformance\(\{ target/);
});

test("is collected without a run, and asks for the requirements of the chosen tests only", () => {
  const listed = vitestOn("listed.test.js", BROKEN, "list");
  expect([listed.status, listed.stdout.match(/conformance > \S+/g)]).toEqual([
    0,
    ["auth.message", "tasks.create.title-max", "tasks.create.priority-enum", "tasks.list.status"].map((id) =>
      expect.stringContaining(id),
    ),
  ]);
  const chosen = vitestOn("chosen.test.js", BROKEN, "run", "-t", "tasks.create.priority-enum");
  expect([chosen.status, chosen.stdout]).toEqual([0, expect.stringContaining("1 passed | 3 skipped")]);
  // The run looks for the signs of a usable target, and no further.
  expect(chosen.stdout).toMatch(/lists of tasks: \d\n/);
});

test("the recipe for a vitest project works as it is", () => {
  const page = readFileSync(packageFile("suites", "README.md"), "utf8");
  const recipe = recipes(page).find(([name]) => name === "conformance.test.ts")?.[1] ?? "";
  const { status, stdout } = vitestOn("conformance.test.ts", recipe, "run");
  expect([status, stdout]).toEqual([0, expect.stringMatching(/Tests {2}\d+ passed/)]);
});

test("the recipe for a server that is not the fake works as it is", async () => {
  const page = readFileSync(packageFile("suites", "README.md"), "utf8");
  const [, start = ""] = /^(node node_modules\/.* > independent\.json) &$/m.exec(page) ?? [];
  const server = spawn("sh", ["-c", `exec ${start.replace(/--port \d+/, "--port 0")}`], { cwd });
  const target = join(cwd, "independent.json");
  await vi.waitUntil(() => existsSync(target) && readFileSync(target, "utf8").endsWith("\n"), { timeout: 60_000 });
  const { status, stdout } = wac("run", "--target", target, "--budget", "smoke", "--only", "tasks.create.title-max");
  server.kill();
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^conformant: 1 of 1 MUST proven/)]);
});

test("an unreachable target fails one test, which says why", () => {
  const code = `
    import { conformance } from "${NAME}/vitest";
    conformance({ target: { baseUrl: "http://127.0.0.1:9", apiKey: "k" }, budget: "smoke", only: ["tasks.create.*"] });`;
  const { status, stdout, stderr } = vitestOn("unreachable.test.js", code, "run");
  expect([status, stdout]).toEqual([1, expect.stringMatching(/Tests {2}1 failed \| \d+ skipped/)]);
  expect(stderr).toContain("127.0.0.1:9");
});
