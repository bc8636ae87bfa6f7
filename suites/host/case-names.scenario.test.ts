import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ctrf } from "../../reports/formats/ctrf.ts";
import { junit } from "../../reports/formats/junit.ts";
import type { Report } from "../../spec/report.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { completeTarget, loadTarget } from "../target/load.ts";
import { runChecksOrThrow } from "./run-checks.ts";

async function runOf(seed: number, mutants: readonly string[]): Promise<Report> {
  const fake = await createFake({ mutants });
  try {
    const target = completeTarget(fake.target, process.cwd());
    return await runChecksOrThrow(ordinaryRun(target, { budget: "smoke", seed }));
  } finally {
    await fake.close();
  }
}

const junitNames = (report: Report) =>
  [...junit(report).matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g)].map(
    ([, area, name]) => `${area} ${name}`,
  );
const ctrfNames = (report: Report) =>
  (JSON.parse(ctrf(report)) as { results: { tests: { name: string }[] } }).results.tests.map(({ name }) => name);

test("a case has the same name and is reported once, whether it passes, fails or cannot be judged", async () => {
  const mutants = [
    "loosen@create-task.body.title.maxLength",
    "allow@rules.tasks.filters.priority[priority=high,row.priority=urgent]",
  ];
  const conformant = await runOf(1, []);
  const nonconformant = await runOf(2, mutants);
  const { target } = loadTarget({ baseUrl: "http://127.0.0.1:1", apiKey: "key", env: {} });
  const unreachable = await runChecksOrThrow(ordinaryRun(target, { budget: "standard", seed: 3 }));
  expect([conformant, nonconformant, unreachable].map(({ exitCode }) => exitCode)).toEqual([0, 1, 2]);
  for (const names of [junitNames, ctrfNames]) {
    const expected = names(conformant);
    expect(expected.length).toBe(conformant.requirements.length + 1);
    expect(new Set(expected).size).toBe(expected.length);
    expect(names(nonconformant)).toEqual(expected);
    expect(names(unreachable)).toEqual(expected);
  }
});
