import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { packageFile } from "../../spec/package-root.ts";

/** What `.ci/run` tells at its end of a step with this log. */
function told(log: string): string[] {
  const { status, stdout } = spawnSync("bash", [packageFile(".ci", "failures")], { input: log, encoding: "utf8" });
  expect(status).toBe(0);
  return stdout.trimEnd().split("\n");
}

test("names each test that failed, with the first line of its error, which several may share", () => {
  const log = `
 ✓ |tests| b.test.ts (3 tests) 12ms
\u001b[31m⎯⎯ Failed Tests 2 ⎯⎯\u001b[39m

\u001b[41m FAIL \u001b[49m |tests| a.test.ts > lists a task
 FAIL  |tests| a.test.ts > lists a memory
AssertionError: expected 1 to be 2
 ❯ a.test.ts:3:4

 FAIL  |tests| c.test.ts [ c.test.ts ]
Error: Cannot find module 'd'
`;
  expect(told(log)).toEqual([
    "|tests| a.test.ts > lists a task: AssertionError: expected 1 to be 2",
    "|tests| a.test.ts > lists a memory: AssertionError: expected 1 to be 2",
    "|tests| c.test.ts [ c.test.ts ]: Error: Cannot find module 'd'",
  ]);
});

test("names servers, scenarios and generators once each, cuts what is long, and says how many are left out", () => {
  const scenario = " FAIL  a.scenario.test.ts > one\nError: x\nfailed: a.scenario.test.ts > one: Error: x at y\n";
  const servers = Array.from({ length: 30 }, (_, index) => `failed: alarm ${index} (${"long-".repeat(90)})`);
  const lines = told(`${scenario}${servers.join("\n")}\n`);
  expect(lines.slice(0, 2)).toEqual(["a.scenario.test.ts > one: Error: x", expect.stringMatching(/^alarm 0 \(long-/)]);
  expect(lines).toHaveLength(26);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(300);
  expect(lines.at(-1)).toBe("… and 6 more");
  expect(told("1 passed\nfailed ogen v1.24.0 at compile (install 0.1 s)\n")).toEqual([
    "ogen v1.24.0 at compile (install 0.1 s)",
  ]);
});

test("tells the last lines of a log that names nothing", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  expect(told(`${lines.join("\n")}\n`)).toEqual(lines.slice(-15));
});
