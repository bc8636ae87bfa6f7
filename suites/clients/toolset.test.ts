import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ogen } from "./generators/ogen.ts";
import { missingCommand } from "./toolset.ts";
import { tryGenerator } from "./trial.ts";

test("a probe names the first command that the machine does not have", async () => {
  const there = [process.execPath, "--version"] as const;
  expect(await missingCommand({ probes: [there] })).toBeNull();
  expect(await missingCommand({ probes: [there, ["wac-no-such-command", "--version"]] })).toBe("wac-no-such-command");
});

test("a command that is there but fails counts as missing", async () => {
  expect(await missingCommand({ probes: [[process.execPath, "--no-such-option"]] })).toBe(process.execPath);
});

test("a generator whose language is missing is skipped by name, and nothing of it runs", async () => {
  const fake = await createFake();
  const tools = { ...ogen.tools, probes: [["wac-no-such-command"]] as const };
  const trial = await tryGenerator({ ...ogen, tools }, { cache: "/none", fake });
  await fake.close();
  expect(trial).toMatchObject({
    generator: { name: "ogen" },
    times: {},
    result: { kind: "skipped", reason: "wac-no-such-command is not on this machine" },
  });
});
