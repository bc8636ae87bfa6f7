import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, gone, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import type { Task } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, invented, member, refusingWhen } from "../tools.ts";
import { storedTaskOf, taskOf } from "./named-task.ts";

const BLOCK = ["block-task"];
const RELEASE = ["release-task"];

/** Blocking changes something else. */
const blocking = (edit: (task: Task) => Partial<Task>): Change =>
  rules({ tasks: { blocked: (_caller, task) => ({ status: "blocked", ...edit(task) }) } });

/** Releasing changes something else. */
const releasing = (edit: (task: Task) => Partial<Task>): Change =>
  rules({ tasks: { released: (_caller, task) => ({ assigneeAgentId: null, ...edit(task) }) } });

/** Faults of blocking that show for some tasks, or after other steps. */
export const subtleBlockFaults: readonly Fault[] = [
  fault("block-renews-creation", "tasks.block.keeps-fields", "blocking sets the creation time anew", BLOCK, () =>
    rules({ tasks: { blocked: ({ now }) => ({ status: "blocked", createdAt: new Date(now + 2000).toISOString() }) } }),
  ),
  fault(
    "block-answers-without-description",
    "tasks.fields.in-every-answer",
    "the answer to a block leaves out the description",
    BLOCK,
    () => onSuccess("block-task", (reply) => editAt(reply.body, "data.description", gone)),
  ),
  fault("block-clears-parent", "tasks.block.keeps-fields", "blocking takes a sub-task from its parent", BLOCK, () =>
    blocking(() => ({ parentTaskId: null })),
  ),
  fault("block-clears-user", "tasks.block.keeps-fields", "blocking clears the assigned user", BLOCK, () =>
    blocking(() => ({ assigneeUserId: null })),
  ),
  fault("block-unbinds", "tasks.block.keeps-fields", "blocking unbinds a task from its channel", BLOCK, () =>
    blocking(() => ({ channelId: null })),
  ),
  fault(
    "block-lowers-urgent",
    "tasks.block.keeps-fields",
    "blocking an urgent task makes its priority high",
    BLOCK,
    () => blocking(({ priority }) => (priority === "urgent" ? { priority: "high" } : {})),
  ),
  fault("block-marks-title", "tasks.block.keeps-fields", "blocking a blocked task marks its title", BLOCK, () =>
    blocking(({ status, title }) => (status === "blocked" ? { title: `[blocked] ${title}`.slice(0, 500) } : {})),
  ),
  fault(
    "block-names-blocker-as-creator",
    "tasks.block.keeps-fields",
    "who blocks a task becomes its creator",
    BLOCK,
    () => rules({ tasks: { blocked: ({ agent }) => ({ status: "blocked", createdByAgentId: agent.id }) } }),
  ),
  fault(
    "block-restores-assignee",
    "tasks.block.keeps-fields",
    "blocking a released task assigns it again",
    ["block-task", "release-task"],
    () => {
      const were = new Map<string, string | null>();
      return rules({
        tasks: {
          released: (_caller, task) => {
            were.set(task.id, task.assigneeAgentId);
            return { assigneeAgentId: null };
          },
          blocked: (_caller, task) => ({
            status: "blocked",
            ...(were.has(task.id) ? { assigneeAgentId: were.get(task.id) ?? null } : {}),
          }),
        },
      });
    },
  ),
  fault("block-again-unblocks", "tasks.block.status", "blocking a blocked task unblocks it", BLOCK, () =>
    rules({ tasks: { blocked: (_caller, { status }) => ({ status: status === "blocked" ? "todo" : "blocked" }) } }),
  ),
  fault("block-from-triage-stays", "tasks.block.status", "blocking a task in triage changes nothing", BLOCK, () =>
    rules({ tasks: { blocked: (_caller, { status }) => (status === "triage" ? {} : { status: "blocked" }) } }),
  ),
  fault(
    "block-with-assignee-goes-to-review",
    "tasks.block.status",
    "blocking a task of a user sends it to review",
    BLOCK,
    () =>
      rules({
        tasks: {
          blocked: (_caller, { assigneeUserId }) => ({ status: assigneeUserId === null ? "blocked" : "in_review" }),
        },
      }),
  ),
  fault(
    "block-non-ascii-reason-refused",
    "tasks.block.succeeds",
    "a reason with letters outside ASCII is refused",
    BLOCK,
    () => refusingWhen("block-task", (call) => /[^\x20-\x7e]/.test(String(bodyMember(call, "reason")))),
  ),
  fault(
    "block-of-bound-tasks-refused",
    "tasks.block.succeeds",
    "a task that is bound to a channel cannot be blocked",
    BLOCK,
    () =>
      refusingWhen("block-task", (call) => {
        const task = taskOf(call);
        return task?.channelId !== null;
      }),
  ),
  fault(
    "block-unseen-by-others",
    "tasks.block.persists",
    "the listing of another agent shows a block by its maker never",
    ["block-task", "list-tasks"],
    () => {
      const blockers = new Map<string, string | undefined>();
      const before = new Map<string, string>();
      return together(
        rules({
          tasks: {
            blocked: ({ agent }, task) => {
              before.set(task.id, before.get(task.id) ?? task.status);
              blockers.set(task.id, agent.id);
              return { status: "blocked" };
            },
          },
        }),
        editingList("list-tasks", "data", (tasks, call) =>
          tasks.map((task) => {
            const id = String(member(task, "id"));
            const stale = blockers.has(id) && blockers.get(id) !== call.caller?.agent.id;
            return stale ? { ...asObject(task), status: before.get(id) ?? "todo" } : task;
          }),
        ),
      );
    },
  ),
  fault(
    "every-fifth-block-is-lost",
    "tasks.block.persists",
    "every fifth block is answered and not kept",
    ["block-task", "list-tasks"],
    () => {
      let count = 0;
      return together(
        rules({ tasks: { blocked: () => (++count % 5 === 0 ? {} : { status: "blocked" }) } }),
        onSuccess("block-task", (reply) => editAt(reply.body, "data.status", () => "blocked")),
      );
    },
  ),
  fault(
    "block-blocks-parent",
    "tasks.block.only-the-task",
    "blocking a sub-task blocks its parent",
    ["block-task", "list-tasks"],
    () =>
      onSuccess("block-task", (reply, call) =>
        alsoBlocking(call, (task) => task.id === asObject(reply.body.data).parentTaskId),
      ),
  ),
  fault(
    "block-blocks-children",
    "tasks.block.only-the-task",
    "blocking a task blocks its sub-tasks",
    ["block-task", "list-tasks"],
    () =>
      onSuccess("block-task", (reply, call) =>
        alsoBlocking(call, (task) => task.parentTaskId === asObject(reply.body.data).id),
      ),
  ),
  fault(
    "block-blocks-namesakes",
    "tasks.block.only-the-task",
    "blocking a task blocks those of the same assignee",
    ["block-task", "list-tasks"],
    () =>
      onSuccess("block-task", (reply, call) => {
        const { assigneeUserId } = asObject(reply.body.data);
        if (assigneeUserId !== null) alsoBlocking(call, (task) => task.assigneeUserId === assigneeUserId);
      }),
  ),
  fault(
    "version-falls-on-second-block",
    "tasks.fields.version-never-falls",
    "a second block sets the version back to 1",
    BLOCK,
    () => rules({ tasks: { nextVersion: (version) => (version >= 2 ? 1 : version + 1) } }),
  ),
  fault(
    "version-differs-in-listing",
    "tasks.fields.version-never-falls",
    "a listing shows every task in its first version",
    ["block-task", "list-tasks"],
    () => editingList("list-tasks", "data", (tasks) => tasks.map((task) => ({ ...asObject(task), version: 1 }))),
  ),
];

/** Faults of releasing that show for some tasks, or after other steps. */
export const subtleReleaseFaults: readonly Fault[] = [
  fault(
    "release-returns-to-maker",
    "tasks.release.clears-assignment",
    "a released task of another agent is assigned to that agent",
    RELEASE,
    () =>
      rules({
        tasks: {
          released: ({ agent }, { createdByAgentId }) => ({
            assigneeAgentId: createdByAgentId === agent.id ? null : createdByAgentId,
          }),
        },
      }),
  ),
  fault(
    "release-twice-at-once-accepted",
    "tasks.release.unassigned",
    "a second release that comes with the first is accepted too",
    ["release-task"],
    () => {
      let accepted = { id: "", at: 0, data: null as Json };
      return onReply("release-task", (reply, call) => {
        const id = String(bodyMember(call, "taskId"));
        const now = performance.now();
        if (reply.status === 200) accepted = { id, at: now, data: reply.body.data ?? null };
        else if (accepted.id === id && now - accepted.at < 15) Object.assign(reply, invented(call, accepted.data));
      });
    },
  ),
  fault(
    "release-of-others-is-silent",
    "tasks.release.other-assignee",
    "a release by another is answered with the unchanged task",
    RELEASE,
    () => silently(),
  ),
  fault(
    "release-of-others-accepted-when-blocked",
    "tasks.release.other-assignee",
    "anyone who sees a blocked task may release it",
    RELEASE,
    () =>
      rules({
        tasks: {
          mayRelease: (caller, task) =>
            (task.status === "blocked" && task.assigneeAgentId !== null) || taskRules.mayRelease(caller, task),
        },
      }),
  ),
  fault(
    "release-of-others-accepted-in-channels",
    "tasks.release.other-assignee",
    "anyone may release a task of the channel",
    RELEASE,
    () =>
      rules({
        tasks: {
          mayRelease: (caller, task) =>
            (task.channelId !== null && task.assigneeAgentId !== null) || taskRules.mayRelease(caller, task),
        },
      }),
  ),
  fault("release-again-accepted", "tasks.release.unassigned", "a released task can be released again", RELEASE, () => {
    const released = new Set<string>();
    return together(
      onSuccess("release-task", (reply) => {
        released.add(String(asObject(reply.body.data).id));
      }),
      rules({ tasks: { mayRelease: (caller, task) => released.has(task.id) || taskRules.mayRelease(caller, task) } }),
    );
  }),
  fault("release-of-users-accepted", "tasks.release.unassigned", "a task of a user can be released", RELEASE, () =>
    rules({
      tasks: { mayRelease: (caller, task) => task.assigneeUserId !== null || taskRules.mayRelease(caller, task) },
    }),
  ),
  fault("release-of-review-refused", "tasks.release.succeeds", "a task in review cannot be released", RELEASE, () =>
    refusingWhen("release-task", (call) => taskOf(call)?.status === "in_review", 409),
  ),
  fault("release-of-triage-refused", "tasks.release.succeeds", "a task in triage cannot be released", RELEASE, () =>
    refusingWhen("release-task", (call) => taskOf(call)?.status === "triage", 409),
  ),
  fault(
    "release-of-others-making-refused",
    "tasks.release.succeeds",
    "a task that another agent made cannot be released",
    RELEASE,
    () => refusingWhen("release-task", (call) => taskOf(call)?.createdByAgentId !== call.caller?.agent.id, 403),
  ),
  fault(
    "release-hands-to-creator",
    "tasks.release.clears-assignment",
    "a task in progress goes to its creator when it is released",
    RELEASE,
    () =>
      releasing(({ status, createdByAgentId }) =>
        status === "in_progress" ? { assigneeAgentId: createdByAgentId } : {},
      ),
  ),
  fault(
    "release-keeps-blocked-assigned",
    "tasks.release.persists",
    "a release of a blocked task is in the answer alone",
    ["release-task", "list-tasks"],
    () =>
      together(
        rules({
          tasks: { released: (_caller, { status }) => (status === "blocked" ? {} : { assigneeAgentId: null }) },
        }),
        onSuccess("release-task", (reply) => editAt(reply.body, "data.assigneeAgentId", () => null)),
      ),
  ),
  fault(
    "release-clears-parent",
    "tasks.release.keeps-fields",
    "releasing takes a sub-task from its parent",
    RELEASE,
    () => releasing(() => ({ parentTaskId: null })),
  ),
  fault(
    "release-unbinds-task",
    "tasks.release.keeps-fields",
    "releasing unbinds a task from its channel",
    RELEASE,
    () => releasing(() => ({ channelId: null })),
  ),
  fault("release-clears-creator", "tasks.release.keeps-fields", "a released task has another creator", RELEASE, () =>
    releasing(() => ({ createdByAgentId: "another-agent" })),
  ),
  fault("release-clears-urgency", "tasks.release.keeps-fields", "a released task is no longer urgent", RELEASE, () =>
    releasing(({ priority }) => (priority === "urgent" ? { priority: "medium" } : {})),
  ),
  fault(
    "release-clears-all",
    "tasks.release.only-the-task",
    "a release clears every assignment of the caller",
    ["release-task", "list-tasks"],
    () =>
      onSuccess("release-task", (_reply, { caller }) => {
        for (const stored of [...(caller?.workspace.tasks.all() ?? [])])
          if (stored.task.assigneeAgentId === caller?.agent.id)
            caller.workspace.tasks.change(stored, { assigneeAgentId: null });
      }),
  ),
  fault(
    "refused-release-of-blocked-clears",
    "tasks.release.refused-without-effect",
    "a refused release of another's task is carried out a moment later",
    RELEASE,
    () =>
      onReply("release-task", (reply, call) => {
        const stored = storedTaskOf(call);
        if (reply.status !== 200 && stored !== undefined && stored.task.assigneeAgentId !== null)
          call.caller?.workspace.tasks.change(stored, { assigneeAgentId: null });
      }),
  ),
  fault(
    "refused-release-takes-over",
    "tasks.release.refused-without-effect",
    "a refused release assigns an unassigned task to the caller",
    RELEASE,
    () =>
      onReply("release-task", (reply, call) => {
        const stored = storedTaskOf(call);
        if (reply.status !== 200 && stored !== undefined && stored.task.assigneeAgentId === null)
          call.caller?.workspace.tasks.change(stored, { assigneeAgentId: call.caller.agent.id });
      }),
  ),
];

/** Answers a refused release with the task as it is. */
function silently(): Change {
  return onReply("release-task", (reply, call) => {
    const task = taskOf(call);
    if (reply.status === 409 && task !== undefined && task.assigneeAgentId !== null)
      Object.assign(reply, invented(call, JSON.parse(JSON.stringify(task)) as JsonObject));
  });
}

function alsoBlocking(call: Call, concerned: (task: Task) => boolean): void {
  const tasks = call.caller?.workspace.tasks;
  for (const stored of [...(tasks?.all() ?? [])])
    if (
      concerned(stored.task) &&
      ["backlog", "todo", "in_progress", "triage", "in_review"].includes(stored.task.status)
    )
      tasks?.change(stored, { status: "blocked" });
}
