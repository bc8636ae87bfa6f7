import { expect, test } from "vitest";
import { ordinaryRun } from "../engine/check/options.ts";
import { createIndependentServer } from "../selftest/independent/independent-server.ts";
import { completeTarget } from "../target/load.ts";
import { runChecksOrThrow } from "./run-checks.ts";

test("names that the target file does not know fail nothing, and are reported as a reason", async () => {
  const { target, close } = await createIndependentServer({ seed: 5 });
  const { parameters } = target.contract ?? {};
  const unnamed = {
    ...parameters,
    "list-tasks": { ...parameters?.["list-tasks"], channel: null },
    "search-memories": { ...parameters?.["search-memories"], tags: null },
  };
  try {
    const asked = completeTarget({ ...target, contract: { ...target.contract, parameters: unnamed } }, process.cwd());
    const report = await runChecksOrThrow(ordinaryRun(asked, { budget: "smoke" }));
    const failed = report.requirements.filter(({ level, verdict }) => level === "MUST" && verdict === "fail");
    expect(failed.map(({ id }) => id)).toEqual([]);
    const channel = report.requirements.find(({ id }) => id === "tasks.list.channel");
    expect(channel).toMatchObject({ verdict: "skip" });
    expect(channel?.reason).toMatch(/channel/u);
  } finally {
    await close();
  }
});
