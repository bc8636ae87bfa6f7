import { type Change, together } from "../../changes/change.ts";
import { bodyMember, onFailure, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import { changeTask } from "../../features/tasks/logic.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Call } from "../../http/call.ts";
import { referenceRules } from "../../reference-rules.ts";
import { type Fault, fault } from "../fault.ts";
import { breakingOver } from "../tools.ts";
import { storedTaskOf } from "./named-task.ts";

const CREATE = ["create-task"];
/** Signs that a column of short texts has room for. */
const COLUMN = 255;

/** Blocks a task although the block is refused for want of a reason. */
const blockingBeforeReason: Change = onReply("block-task", (reply, call) => {
  const { caller } = call;
  const stored = storedTaskOf(call);
  if (reply.status !== 400 || !caller || !stored || typeof (bodyMember(call, "reason") ?? "") !== "string") return;
  if (taskRules.maySee(caller, stored))
    changeTask({ ...caller, rules: referenceRules() }, stored, { status: "blocked" });
});

/** Gives a task of a user back to the agent that has just released it. */
const keptBesideUser: Change = onSuccess("release-task", (_reply, call) => {
  const { caller } = call;
  const stored = storedTaskOf(call);
  if (!caller || !stored || stored.task.assigneeUserId === null) return;
  changeTask({ ...caller, rules: referenceRules() }, stored, { assigneeAgentId: caller.agent.id });
});

/** Does not count tasks of some kind against the plan. */
const uncounted = (isFree: (call: Call) => boolean): Change =>
  onSuccess("create-task", (_reply, call) => {
    if (call.caller && isFree(call)) call.caller.workspace.plan.used -= 1;
  });

/** Lets tasks of some kind be made beyond the plan. */
function unlimited(isFree: (call: Call) => boolean): Change {
  let free = false;
  return together(
    {
      around: (call, next) => {
        free = call.operation === "create-task" && isFree(call);
        return next();
      },
    },
    rules({ tasks: { withinAllowance: (used, allowance) => free || taskRules.withinAllowance(used, allowance) } }),
  );
}

/** Makes another version of a task whose block or release is refused. */
const countedWhenRefused = (move: string): Change =>
  onFailure(move, (_reply, call) => {
    const { caller } = call;
    const stored = storedTaskOf(call);
    if (caller && stored) changeTask({ ...caller, rules: referenceRules() }, stored, {});
  });

/** Nothing that has not been begun can be blocked. */
const begunAlone = rules({
  tasks: { blockableFrom: (status) => ["in_progress", "in_review", "blocked"].includes(status) },
});

/** What is released is not begun any more. */
const backToTheBacklog = rules({ tasks: { released: () => ({ assigneeAgentId: null, status: "backlog" }) } });

/** Forgets who commented on a task before its block. */
const lastBlockAlone: Change = {
  around: (call, next) => {
    const before = ownKey(call)?.workspace.tasks.get(String(bodyMember(call, "taskId")))?.comments.length ?? 0;
    const reply = next();
    if (call.operation === "block-task" && reply.status === 200) storedTaskOf(call)?.comments.splice(0, before);
    return reply;
  },
};

const has = (name: string) => (call: Call) => bodyMember(call, name) !== undefined;
const isOf = (priority: string) => (call: Call) => bodyMember(call, "priority") === priority;

/** Faults of what a refusal leaves half done, and of what a plan counts half of the time. */
export const halfwayFaults: readonly Fault[] = [
  fault(
    "block-without-reason-refused-and-done",
    "tasks.block.refused-without-effect",
    "a block without a reason is refused, and blocks the task all the same",
    ["block-task", "list-tasks"],
    () => blockingBeforeReason,
  ),
  fault(
    "block-refused-and-counted",
    "tasks.block.refused-without-effect",
    "the block of a task that is not begun is refused, and makes another version of it",
    ["block-task", "list-tasks"],
    () => together(begunAlone, countedWhenRefused("block-task")),
  ),
  fault(
    "release-refused-and-counted",
    "tasks.release.refused-without-effect",
    "a release that is refused makes another version of the task",
    ["release-task", "list-tasks"],
    () => countedWhenRefused("release-task"),
  ),
  fault(
    "block-for-long-reason-breaks-down",
    "tasks.block.succeeds",
    "a block for a reason that is longer than a column is an internal error",
    ["block-task"],
    () => breakingOver("block-task", (call) => String(bodyMember(call, "reason")).length > COLUMN),
  ),
  fault(
    "block-forgets-earlier-comments",
    "tasks.block.comment",
    "a block takes the comments away that the task had before",
    ["block-task", "list-tasks"],
    () => together(begunAlone, backToTheBacklog, lastBlockAlone),
  ),
  fault(
    "blocked-under-way-without-comment",
    "tasks.block.comment",
    "the block of a task that is under way leaves no comment",
    ["block-task", "list-tasks"],
    () => rules({ tasks: { blockComments: ({ status }) => status !== "in_progress" } }),
  ),
  fault(
    "release-beside-user-undone",
    "tasks.release.persists",
    "the release of a task that a user has too is answered as done, and not kept",
    ["release-task", "list-tasks"],
    () => keptBesideUser,
  ),
  fault("plan-described-free", "tasks.plan.counts", "tasks with a description do not count", CREATE, () =>
    uncounted(has("description")),
  ),
  fault("plan-low-free", "tasks.plan.counts", "tasks of low priority do not count", CREATE, () =>
    uncounted(isOf("low")),
  ),
  fault("plan-blocked-free", "tasks.plan.counts", "tasks that start blocked do not count", CREATE, () =>
    uncounted((call) => bodyMember(call, "status") === "blocked"),
  ),
  fault("plan-assigned-unlimited", "tasks.plan.counts", "tasks for an agent are made beyond the plan", CREATE, () =>
    unlimited(has("assigneeAgentId")),
  ),
  fault("plan-urgent-unlimited", "tasks.plan.counts", "urgent tasks are made beyond the plan", CREATE, () =>
    unlimited(isOf("urgent")),
  ),
];
