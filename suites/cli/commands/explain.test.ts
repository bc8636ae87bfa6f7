import { expect, test, vi } from "vitest";
import { wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

test("says statement, clause, constraints, checks and mutants of a requirement", async () => {
  const { status, stdout } = await wac(["explain", "tasks.create.title-max"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^MUST {2}tasks\.create\.title-max\n/);
  expect(stdout).toContain("create-task.body.title.maxLength: 500");
  expect(stdout).toContain("an invalid create-task is rejected");
  expect(stdout).toContain("loosen@create-task.body.title.maxLength");
  expect(stdout).toContain(" run --only tasks.create.title-max");
});

test("says question and reference of an open point", async () => {
  const { stdout } = await wac(["explain", "recall.default-limit"]);
  expect(stdout).toMatch(/^open {3}recall\.default-limit\n[\s\S]*The fake\n/);
});

test("prints JSON", async () => {
  const { stdout } = await wac(["explain", "tasks.create.title-max", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ requirement: { level: "MUST" }, constraints: expect.any(Array) });
});

test("names the nearest id", async () => {
  const { status, stderr } = await wac(["explain", "tasks.create.title-mxa"]);
  expect(status).toBe(2);
  expect(stderr).toContain('Did you mean "tasks.create.title-max"?');
});
