import type { Check, CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { expectAbsent, inListing, list } from "./listing.ts";
import { forTasks } from "./requests.ts";
import { BLOCKED, type Scenario } from "./scenarios.ts";

const OPERATIONS = ["block-task", "create-task", "list-tasks"];
/**
 * Statuses that may reject a resource that does not exist or may not be seen, or a request that makes no sense. The
 * contract leaves open which one.
 */
export const ANY_REJECTION = [400, 403, 404, 409] as const;

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/** Checks of the effects of an accepted block. */
export function blockChecks(scenarios: ScenarioSource): Check[] {
  return [filteredAsBlocked(scenarios)];
}

/** The status filter must follow the block, even if it has an index of its own. */
function filteredAsBlocked(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.block.persists",
      name: "a blocked task is listed with the filter for blocked tasks only",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      const blocked = (await scenarios(check)).filter(({ steps }) => steps.at(-1)?.change === "block");
      await forTasks(
        check,
        blocked.map(({ task }) => task),
        async (task, testCase) => {
          const { id, word: text, requested } = task;
          const statusBefore =
            typeof requested.status === "string" && requested.status !== BLOCKED ? requested.status : null;
          await testCase.eventually(async () => {
            const found = inListing(await list(testCase, { status: BLOCKED, text }), id);
            expectThat(found !== undefined, {
              ...NOT_LISTED_AS_BLOCKED,
              expected: `the task ${id} with the filter for ${BLOCKED}`,
              actual: "not in the list",
            });
          });
          testCase.asserted();
          if (statusBefore === null) return;
          const why = "a blocked task must not be listed with the filter for the status that it had before";
          await testCase.eventually(async () =>
            expectAbsent(await list(testCase, { status: statusBefore, text }), task, why),
          );
        },
      );
    },
  );
}

const NOT_LISTED_AS_BLOCKED = {
  message: "a blocked task must be listed with the filter for blocked tasks",
  keyword: "missing",
} as const;
