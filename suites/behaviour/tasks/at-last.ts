import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { expectNotAssigned } from "./kept.ts";
import { type Sighting, sight } from "./listing.ts";
import { BLOCKED, type Scenario } from "./scenarios.ts";

type Stories = (check: CheckContext) => Promise<readonly Scenario[]>;

/** What is undone in time, as a lock or a cache that passes, is done all the same: it shows again at the end of the run. */
export function atLastChecks(scenarios: Stories): Check[] {
  return [
    still(
      "tasks.block.persists",
      "a task that was blocked is still blocked much later",
      scenarios,
      ({ steps }) => steps.at(-1)?.done === "block",
      ({ exchange, pointer }) =>
        expectEqual(exchange, `${pointer}/status`, BLOCKED, "a blocked task must be blocked much later, too"),
    ),
    still(
      "tasks.release.persists",
      "a task that was released is still without the caller much later",
      scenarios,
      ({ steps }) => steps.some(({ done }) => done === "release"),
      ({ exchange, pointer }, { self }) =>
        expectNotAssigned(exchange, pointer, self, "a released task must be without the caller much later, too"),
    ),
  ];
}

/** Tasks that are looked at: what passes for one passes for others. */
const FEW = 3;

function still(
  requirement: string,
  name: string,
  scenarios: Stories,
  isMeant: (scenario: Scenario) => boolean,
  judge: (seen: Sighting, scenario: Scenario) => void,
): Check {
  return defineCheck(
    { requirement, name, operations: ["block-task", "release-task", "list-tasks"], late: true },
    async (check) => {
      const meant = (await orNotApplicable(() => scenarios(check))).filter(isMeant).slice(0, FEW);
      if (meant.length === 0) throw new NotApplicable("nothing of the kind was done to a task");
      const look = (scenario: Scenario, one: CaseContext) =>
        one.eventually(async () => {
          judge(await sight(one, scenario.task, "a task that was changed must be listed much later, too"), scenario);
          one.asserted();
        });
      await check.forEach(meant, look, { describe: ({ task }) => task.asked });
    },
  );
}
