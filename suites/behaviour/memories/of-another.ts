import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { judging } from "../../verifiers/judging.ts";
import { expectMetadata } from "../../verifiers/kept-metadata.ts";
import { expectConfidence } from "../../verifiers/memory.ts";
import { defineCheck } from "../define-check.ts";
import { hiddenClaim, SURE } from "./hidden-claim.ts";

/** What the caller is given back others are as well: so it is of the one claim that another agent writes there. */
export function claimOfAnotherChecks(): Check[] {
  const shown = {
    name: "claims that another agent writes into an unreadable scope are returned as sent",
    operations: ["remember"],
    fixtures: ["unreadableScope", "otherAgent.apiKey"],
    shared: true,
  };
  return [
    defineCheck({ ...shown, requirement: "memories.remember.metadata" }, async (check) => {
      const { answer, metadata } = await orNotApplicable(() => hiddenClaim(check));
      check.asserted();
      judging([answer], () => expectMetadata(answer, metadata));
    }),
    defineCheck({ ...shown, requirement: "memories.remember.confidence" }, async (check) => {
      const { answer } = await orNotApplicable(() => hiddenClaim(check));
      check.asserted();
      judging([answer], () => expectConfidence(answer, SURE));
    }),
  ];
}
