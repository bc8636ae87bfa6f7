import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatsNamed } from "../../../reports/registry.ts";
import { clearFolder, prepareFolder } from "./outputs.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wac-outputs-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const formats = formatsNamed(["json", "html"]);

test("clears the folder of an earlier run's reports, and leaves all else", async () => {
  for (const name of ["report.json", "known-failures.new.yaml", "mine.txt"]) await writeFile(join(folder, name), "old");
  await clearFolder(folder, formats);
  expect(await readdir(folder)).toEqual(["mine.txt"]);
});

test("says before a run that a folder is in the way of a report", async () => {
  await mkdir(join(folder, "report.json"));
  await expect(clearFolder(folder, formats)).rejects.toMatchObject({
    code: "REPORT-FILE-UNWRITABLE",
    message: expect.stringContaining("report.json"),
  });
});

test.skipIf(!existsSync("/proc/self"))("says before a run that a folder cannot be written", async () => {
  await expect(prepareFolder("/proc/self")).rejects.toMatchObject({ code: "REPORT-FILE-UNWRITABLE" });
});
