import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { runInPlace } from "../host/in-place.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./options.ts";

const ONLY = ["tasks.block.only-the-task", "tasks.list.priority"];

/** What a run comes to of these requirements, on a fake that is so. */
async function verdictsOf(settings: Parameters<typeof createFake>[0]) {
  const fake = await createFake(settings);
  try {
    const report = await runInPlace(ordinaryRun(completeTarget(fake.target, process.cwd()), { only: ONLY }));
    const told = report.requirements.filter(({ id }) => ONLY.includes(id));
    return Object.fromEntries(
      told.map(({ id, verdict, reason }) => [id, reason === null ? verdict : `${verdict}: ${reason}`]),
    );
  } finally {
    await fake.close();
  }
}

test("what is expected of tasks proves nothing where the target sorts new ones by itself", async () => {
  const told = await verdictsOf({ variant: { "new-tasks": "a-rule-after-a-moment" } });
  for (const id of ONLY) expect(told[id]).toMatch(/^(inconclusive: the target changes tasks by itself|pass$)/);
  expect(Object.values(told).join()).toContain("the status came from triage to backlog of one that nobody touched");
});

test("a block that moves other tasks is no such rule", async () => {
  const told = await verdictsOf({ faults: ["block-blocks-namesakes"] });
  expect(told["tasks.block.only-the-task"]).toMatch(/^fail/);
});
