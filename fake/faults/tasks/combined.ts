import type { Change } from "../../changes/change.ts";
import { bodyMember, onCall, onSuccess, rules, when } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import type { Task } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import { type Fault, fault } from "../fault.ts";

const LIST = ["list-tasks"];

/** Faults of tasks that show where two things come together: a change and a long text, a block and a neighbour. */
export const combinedTaskFaults: readonly Fault[] = [
  fault(
    "release-cuts-long-titles",
    "tasks.release.keeps-fields",
    "a release keeps 255 characters of a title",
    ["release-task"],
    () =>
      rules({ tasks: { released: (_caller, { title }) => ({ assigneeAgentId: null, title: title.slice(0, 255) }) } }),
  ),
  fault(
    "block-flattens-descriptions",
    "tasks.block.keeps-fields",
    "blocking puts a description of several lines on one",
    ["block-task"],
    () =>
      rules({
        tasks: {
          blocked: (_caller, { description }) => ({
            status: "blocked",
            description: description?.replaceAll("\n", " ") ?? null,
          }),
        },
      }),
  ),
  fault(
    "block-blocks-siblings",
    "tasks.block.only-the-task",
    "with a sub-task the others of its parent are blocked",
    ["block-task"],
    () => besideIt("block-task", { status: "blocked" }),
  ),
  fault(
    "release-releases-siblings",
    "tasks.release.only-the-task",
    "with a sub-task the others of its parent are released",
    ["release-task"],
    () => besideIt("release-task", { assigneeAgentId: null }),
  ),
  fault("list-100-gives-99", "tasks.list.limit-fills", "the largest count gives one task less", LIST, () =>
    onCall("list-tasks", (call) => {
      if (call.query.get("limit") === "100") call.query.set("limit", "99");
    }),
  ),
  ...[50, 75].map((most) =>
    fault(
      `list-100-gives-${most}`,
      "tasks.list.limit-fills",
      `no listing has more than ${most} tasks, whatever is asked for`,
      LIST,
      () =>
        onCall("list-tasks", (call) => {
          if (Number(call.query.get("limit")) > most) call.query.set("limit", String(most));
        }),
    ),
  ),
  fault(
    "list-text-ascii-in-descriptions",
    "tasks.list.text-description",
    "letters outside ASCII in a description are not searched",
    LIST,
    () =>
      rules({
        tasks: {
          filters: {
            text: (task, wanted) => {
              const description = task.description?.replace(/[^\x20-\x7e]/g, "") ?? null;
              return taskRules.filters.text({ ...task, description }, wanted);
            },
          },
        },
      }),
  ),
  fault(
    "plan-gives-way-in-the-end",
    "tasks.plan.limit-code",
    "every tenth creation beyond the allowance is accepted",
    ["create-task"],
    () => {
      let beyond = 0;
      return rules({
        tasks: { withinAllowance: (used, allowance) => used < allowance || ++beyond % 10 === 0 },
      });
    },
  ),
  fault(
    "bound-task-answered-in-another-workspace",
    "consistency.task-views",
    "the answer to a bound task names another workspace than the listing",
    ["create-task", "list-tasks"],
    () =>
      when(
        (call) => bodyMember(call, "channelId") !== undefined,
        onSuccess("create-task", (reply) => editAt(reply.body, "data.workspaceId", () => "workspace-elsewhere")),
      ),
  ),
  fault(
    "list-channel-loses-released",
    "tasks.list.channel",
    "the channel filter no longer finds a task that was released",
    ["list-tasks", "release-task"],
    () => {
      const lost = new Set<string>();
      return rules({
        tasks: {
          released: (_caller, task) => {
            lost.add(task.id);
            return { assigneeAgentId: null };
          },
          filters: { channel: (task, wanted) => task.channelId === wanted && !lost.has(task.id) },
        },
      });
    },
  ),
];

/** Changes the other tasks below the parent of one that is changed. */
function besideIt(operation: string, edit: Partial<Task>): Change {
  return onSuccess(operation, (_reply, call) => {
    const tasks = call.caller?.workspace.tasks;
    const parent = tasks?.get(String(bodyMember(call, "taskId")))?.task.parentTaskId ?? null;
    if (tasks === undefined || parent === null) return;
    for (const stored of [...tasks.all()]) {
      const { id, parentTaskId } = stored.task;
      if (parentTaskId === parent && id !== bodyMember(call, "taskId")) tasks.change(stored, edit);
    }
  });
}
