import { chmod, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OperatorError } from "../spec/operator-error.ts";
import { DEFAULT_FORMATS, FORMATS, formatsNamed } from "./registry.ts";
import { SAMPLES } from "./samples/index.ts";
import { conformant, nonconformant } from "./samples/runs.ts";
import { makeFolders, writeFileAtomic, writeReports } from "./write.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wac-reports-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: unknown) => (error instanceof OperatorError ? error.code : String(error)),
  );

test("writes every format into a folder that it makes, and leaves nothing else there", async () => {
  const out = join(folder, "a", "b");
  const written = await writeReports(conformant(), out, FORMATS);
  expect(written.map((each) => each.path)).toEqual(FORMATS.map((each) => join(out, each.file)));
  expect((await readdir(out)).sort()).toEqual(FORMATS.map((each) => each.file).sort());
});

test("replaces the files of an earlier run", async () => {
  await writeFile(join(folder, "report.json"), "old");
  await writeReports(conformant(), folder, formatsNamed(["json"]));
  expect(JSON.parse(await readFile(join(folder, "report.json"), "utf8")).verdict).toBe("conformant");
});

test("writes where file handles cannot sync, as under Yarn's Plug'n'Play", async () => {
  const handle = await open(join(folder, "any"), "w");
  const prototype = Object.getPrototypeOf(handle) as { sync: () => Promise<void> };
  const { sync } = prototype;
  prototype.sync = () => Promise.reject(new Error("Method not implemented."));
  try {
    await writeFileAtomic(join(folder, "report.json"), "{}");
  } finally {
    prototype.sync = sync;
    await handle.close();
  }
  expect(await readFile(join(folder, "report.json"), "utf8")).toBe("{}");
});

test("rejects a folder that is a file", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  expect(await codeOf(writeReports(conformant(), file, FORMATS))).toBe("REPORT-FOLDER-UNWRITABLE");
});

test.skipIf(process.platform !== "linux")("rejects a folder that its file system does not take", async () => {
  expect(await codeOf(writeReports(conformant(), "/proc/wac/report", FORMATS))).toBe("REPORT-FOLDER-UNWRITABLE");
});

test("makes a folder once, whoever else does so at the same time", async () => {
  const out = join(folder, "a", "b", "c");
  await Promise.all([makeFolders(out), makeFolders(out), makeFolders(join(folder, "a"))]);
  await makeFolders(out);
  expect(await readdir(join(folder, "a", "b"))).toEqual(["c"]);
});

test("keeps the old file and no rest of the new one when writing fails", async () => {
  await writeFileAtomic(join(folder, "kept.txt"), "old");
  const asFolder = join(folder, "kept.txt", "below");
  expect(await codeOf(writeFileAtomic(asFolder, "new"))).toBe("REPORT-FILE-UNWRITABLE");
  expect(await codeOf(writeFileAtomic(folder, "new"))).toBe("REPORT-FILE-UNWRITABLE");
  expect(await readdir(folder)).toEqual(["kept.txt"]);
  expect(await readFile(join(folder, "kept.txt"), "utf8")).toBe("old");
});

test.skipIf(process.getuid?.() === 0)("tells of a folder that may not be written", async () => {
  await chmod(folder, 0o500);
  expect(await codeOf(writeReports(conformant(), folder, FORMATS))).toBe("REPORT-FILE-UNWRITABLE");
  await chmod(folder, 0o700);
});

test("names the formats that there are when one is unknown", () => {
  expect(() => formatsNamed(["json", "yaml"])).toThrow('no report format is called "yaml"');
  expect(formatsNamed(["junit", "json", "junit"]).map((each) => each.name)).toEqual(["junit", "json"]);
});

test("has each default format, and no two formats of one name or file", () => {
  expect(formatsNamed(DEFAULT_FORMATS)).toHaveLength(DEFAULT_FORMATS.length);
  expect(new Set(FORMATS.map((each) => each.name)).size).toBe(FORMATS.length);
  expect(new Set(FORMATS.map((each) => each.file)).size).toBe(FORMATS.length);
});

test.each(FORMATS)("$name: renders every sample, the same each time, headline early", ({ render }) => {
  for (const make of Object.values(SAMPLES)) {
    const text = render(make());
    expect(text).toBe(render(make()));
    expect(text.endsWith("\n")).toBe(true);
    expect(Buffer.from(text, "utf8").toString("utf8")).toBe(text);
  }
  expect(render(conformant()).slice(0, 400)).toMatch(/conformant: 2 of 2/u);
  expect(render(nonconformant())).toMatch(/gate failed: 1 MUST failed|"result": "failed"/u);
});
