import { expect, test } from "vitest";
import { aimedMutantTrials } from "./plan.ts";

test("all mistakes in the ids of named mutants are reported at once", async () => {
  const ids = ["dorp@list-tasks:/data/*/title", "drop@list-taks:/data/*/title"];
  await expect(aimedMutantTrials(ids, "smoke", 1)).rejects.toThrow(/dorp[\s\S]*list-taks/);
});
