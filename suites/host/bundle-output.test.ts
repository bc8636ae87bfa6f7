import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeBundle } from "./bundle-output.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-bundle-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (fileName: string, text: string) => ({ fileName, text });
const inodeOf = (name: string) => statSync(join(folder, name)).ino;

test("leaves files that are there as they are, so that a run beside the build goes on with them", () => {
  const write = () => writeBundle(folder, [file("chunk-1.js", "shared")], [file("worker.js", "import './chunk-1.js'")]);
  write();
  const before = ["chunk-1.js", "worker.js"].map(inodeOf);
  write();
  expect(["chunk-1.js", "worker.js"].map(inodeOf)).toEqual(before);
});

test("replaces what has changed by a whole file, and removes what is no longer part of it", () => {
  writeFileSync(join(folder, "chunk-1.js"), "old");
  writeFileSync(join(folder, "worker.js"), "import './chunk-1.js'");
  const before = inodeOf("worker.js");
  writeBundle(folder, [file("chunk-2.js", "new")], [file("worker.js", "import './chunk-2.js'")]);
  expect(readdirSync(folder).sort()).toEqual(["chunk-2.js", "worker.js"]);
  expect([readFileSync(join(folder, "worker.js"), "utf8"), inodeOf("worker.js") === before]).toEqual([
    "import './chunk-2.js'",
    false,
  ]);
});
