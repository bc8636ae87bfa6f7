import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { tool } from "../../spec/tool.ts";
import { ended, MAIN, startWac, wac, wacHere } from "./testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

test("shows the commands, on standard error and with status 2 when none was named", async () => {
  const asked = await wac(["--help"]);
  expect([asked.status, asked.stderr]).toEqual([0, ""]);
  expect(asked.stdout).toContain("diff");
  const bare = await wac([]);
  expect([bare.status, bare.stdout]).toEqual([2, ""]);
  expect(bare.stderr).toMatch(/Usage: .*wac.* COMMAND/);
});

test("tells its version", async () => {
  expect((await wac(["--version"])).stdout).toBe(`${tool.version}\n`);
});

test("names the nearest command and the nearest option, with code and hint, and exits 2", async () => {
  const command = await wac(["dif"]);
  expect([command.status, command.stdout]).toEqual([2, ""]);
  expect(command.stderr).toMatch(/^CLI-COMMAND-UNKNOWN: .*Did you mean "diff"\?\n {2}hint: /);
  const option = await wac(["diff", "a", "b", "--fromat", "json"]);
  expect(option.stderr).toMatch(/^CLI-OPTION-UNKNOWN: .*Did you mean "--format"\?/);
});

test("gives every command a page with examples, by --help and by help", async () => {
  const { COMMANDS } = await import("./commands/index.ts");
  for (const { name } of COMMANDS) {
    const [page, same] = await Promise.all([wacHere([name, "--help"]), wacHere(["help", name])]);
    expect(page.status).toBe(0);
    expect(page.stdout).toContain("Examples:");
    expect(same.stdout).toBe(page.stdout);
  }
});

test("writes no colour to a pipe", async () => {
  expect((await wac(["--help"])).stdout).not.toContain("\u001b[");
});

test("ends well when its reader has gone", async () => {
  const child = startWac(["help", "errors"]);
  child.stdout.destroy();
  expect((await ended(child)).stderr).toBe("");
});

test.skipIf(!existsSync("/dev/full"))("says that its output is lost, and does not look like a success", async () => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, [MAIN, "--version"], { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  expect([status, String(stderr)]).toEqual([2, expect.stringMatching(/^OUTPUT-UNWRITABLE: .*\n {2}cause: ENOSPC/)]);
});
