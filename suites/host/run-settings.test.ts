import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperatorError } from "../../spec/operator-error.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import { BUDGETS, MAX_SEED } from "../engine/check/options.ts";
import { loadTarget } from "../target/load.ts";
import { type RunRequest, readRunRequest } from "./run-settings.ts";

const VALUE = { baseUrl: "http://127.0.0.1:9", apiKey: "key" };
const { target } = loadTarget({ value: VALUE, env: {} });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-settle-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program without types may ask for. */
async function rejection(request: object): Promise<OperatorError> {
  return await readRunRequest(request as RunRequest).then(
    () => Promise.reject(new Error("nothing was rejected")),
    (error: OperatorError) => error,
  );
}

test("fills in what is not said, and what is said to be undefined", async () => {
  const usual = { target, budget: "standard", seed: 1, only: [], strict: false, knownFailures: null };
  expect(await readRunRequest({ target })).toMatchObject(usual);
  const undefineds = { budget: undefined, seed: undefined, signal: undefined } as unknown as Partial<RunRequest>;
  expect(await readRunRequest({ target, ...undefineds })).toMatchObject(usual);
  expect(await readRunRequest({ target, only: ["tasks.*"], seed: 7 })).toMatchObject({ only: ["tasks.*"], seed: 7 });
});

test("the schema of a request knows the budgets and the seeds of the engine", () => {
  const { properties } = readSchema("run-request.schema.json");
  expect(properties).toMatchObject({ budget: { enum: Object.keys(BUDGETS) }, seed: { maximum: MAX_SEED } });
});

test("rejects a target that was not loaded, and says how to load it", async () => {
  for (const unloaded of [VALUE, undefined, "http://127.0.0.1:9", { ...VALUE, limits: {}, http: {} }]) {
    const { code, hint } = await rejection({ target: unloaded });
    expect([code, hint]).toEqual(["RUN-REQUEST-TARGET", expect.stringContaining("loadTarget({ value")]);
  }
});

test.each([
  [{ budget: "fast" }, "runConformance, budget", '"fast" is not valid: expected one of smoke, standard, thorough'],
  [{ bugdet: "smoke" }, "runConformance, bugdet", 'did you mean "budget"'],
  [{ seed: 1.5 }, "runConformance, seed", "a whole number"],
  [{ seed: -1 }, "runConformance, seed", "a number of at least 0"],
  [{ only: "tasks.*" }, "runConformance, only", "a list of ids and globs of requirements"],
  [{ strict: "yes" }, "runConformance, strict", "true or false"],
  [{ only: ["task.*"] }, "task.*", ""],
  [{ signal: "SIGINT" }, "signal", "an AbortSignal"],
  [{ onProgress: true }, "onProgress", "a function"],
])("rejects %j", async (more, place, expected) => {
  const { message } = await rejection({ target, ...more });
  expect(message).toContain(place);
  expect(message).toContain(expected);
});

test("reads the known failures that the target names, unless the request brings its own", async () => {
  const entry = "requirement: tasks.create.title-max, reason: fixed soon, owner: the team, expires: 2999-01-01";
  writeFileSync(join(folder, "k.yaml"), `knownFailures:\n  - { ${entry} }\n  - { ${entry.replace("max", "mix")} }\n`);
  const named = loadTarget({ value: { ...VALUE, knownFailures: "k.yaml" }, cwd: folder, env: {} }).target;
  const read = (await readRunRequest({ target: named })).knownFailures;
  expect(read?.entries.map(({ requirement }) => requirement)).toEqual(["tasks.create.title-max"]);
  expect(read?.problems.map(({ kind }) => kind)).toEqual(["unknown-requirement"]);
  expect((await readRunRequest({ target: named, knownFailures: null })).knownFailures).toBeNull();
  const lost = loadTarget({ value: { ...VALUE, knownFailures: "lost.yaml" }, cwd: folder, env: {} }).target;
  expect((await rejection({ target: lost })).message).toContain("lost.yaml");
});
