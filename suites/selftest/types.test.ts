import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { loadDocument } from "../../spec/document/document.ts";
import { packageFile } from "../../spec/package-root.ts";
import { ended } from "../cli/testing/wac.ts";
import { compileSources } from "./testing/compile.ts";
import { typesOf } from "./testing/types.ts";

const client = readFileSync(packageFile("suites", "selftest", "testing", "client.txt"), "utf8");

let types = "";

beforeAll(async () => {
  types = await typesOf(await loadDocument());
});

/** Compiles the client against the types; what came of it is gone when the test ends. */
function compileClient(source: string) {
  const compiled = compileSources({ "api.ts": types, "client.ts": source });
  onTestFinished(() => rmSync(compiled.folder, { recursive: true }));
  return compiled;
}

test("a client compiles against types made from the document, and works on the fake", async () => {
  const { folder, complaints } = compileClient(client);
  expect(complaints).toBe("");
  const fake = await createFake();
  const args = [join(folder, "client.js"), fake.baseUrl, fake.apiKey, JSON.stringify(fake.fixtures)];
  const { stdout, stderr } = await ended(spawn(process.execPath, args));
  await fake.close();
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ blocked: true, uploaded: true, read: true, recalled: true, listed: true });
});

test.each([
  ["a priority that there is not", 'priority: "high"', 'priority: "highest"', "highest"],
  ["a missing title", 'title: "Restore the nightly backup",', "", "title"],
  ["a name that the body has not", 'reason: "The disk is full"', 'because: "The disk is full"', "because"],
  ["a count as text", "limit: 5", 'limit: "5"', "number"],
  ["a field that a task has not", "blocked.status", "blocked.state.name", "state"],
])("the types refuse %s", (_, right, wrong, word) => {
  const { complaints } = compileClient(client.replace(right, wrong));
  expect(complaints).toMatch(/^client\.ts\(\d+,\d+\): error/);
  expect(complaints).toContain(word);
});
