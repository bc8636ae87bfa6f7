import { expect, test } from "vitest";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import { createIndependentServer } from "./independent/independent-server.ts";

// With seed 1 the independent server starts tasks in triage, and blocks none from there.
test("a server that blocks no task from its default status shows tasks that the caller commented on", async () => {
  const { target, close } = await createIndependentServer({ seed: 1 });
  try {
    const { commented: _, ...tasks } = target.fixtures?.tasks ?? {};
    const given = completeTarget({ ...target, fixtures: { ...target.fixtures, tasks } }, process.cwd());
    const report = await runChecksOrThrow(
      ordinaryRun(given, { budget: "smoke", only: ["tasks.visibility.commented"] }),
    );
    const checks = report.requirements.flatMap((requirement) => requirement.checks);
    const made = checks.find(({ name }) => name.endsWith("blocked and released is listed"));
    expect([made?.verdict, made?.reason]).toEqual(["pass", null]);
    // Another check waits for the fixture: a gap that acceptSkips can name.
    expect(report.requirements.map(({ verdict }) => verdict)).toEqual(["skip"]);
  } finally {
    await close();
  }
}, 60_000);
