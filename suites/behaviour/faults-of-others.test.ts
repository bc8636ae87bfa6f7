import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runInPlace } from "../host/in-place.ts";
import { completeTarget } from "../target/load.ts";

const LATE = { "index-lag": "long" };

/** Faults that have passed on a correct server other than the reference, once they were planted there: its choices. */
const FAULTS = [
  ["found-content-composed", "consistency.message-views", LATE],
  ["searched-content-without-tabs", "consistency.memory-views", LATE],
  ["lose-rows@search-messages:/data/messages[is=human]", "messages.search.finds", LATE],
  ["owned-assigned-hidden-beside-text", "tasks.visibility.owned-assigned", LATE],
  ["recall-preferences-lost", "recall.finds", { "confidence-default": "0.25", "unsure-memories": "proposed" }],
  ["recall-superseded-in-walks", "recall.filters.superseded-off", { "provenance-ids": "messages" }],
] as const;

test.for(FAULTS)("%s is caught on another server, too", { timeout: 60_000 }, async ([fault, requirement, variant]) => {
  const fake = await createFake({ [fault.includes("@") ? "mutants" : "faults"]: [fault], variant });
  try {
    const only = [requirement];
    const { requirements } = await runInPlace(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    expect(requirements.find(({ id }) => id === requirement)?.verdict).toBe("fail");
  } finally {
    await fake.close();
  }
});
