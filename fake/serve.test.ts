import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { serveFake } from "./serve.ts";
import type { Service } from "./service.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wac-serve-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const QUIET = { port: 0, host: "127.0.0.1", quiet: true };

test("writes the target file for its user alone", async () => {
  const targetFile = join(folder, "target.yaml");
  const fake = await serveFake({ ...QUIET, targetFile });
  await fake.close();
  expect(parse(readFileSync(targetFile, "utf8"))).toEqual(fake.target);
  expect(statSync(targetFile).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["target.yaml"]);
});

test.each(["::1", "[::1]"])("listens on the IPv6 address %s and announces a URL that works", async (host) => {
  const fake = await serveFake({ ...QUIET, host });
  try {
    expect(fake.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${fake.baseUrl}/_fake/`)).status).toBe(200);
  } finally {
    await fake.close();
  }
});

test("leaves nothing behind when the target file cannot be written: no key, no lock, nobody that listens", async () => {
  const targetFile = join(folder, "taken");
  mkdirSync(targetFile);
  let service: Service | undefined;
  const started = serveFake({
    ...QUIET,
    targetFile,
    snapshotFile: join(folder, "state.json"),
    extensions: [
      (given) => {
        service = given;
        return {};
      },
    ],
  });
  await expect(started).rejects.toMatchObject({ code: "FAKE-TARGET-FILE-UNWRITABLE" });
  expect(readdirSync(folder)).toEqual(["taken"]);
  expect(service?.origin).toMatch(/^http:/);
  await expect(fetch(String(service?.origin))).rejects.toThrow("fetch failed");
});

test("tells people where the console is, unless there is none", async () => {
  const printed: string[] = [];
  const options = { port: 0, host: "127.0.0.1", print: (text: string) => void printed.push(text) };
  const fake = await serveFake(options);
  await fake.close();
  await (await serveFake({ ...options, control: false })).close();
  expect(printed[0]).toContain(`  console         ${fake.baseUrl}/ in a browser\n`);
  expect(printed[1]).not.toContain("console");
});
