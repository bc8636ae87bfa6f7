import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startFake } from "../testing.ts";
import { lockFile } from "./lock.ts";

vi.mock(import("node:fs"), async (load) => {
  const fs = await load();
  const spied = { writeFileSync: vi.fn(fs.writeFileSync), renameSync: vi.fn(fs.renameSync) };
  return { ...fs, ...spied, default: { ...fs.default, ...spied } };
});

const folder = mkdtempSync(join(tmpdir(), "wac-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `${files++}.json`);

test("rejects a second fake with the same file, and says who has it and what to do", async () => {
  const snapshotFile = newFile();
  const first = await startFake({ snapshotFile });
  await expect(startFake({ snapshotFile })).rejects.toMatchObject({
    code: "SNAPSHOT-IN-USE",
    message: expect.stringContaining(`the process ${process.pid}`),
    hint: expect.stringContaining(`${snapshotFile}.lock`),
  });
  await first.close();
  expect(existsSync(`${snapshotFile}.lock`)).toBe(false);
  await startFake({ snapshotFile });
});

test("lets go of the file when the fake does not start", async () => {
  const snapshotFile = newFile();
  writeFileSync(snapshotFile, "{}");
  await expect(startFake({ snapshotFile })).rejects.toMatchObject({ code: "SNAPSHOT-UNKNOWN" });
  expect(existsSync(`${snapshotFile}.lock`)).toBe(false);
  const taken = await startFake();
  const port = Number(new URL(taken.baseUrl).port);
  const fresh = newFile();
  await expect(startFake({ snapshotFile: fresh, port })).rejects.toMatchObject({ code: "FAKE-PORT-TAKEN" });
  expect(existsSync(`${fresh}.lock`)).toBe(false);
});

/** The lock that this process makes, with changes. */
function lockOf(path: string, changes: object): string {
  const letGo = lockFile(path);
  const own = JSON.parse(readFileSync(`${path}.lock`, "utf8"));
  letGo();
  return JSON.stringify({ ...own, process: "another", ...changes });
}

const gone = () => spawnSync(process.execPath, ["-e", ""]).pid;

test.each([
  ["a process that is gone", () => ({ pid: gone() })],
  ["an earlier process of the same number as this one", () => ({})],
  ["an earlier process of a number that was given again", () => ({ pid: process.ppid, began: "1" })],
])("takes over the lock of %s", (_name, changes) => {
  const path = newFile();
  // Only Linux tells when a process began.
  const facts = changes();
  if ("began" in facts && process.platform !== "linux") return;
  writeFileSync(`${path}.lock`, lockOf(path, facts));
  const letGo = lockFile(path);
  expect(JSON.parse(readFileSync(`${path}.lock`, "utf8")).pid).toBe(process.pid);
  letGo();
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test.each([
  ["a process that runs", () => ({ pid: process.ppid, began: null })],
  ["another machine", () => ({ pid: gone(), host: `not-${hostname()}` })],
])("leaves the lock of %s alone", (_name, changes) => {
  const path = newFile();
  const text = lockOf(path, changes());
  writeFileSync(`${path}.lock`, text);
  expect(() => lockFile(path)).toThrow(expect.objectContaining({ code: "SNAPSHOT-IN-USE" }));
  expect(readFileSync(`${path}.lock`, "utf8")).toBe(text);
});

test("leaves no lock that could not be written", async () => {
  const path = newFile();
  const full = () => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  vi.mocked(writeFileSync).mockImplementationOnce(full);
  expect(() => lockFile(path)).toThrow(expect.objectContaining({ code: "SNAPSHOT-UNWRITABLE" }));
  expect(existsSync(`${path}.lock`)).toBe(false);
  lockFile(path)();
});

test("takes over a lock that has stayed empty, and leaves one alone that is just being written", () => {
  const path = newFile();
  writeFileSync(`${path}.lock`, "");
  expect(() => lockFile(path)).toThrow(/in use by another process/);
  const before = Date.now() / 1000 - 60;
  utimesSync(`${path}.lock`, before, before);
  lockFile(path)();
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("takes no lock away that was created after it had looked", async () => {
  const { renameSync: rename } = await vi.importActual<typeof import("node:fs")>("node:fs");
  const path = newFile();
  const lock = `${path}.lock`;
  const running = { pid: process.ppid, began: null };
  writeFileSync(lock, lockOf(path, { pid: gone() }));
  const [second, third] = [
    lockOf(newFile(), { ...running, process: "2" }),
    lockOf(newFile(), { ...running, process: "3" }),
  ];
  vi.mocked(renameSync).mockImplementationOnce((from, to) => {
    writeFileSync(from, second);
    rename(from, to);
    writeFileSync(from, third);
  });
  expect(() => lockFile(path)).toThrow(new RegExp(`in use by the process ${process.ppid}`));
  expect(readFileSync(lock, "utf8")).toBe(third);
  expect(readdirSync(folder).filter((name) => name.startsWith(`${basename(lock)}.`))).toEqual([]);
});

test("leaves alone what is not a lock of a fake", () => {
  const path = newFile();
  writeFileSync(`${path}.lock`, "mine");
  expect(() => lockFile(path)).toThrow(/in use by another process/);
  expect(readFileSync(`${path}.lock`, "utf8")).toBe("mine");
});
