import { ifPossible } from "../../engine/attempt.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { expectEqual, needAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";
import { needSoon } from "../soon.ts";
import { needListed, sight } from "./listing.ts";
import { blockTask, type MadeTask, makeTask } from "./requests.ts";
import { BLOCKED } from "./stories.ts";

const OPERATIONS = ["block-task", "create-task", "list-tasks"];

/** Neither what lies below a blocked task nor what lies above it is blocked with it. */
export function leavesFamily(): Check {
  return defineCheck(
    {
      requirement: "tasks.block.only-the-task",
      name: "sub-tasks and parents keep their status",
      operations: OPERATIONS,
    },
    async (check) => {
      const statuses = wordsOf(fieldSchema(check.world.document, "create-task", "status"), "the initial status");
      const status = statuses.find((one) => one === "in_progress") ?? statuses.find((one) => one !== BLOCKED) ?? "";
      const top = await makeTask(check, "top", { status });
      const middle = await makeTask(check, "middle", { status, parentTaskId: top.id });
      const bottom = await makeBelow(check, middle.id, status);
      needAccepted(await blockTask(check, middle.id, "Waiting between two others"), "tasks.block.succeeds");
      await needSoon(check, "tasks.block.persists", async () => {
        const { exchange, pointer } = await sight(check, middle, "the blocked task is not listed");
        expectEqual(exchange, `${pointer}/status`, BLOCKED, "the block is not listed");
      });
      for (const other of [top, ...bottom]) {
        const { exchange, pointer } = await needListed(check, other);
        check.witnessed();
        const why = "a task must keep its status while its parent or its sub-task is blocked";
        expectEqual(exchange, `${pointer}/status`, status, why);
      }
    },
  );
}

/** A task below a sub-task; none where the target has no third level, which is not stated. */
async function makeBelow(check: CheckContext, parentTaskId: string, status: string): Promise<MadeTask[]> {
  const bottom = await ifPossible(() => makeTask(check, "bottom", { status, parentTaskId }));
  return bottom ? [bottom] : [];
}
