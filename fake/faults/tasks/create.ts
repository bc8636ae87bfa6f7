import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { answering, bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member, refusingWhen } from "../tools.ts";

/** Faults of creating tasks. */
export const taskCreateFaults: readonly Fault[] = [
  fault(
    "create-with-description-refused",
    "tasks.create.succeeds",
    "a task with a long description is refused",
    ["create-task"],
    () => refusingWhen("create-task", (call) => String(bodyMember(call, "description") ?? "").length > 200),
  ),
  fault("initial-status-ignored", "tasks.create.initial-status", "every task starts in todo", ["create-task"], () =>
    rules({ tasks: { created: () => ({ status: "todo" }) } }),
  ),
  fault(
    "initial-status-blocked-becomes-todo",
    "tasks.create.initial-status",
    "a task that starts blocked starts in todo",
    ["create-task"],
    () => rules({ tasks: { created: (_caller, { status }) => (status === "blocked" ? { status: "todo" } : {}) } }),
  ),
  fault(
    "initial-status-triage-becomes-backlog",
    "tasks.create.initial-status",
    "triage is taken as backlog",
    ["create-task"],
    () => rules({ tasks: { created: (_caller, { status }) => (status === "triage" ? { status: "backlog" } : {}) } }),
  ),
  fault(
    "final-status-becomes-todo",
    "tasks.create.final-status",
    "a task asked for as done is made as todo",
    ["create-task"],
    () =>
      onCall("create-task", (call) => {
        if (["done", "cancelled"].includes(String(bodyMember(call, "status"))))
          editBody(call, (body) => ({ ...body, status: "todo" }));
      }),
  ),
  fault("priority-ignored", "tasks.create.priority", "the priority of a new task is ignored", ["create-task"], () =>
    rules({ tasks: { created: () => ({ priority: "none" }) } }),
  ),
  fault("priority-urgent-becomes-high", "tasks.create.priority", "urgent is taken as high", ["create-task"], () =>
    rules({ tasks: { created: (_caller, { priority }) => (priority === "urgent" ? { priority: "high" } : {}) } }),
  ),
  fault("title-cut-at-255", "tasks.create.title", "titles are cut after 255 characters", ["create-task"], () =>
    rules({ tasks: { created: (_caller, { title }) => ({ title: title.slice(0, 255) }) } }),
  ),
  fault("title-without-marks", "tasks.create.title", "combining marks are stripped from titles", ["create-task"], () =>
    rules({ tasks: { created: (_caller, { title }) => ({ title: title.normalize("NFD").replace(/\p{M}/gu, "") }) } }),
  ),
  fault("title-first-letter-capital", "tasks.create.title", "titles get a capital first letter", ["create-task"], () =>
    rules({ tasks: { created: (_caller, { title }) => ({ title: title.charAt(0).toUpperCase() + title.slice(1) }) } }),
  ),
  fault(
    "title-without-emoji",
    "tasks.create.title",
    "letters outside the basic plane are dropped from titles",
    ["create-task"],
    () =>
      rules({
        tasks: { created: (_caller, { title }) => ({ title: title.replace(/[\u{10000}-\u{10ffff}]/gu, "") || "?" }) },
      }),
  ),
  fault("description-dropped", "tasks.create.description", "descriptions are dropped", ["create-task"], () =>
    rules({ tasks: { created: () => ({ description: null }) } }),
  ),
  fault(
    "description-without-markdown",
    "tasks.create.description",
    "asterisks and backticks are stripped from descriptions",
    ["create-task"],
    () =>
      rules({
        tasks: {
          created: (_caller, { description }) => ({ description: description?.replace(/[*_`#>[\]]/g, "") ?? null }),
        },
      }),
  ),
  fault(
    "description-on-one-line",
    "tasks.create.description",
    "newlines in descriptions become spaces",
    ["create-task"],
    () =>
      rules({
        tasks: { created: (_caller, { description }) => ({ description: description?.replaceAll("\n", " ") ?? null }) },
      }),
  ),
  fault("assignee-agent-ignored", "tasks.create.assignee-agent", "the assigned agent is ignored", ["create-task"], () =>
    rules({ tasks: { created: () => ({ assigneeAgentId: null }) } }),
  ),
  fault(
    "assignee-is-the-creator",
    "tasks.create.assignee-agent",
    "an assigned task goes to its creator",
    ["create-task"],
    () =>
      rules({
        tasks: {
          created: ({ agent }, input) => (input.assigneeAgentId === undefined ? {} : { assigneeAgentId: agent.id }),
        },
      }),
  ),
  fault("assignee-user-ignored", "tasks.create.assignee-user", "the assigned user is ignored", ["create-task"], () =>
    rules({ tasks: { created: () => ({ assigneeUserId: null }) } }),
  ),
  fault(
    "assignee-user-in-the-agents-place",
    "tasks.create.assignee-user",
    "the assigned user is kept as the agent",
    ["create-task"],
    () =>
      rules({
        tasks: {
          created: (_caller, input) =>
            input.assigneeUserId === undefined ? {} : { assigneeUserId: null, assigneeAgentId: input.assigneeUserId },
        },
      }),
  ),
  fault("parent-ignored", "tasks.create.parent", "the parent is ignored", ["create-task"], () =>
    rules({ tasks: { created: () => ({ parentTaskId: null }) } }),
  ),
  fault(
    "parent-is-itself",
    "tasks.create.parent",
    "a task without a parent names itself as its parent",
    ["create-task"],
    () =>
      onSuccess("create-task", (reply) =>
        editAt(reply.body, "data", (task) => ({
          ...asObject(task),
          parentTaskId: member(task, "parentTaskId") ?? member(task, "id"),
        })),
      ),
  ),
  fault(
    "parent-of-parent",
    "tasks.create.parent",
    "a task under a sub-task names the sub-task's parent",
    ["create-task"],
    () =>
      rules({
        tasks: {
          created: ({ workspace }, { parentTaskId }) => ({
            parentTaskId: workspace.tasks.get(parentTaskId ?? "")?.task.parentTaskId ?? parentTaskId ?? null,
          }),
        },
      }),
  ),
  fault("channel-not-bound", "tasks.create.channel", "the answer names no channel", ["create-task"], () =>
    answering("create-task", "data.channelId", () => null),
  ),
  fault(
    "channel-bound-by-default",
    "tasks.create.channel",
    "a task without a channel names one of the caller's",
    ["create-task"],
    () =>
      onSuccess("create-task", (reply, call) =>
        editAt(
          reply.body,
          "data.channelId",
          (id) => id ?? [...(call.caller?.workspace.directory.channelsOf(call.caller.agent.id) ?? [])][0] ?? null,
        ),
      ),
  ),
  fault(
    "creator-is-the-assignee",
    "tasks.create.creator",
    "the creator of an assigned task is its assignee",
    ["create-task"],
    () =>
      answeringTask((task) => ({ ...task, createdByAgentId: task.assigneeAgentId ?? task.createdByAgentId ?? null })),
  ),
  fault(
    "creator-is-the-workspace",
    "tasks.create.creator",
    "the creator of a task is the workspace",
    ["create-task"],
    () => answeringTask((task) => ({ ...task, createdByAgentId: task.workspaceId ?? null })),
  ),
  fault(
    "created-tasks-lost",
    "tasks.create.listed",
    "every third task is accepted and lost",
    ["create-task", "list-tasks"],
    () => losing(3, () => true),
  ),
  fault(
    "urgent-tasks-lost",
    "tasks.create.listed",
    "tasks in review are accepted and lost",
    ["create-task", "list-tasks"],
    () => losing(1, (task) => task.status === "in_review"),
  ),
  fault(
    "listed-title-differs",
    "tasks.create.listed",
    "a listing shows titles cut after 100 characters",
    ["create-task", "list-tasks"],
    () =>
      editingList("list-tasks", "data", (tasks) =>
        tasks.map((task) => ({ ...asObject(task), title: String(member(task, "title")).slice(0, 100) })),
      ),
  ),
  fault(
    "refused-creation-kept",
    "tasks.create.refused-without-effect",
    "a task with a wrong status is refused and made all the same",
    ["create-task", "list-tasks"],
    () => makingRefused(),
  ),
  fault(
    "identifier-repeats",
    "tasks.fields.identifier",
    "identifiers start again after ten tasks",
    ["create-task", "list-tasks"],
    () =>
      rules({
        tasks: {
          created: ({ workspace }) => ({ identifier: `${workspace.taskPrefix}-${(workspace.tasks.count % 10) + 1}` }),
        },
      }),
  ),
  fault(
    "plan-limit-as-rate-limit",
    "tasks.plan.limit-code",
    "a used-up plan is told as permission_denied",
    ["create-task"],
    () => rules({ refusals: { agent: { "plan-limit": { code: "permission_denied" } } } }),
  ),
  fault(
    "plan-limit-as-429",
    "tasks.plan.limit-code",
    "a used-up plan is told as a limit of the rate",
    ["create-task"],
    () => rules({ refusals: { agent: { "plan-limit": { status: 429, code: "rate_limited" } } } }),
  ),
  fault("plan-limit-ignored", "tasks.plan.limit-code", "a used-up plan is no hindrance", ["create-task"], () =>
    rules({ tasks: { withinAllowance: (used, allowance) => used < allowance || used === allowance } }),
  ),
  fault("plan-limit-one-more", "tasks.plan.counts", "one task more than the allowance is made", ["create-task"], () =>
    rules({ tasks: { withinAllowance: (used, allowance) => used < allowance + (allowance > 5 ? 1 : 0) } }),
  ),
  fault("plan-limit-one-less", "tasks.plan.counts", "the last task of the allowance is refused", ["create-task"], () =>
    rules({ tasks: { withinAllowance: (used, allowance) => used < allowance - (allowance > 5 ? 1 : 0) } }),
  ),
  fault("plan-counts-half", "tasks.plan.counts", "tasks without a description do not count", ["create-task"], () =>
    uncountedTasks(),
  ),
  fault(
    "plan-limit-makes-the-task",
    "tasks.plan.creates-nothing",
    "a task beyond the plan is refused and made all the same",
    ["create-task", "list-tasks"],
    () => makingBeyondPlan(),
  ),
];

const answeringTask = (edit: (task: JsonObject) => JsonObject): Change =>
  onSuccess("create-task", (reply) => editAt(reply.body, "data", (task) => edit(asObject(task))));

/** Hides every n-th created task of some sort from listings. */
function losing(n: number, concerned: (task: JsonObject) => boolean): Change {
  const lost = new Set<Json>();
  let count = 0;
  const note = onSuccess("create-task", (reply) => {
    const task = asObject(reply.body.data);
    if (concerned(task) && ++count % n === 0) lost.add(task.id ?? null);
  });
  const hide = editingList("list-tasks", "data", (tasks) => tasks.filter((task) => !lost.has(member(task, "id"))));
  return together(note, hide);
}

/** Makes what was refused for its input, as far as it can be made. */
function makingRefused(): Change {
  return {
    around: (call, next) => {
      const reply = next();
      const title = bodyMember(call, "title");
      if (call.operation !== "create-task" || reply.status !== 400 || typeof title !== "string" || title === "")
        return reply;
      editBody(call, () => ({ title: title.slice(0, 500) }));
      next();
      return reply;
    },
  };
}

function uncountedTasks(): Change {
  return onSuccess("create-task", (_reply, call) => {
    const plan = call.caller?.workspace.plan;
    if (plan !== undefined && bodyMember(call, "description") === undefined) plan.used -= 1;
  });
}

/** Makes the task although the plan is used up, and still answers the refusal. */
function makingBeyondPlan(): Change {
  let forced = false;
  return together(rules({ tasks: { withinAllowance: (used, allowance) => forced || used < allowance } }), {
    around: (call, next) => {
      const reply = next();
      if (call.refusal?.reason !== "plan-limit") return reply;
      forced = true;
      next();
      forced = false;
      return reply;
    },
  });
}
