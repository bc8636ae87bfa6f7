import { expect, test } from "vitest";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import { instrumented } from "./code/instrument.ts";
import { loadMutant } from "./code/load.ts";

const { mutants } = await instrumented();

// With seed 2 the independent server shows whole seconds: nothing lies between two memories that are created one right after the other.
test.each([
  ['typeof filter.from !== "number" || memory.created >= filter.from', "true", "memories.search.created-from"],
  ['typeof filter.to !== "number" || memory.created < filter.to', "true", "memories.search.created-to"],
  ["memory.created >= filter.from", "memory.created > filter.from", "memories.search.created-from-inclusive"],
  ["memory.created < filter.to", "memory.created <= filter.to", "memories.search.created-to-exclusive"],
])("%s as %s shows where a target tells whole seconds", async (original, replacement, breaks) => {
  const found = mutants.find((mutant) => mutant.original === original && mutant.replacement === replacement);
  if (found === undefined) throw new Error(`no mutant of the code turns ${original} into ${replacement}`);
  const { createIndependentServer } = await loadMutant(found.id);
  const { target, close } = await createIndependentServer({ seed: 2 });
  try {
    const patient = completeTarget({ ...target, consistency: { timeoutMs: 1500 } }, process.cwd());
    const settings = ordinaryRun(patient, { budget: "standard", seed: 2, only: [breaks], maxFailures: 1 });
    const { requirements } = await runChecksOrThrow(settings);
    expect(requirements.find(({ id }) => id === breaks)?.verdict).toBe("fail");
  } finally {
    await close();
  }
});
