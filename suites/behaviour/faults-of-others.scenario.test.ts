import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";

const LATE = { "index-lag": "long" };

/** Faults that have passed on a correct server other than the reference, once they were planted there: its choices. */
const FAULTS = [
  ["compose@search-messages:/data/messages/*/content", "consistency.message-views", LATE],
  ["tabs-to-blanks@search-memories:/data/hits/*/content", "consistency.memory-views", LATE],
  ["lose-rows@search-messages:/data/messages[is=human]", "messages.search.finds", LATE],
  ["drop@rules.tasks.maySee/owned-assigned[beside=query]", "tasks.visibility.owned-assigned", LATE],
  [
    "lose-rows@recall:/data/hits[kind=preference,without=seed_id]",
    "recall.finds",
    { "confidence-default": "0.25", "unsure-memories": "proposed" },
  ],
  [
    "assume@recall#filters/include_superseded[beside=seed_id]",
    "recall.filters.superseded-off",
    { "provenance-ids": "messages" },
  ],
] as const;

test.for(FAULTS)("%s is caught on another server, too", async ([fault, requirement, variant]) => {
  const fake = await createFake({ mutants: [fault], variant });
  try {
    const only = [requirement];
    const { requirements } = await runChecksOrThrow(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    expect(requirements.find(({ id }) => id === requirement)?.verdict).toBe("fail");
  } finally {
    await fake.close();
  }
});
