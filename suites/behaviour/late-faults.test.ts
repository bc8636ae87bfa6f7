import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/options.ts";
import { runInPlace } from "../host/in-place.ts";
import { completeTarget } from "../target/load.ts";

/** Faults of what a search shows, which is looked at once and no more where it finds at once. */
const FAULTS = [
  ["found-content-composed", "consistency.message-views"],
  ["searched-content-without-tabs", "consistency.memory-views"],
  ["owned-assigned-hidden-beside-text", "tasks.visibility.owned-assigned"],
] as const;

test.for(FAULTS)("%s is caught where indexes lag, too", { timeout: 60_000 }, async ([fault, requirement]) => {
  const fake = await createFake({ faults: [fault], variant: { "index-lag": "short" } });
  try {
    const only = [requirement];
    const { requirements } = await runInPlace(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    expect(requirements.find(({ id }) => id === requirement)?.verdict).toBe("fail");
  } finally {
    await fake.close();
  }
});
