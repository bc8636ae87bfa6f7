import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readKnownMisses } from "./known-misses.ts";

function listOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "wac-misses-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "known-misses.yaml");
  writeFileSync(path, text);
  return readKnownMisses(path);
}

test("the list of the repository can be read: each entry is a fault that there is, with a reason", () => {
  expect(readKnownMisses().size).toBeGreaterThanOrEqual(0);
});

test("reads names with reasons; no file is an empty list", () => {
  expect([...listOf("fake:list-priority-at-least: nobody looks\n")]).toEqual([
    ["fake:list-priority-at-least", "nobody looks"],
  ]);
  expect(readKnownMisses("/nowhere/known-misses.yaml").size).toBe(0);
});

test.each([
  ["fake:no-such-fault: why\n", "there is no fault"],
  ["fake:list-priority-at-least:\n", "has no reason"],
  ["- a\n", "no map"],
])("refuses %j", (text, why) => {
  expect(() => listOf(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(why) }));
});
