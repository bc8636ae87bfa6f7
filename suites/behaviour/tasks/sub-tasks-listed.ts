import type { CallOptions, Check, CheckContext } from "../../engine/check/check.ts";
import { accepted, requested } from "../../knowledge/exchanges.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { list } from "./listing.ts";

/**
 * A listing without filters also has sub-tasks. Judged for an agent with so few tasks that all fit into one response.
 */
export function subTasksListed(): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.created",
      name: "sub-tasks that an agent created are listed for it without a filter",
      operations: ["list-tasks", "create-task"],
      runsLate: true,
      writes: false,
    },
    async (check) => {
      const { otherAgent, otherWorkspace, smallPlan } = check.context.target.fixtures;
      const keys = [otherAgent, otherWorkspace, smallPlan].flatMap((one) => one?.apiKey ?? []);
      let judged = 0;
      for (const options of [{}, ...keys.map((apiKey) => ({ apiKey }))])
        judged += await expectSubTasksListed(check, options);
      if (judged === 0) throw new NotApplicable("no agent has sub-tasks and few enough tasks for one response");
    },
  );
}

async function expectSubTasksListed(check: CheckContext, options: CallOptions): Promise<number> {
  const creations = accepted(check, "create-task").filter(
    (creation) =>
      requested(creation, "parentTaskId") !== undefined &&
      (options.apiKey === undefined ? creation.isOwn : creation.otherKey === options.apiKey),
  );
  if (creations.length === 0) return 0;
  return check.eventually(async () => {
    const { exchange, ids, isFull } = await list(check, {}, options);
    // An empty listing proves nothing: the plan or key may be closed by now.
    if (isFull || ids.length === 0) return 0;
    for (const { exchange: making } of creations) {
      const id = valueAt(making, "/data/id");
      check.asserted();
      withEvidence([making, exchange], () =>
        expectThat(
          ids.some((one) => one === id),
          {
            message: "a sub-task must be listed for the agent that created it",
            expected: `the task ${id} in the listing`,
            actual: `${ids.length} tasks without it`,
            pointer: "/data",
            keyword: "missing",
          },
        ),
      );
    }
    return creations.length;
  });
}
