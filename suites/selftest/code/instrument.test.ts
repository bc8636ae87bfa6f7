import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../../../spec/package-root.ts";
import { instrumented } from "./instrument.ts";
import { changeOf } from "./mutant.ts";
import { readOpenChanges } from "./open-changes.ts";

const { mutants } = await instrumented();

test("every mutant has an id of its own, and its code stands where the id says", () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  for (const { file, line, original } of mutants) {
    const lines = readFileSync(packageFile("suites", "selftest", "independent", file), "utf8").split("\n");
    expect(lines.slice(line - 1).join("\n")).toContain(original);
  }
});

test("what draws or fills a server is left alone", () => {
  const files = new Set(mutants.map(({ file }) => file));
  for (const name of ["choices.ts", "stock.ts", "noise.ts"]) expect(files).not.toContain(name);
  expect(files).toContain("tasks.ts");
});

test("every change that is judged to be open is one that a mutant makes, with a reason", () => {
  const changes = new Set(mutants.map(changeOf));
  for (const [change, reason] of readOpenChanges()) {
    expect(changes).toContain(change);
    expect(reason).toMatch(/\.$/);
  }
});
