import type { CheckContext } from "../../engine/check/check.ts";
import { memoriesOf } from "../known-resources.ts";
import { ABSENT, levelOfFixture, REPETITIONS, type Table } from "../table.ts";
import { scopeLevels } from "./fixtures.ts";

/** The context of the caller, repeatedly during the run. */
export function bootstrapContext(check: CheckContext): Table {
  const { context } = check;
  const identity = { member: "agent_identity_id", path: "agent.identityId" };
  return {
    operation: "bootstrap-context",
    resourceOperations: ["remember"],
    resources: () => memoriesOf(check),
    factors: [
      { name: "agent", levels: [levelOfFixture("the caller", identity, context.target.fixtures.agent?.identityId)] },
      { name: "scope_id", levels: [ABSENT, ...scopeLevels(context, "scope_id")] },
      REPETITIONS,
    ],
    isRepeated: true,
    interval: 3,
  };
}
