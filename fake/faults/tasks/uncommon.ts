import type { Change } from "../../changes/change.ts";
import { bodyMember } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";

const BLOCK = ["block-task", "list-tasks"];

/** Faults that show where one seldom looks: at what a refusal leaves, beside the filter that nobody combines. */
export const uncommonTaskFaults: readonly Fault[] = [
  fault(
    "refused-block-blocks",
    "tasks.block.refused-without-effect",
    "a block with a reason of a wrong type is refused, and the task is blocked",
    BLOCK,
    () => blockingAnyway((call) => typeof bodyMember(call, "reason") === "object"),
  ),
  fault(
    "refused-block-of-others-blocks",
    "tasks.block.refused-without-effect",
    "a task is blocked before it is seen that the caller may not",
    BLOCK,
    () => blockingAnyway((call) => typeof bodyMember(call, "reason") === "string"),
  ),
];

/** Blocks the task that a refused call names. */
function blockingAnyway(concerned: (call: Call) => boolean): Change {
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "block-task" || ![400, 403].includes(reply.status) || !concerned(call)) return reply;
      const tasks = ownKey(call)?.workspace.tasks;
      const stored = tasks?.get(String(bodyMember(call, "taskId")));
      if (stored !== undefined) tasks?.change(stored, { status: "blocked" });
      return reply;
    },
  };
}
