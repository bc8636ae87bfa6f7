import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBounded } from "./bounded-file.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-bounded-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("reads a file up to its bound, and says whether there is more", () => {
  const path = join(folder, "file");
  writeFileSync(path, "abcdef");
  expect(readBounded(path, 6)).toEqual({ bytes: Buffer.from("abcdef"), isCut: false, size: 6 });
  expect(readBounded(path, 4)).toEqual({ bytes: Buffer.from("abcd"), isCut: true, size: 6 });
});

describe.skipIf(process.platform === "win32")("what is not a file", () => {
  const pipe = (name: string): string => {
    const path = join(folder, name);
    execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
    return path;
  };

  test("a pipe to which nobody writes is reported instead of waited for", () => {
    expect(() => readBounded(pipe("silent"), 100)).toThrow("nobody writes to it");
  });

  test("a pipe is read to its end", async () => {
    const path = pipe("written");
    // Opened for reading too, so that the writer has opened its end before we do.
    const writer = spawn("sh", ["-c", 'exec 3<>"$0"; echo open; printf "a: 1" >&3; sleep 1', path]);
    await new Promise((resolve) => writer.stdout.once("data", resolve));
    expect(readBounded(path, 100).bytes.toString()).toBe("a: 1");
  });

  test("a device without an end is cut off, and a folder rejected", () => {
    expect(readBounded("/dev/zero", 1_000)).toMatchObject({ isCut: true, size: null });
    expect(() => readBounded(folder, 100)).toThrow("EISDIR");
  });
});
