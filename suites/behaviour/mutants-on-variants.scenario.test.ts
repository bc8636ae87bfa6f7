import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";

const SLOW_INDEX = { "index-lag": "long" };

/** Mutants that were not detected on a variant of the reference, with the requirement that must fail and the variant. */
const MUTANTS_ON_VARIANTS = [
  ["compose@search-messages:/data/messages/*/content", "consistency.message-views", SLOW_INDEX],
  ["tabs-to-blanks@search-memories:/data/hits/*/content", "consistency.memory-views", SLOW_INDEX],
  ["lose-rows@search-messages:/data/messages[is=human]", "messages.search.finds", SLOW_INDEX],
  ["drop@rules.tasks.maySee/owned-assigned[beside=query]", "tasks.visibility.owned-assigned", SLOW_INDEX],
  [
    "lose-rows@recall:/data/hits[kind=preference,without=seed_id]",
    "recall.finds",
    { "confidence-default": "0.25", "low-confidence-status": "proposed" },
  ],
  [
    "assume@recall#filters/include_superseded[beside=seed_id]",
    "recall.filters.superseded-off",
    { "provenance-ids": "messages" },
  ],
] as const;

test.for(MUTANTS_ON_VARIANTS)("%s is detected on a variant", async ([mutant, requirement, variant]) => {
  const fake = await createFake({ mutants: [mutant], variant });
  try {
    const only = [requirement];
    const { requirements } = await runChecksOrThrow(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    expect(requirements.find(({ id }) => id === requirement)?.verdict).toBe("fail");
  } finally {
    await fake.close();
  }
});
