import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { runInPlace } from "../host/in-place.ts";
import { createJudge } from "../selftest/judge/judge.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./options.ts";

/** Draws names of its own for query parameters, and refuses those that it does not know. */
const OTHER_NAMES = 5;

test("names that the contract leaves open, and a target does not know, are no failure", async () => {
  const judge = await createJudge({ seed: OTHER_NAMES });
  try {
    const { baseUrl, apiKey } = judge.target;
    const settings = ordinaryRun(completeTarget({ baseUrl, apiKey }, process.cwd()), { budget: "smoke" });
    const { requirements } = await runInPlace(settings);
    expect(requirements.filter(({ verdict }) => verdict === "fail").map(({ id }) => id)).toEqual([]);
    const doubted = requirements.filter(({ reason }) => reason?.includes("contract.parameters.list-tasks.limit"));
    expect(doubted.map(({ verdict }) => verdict)).toContain("inconclusive");
  } finally {
    await judge.close();
  }
});

test("the refusal of a name that a target knows stands", async () => {
  const fake = await createFake({ faults: ["list-with-filter-refused"] });
  try {
    const { contract: _none, ...target } = fake.target;
    const settings = ordinaryRun(completeTarget(target, process.cwd()), { only: ["tasks.list.succeeds"] });
    expect((await runInPlace(settings)).requirements[0]?.verdict).toBe("fail");
  } finally {
    await fake.close();
  }
});
