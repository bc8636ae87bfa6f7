import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { createFake } from "../../../fake/index.ts";
import { parseReport } from "../../../reports/read.ts";
import { packageFile } from "../../../spec/package-root.ts";
import { wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000 });

test("the recipe for the fake makes tokens and a plan of three tasks, which a run uses, and removes the plan", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "wac-recipe-"));
  const fake = await createFake();
  try {
    const page = readFileSync(packageFile("suites", "target", "README.md"), "utf8");
    const recipe = page.slice(page.indexOf("## The fake"));
    for (const [, name = "", text = ""] of recipe.matchAll(/```js\n\/\/ (\S+\.mjs)\n([\s\S]*?)```/g)) {
      writeFileSync(join(cwd, name), text);
    }
    const commands = parse(/```yaml\n([\s\S]*?)```/.exec(recipe)?.[1] ?? "") as object;
    const { challengeTokens: _, smallPlan: __, ...fixtures } = fake.fixtures;
    writeFileSync(join(cwd, "t.json"), JSON.stringify({ ...fake.target, fixtures, ...commands }));
    const before = fake.control.workspaces().length;
    const only = ["connection.fresh-token", "tasks.plan.counts"];
    const { status, stderr } = await wac(["run", "--target", "t.json", "--only", ...only, "--seed", "1"], { cwd });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("warning")]);
    const report = parseReport(readFileSync(join(cwd, "wac-report", "report.json"), "utf8"), "report.json");
    const tried = report.requirements
      .filter(({ id }) => only.includes(id))
      .map(({ id, verdict }) => `${id} ${verdict}`);
    expect(tried.sort()).toEqual(only.map((id) => `${id} pass`).sort());
    expect(fake.control.workspaces()).toHaveLength(before);
  } finally {
    await fake.close();
    rmSync(cwd, { recursive: true, force: true });
  }
});
