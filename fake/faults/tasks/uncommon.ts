import { asObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import { editAt } from "../../changes/paths.ts";
import { type TaskRules, taskRules } from "../../features/tasks/rules.ts";
import type { Call } from "../../http/call.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member, withoutWhatIsRefused } from "../tools.ts";

const LIST = ["list-tasks"];
const CREATE = ["create-task"];
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
  fault(
    "list-identifier-beside-status-finds-nothing",
    "tasks.list.combined",
    "beside a status, identifiers are not looked into",
    LIST,
    () => identifiersUnless((query) => query.has("status")),
  ),
  fault(
    "list-identifier-ends-filters",
    "tasks.list.combined",
    "a task is found by its identifier whatever its priority",
    LIST,
    () => priorityUnless((query) => /^\w+-\d+$/.test(query.get("query") ?? "")),
  ),
  fault(
    "list-default-100-beside-priority",
    "tasks.list.default-limit",
    "without a count, a priority finds 100 tasks",
    LIST,
    () =>
      onCall("list-tasks", ({ query }) => {
        if (query.has("priority") && !query.has("limit")) query.set("limit", "100");
      }),
  ),
  fault(
    "list-channel-beside-user-ignored",
    "tasks.list.combined",
    "the filter by channel is ignored beside one by user",
    LIST,
    () =>
      onCall("list-tasks", ({ query }) => {
        if (query.has("assigneeUserId")) query.delete("channelId");
      }),
  ),
  fault(
    "list-channel-beside-agent-and-text-ignored",
    "tasks.list.combined",
    "the filter by channel is ignored beside one by agent and a text",
    LIST,
    () =>
      onCall("list-tasks", ({ query }) => {
        if (query.has("assigneeAgentId") && query.has("query")) query.delete("channelId");
      }),
  ),
  fault(
    "list-ended-hidden-beside-priority",
    "tasks.list.priority",
    "beside a priority and without a status, no task is listed that is done or cancelled",
    LIST,
    () =>
      editingList("list-tasks", "data", (tasks, { query }) =>
        query.has("status") || !query.has("priority")
          ? tasks
          : tasks.filter((task) => !["done", "cancelled"].includes(String(member(task, "status")))),
      ),
  ),
  fault(
    "list-default-20-beside-two-filters",
    "tasks.list.default-limit",
    "without a count, two filters find 20 tasks",
    LIST,
    () =>
      onCall("list-tasks", ({ query }) => {
        if ([...query.keys()].length > 1 && !query.has("limit")) query.set("limit", "20");
      }),
  ),
  fault(
    "listed-description-short-for-others",
    "consistency.task-views",
    "agents other than its maker see the beginning of a description",
    ["create-task", "list-tasks"],
    () =>
      onSuccess("list-tasks", (reply, call) =>
        editAt(reply.body, "data[]", (task) =>
          member(task, "createdByAgentId") === call.caller?.agent.id
            ? task
            : { ...asObject(task), description: String(member(task, "description") ?? "").slice(0, 10) },
        ),
      ),
  ),
  fault(
    "list-priority-ignored-for-others",
    "tasks.list.priority",
    "agents other than the first see tasks of any priority, whatever they ask for",
    LIST,
    () => {
      let others = false;
      return together(
        onCall("list-tasks", (call) => {
          const key = ownKey(call);
          others = key !== undefined && [...key.workspace.directory.agents.keys()].indexOf(key.agent.id) > 0;
        }),
        rules({
          tasks: { filters: { priority: (task, wanted) => others || taskRules.filters.priority(task, wanted) } },
        }),
      );
    },
  ),
  fault(
    "unknown-parent-ignored",
    "tasks.create.unknown-references",
    "a task below a task that does not exist is made below none",
    CREATE,
    () => withoutWhatIsRefused("create-task", "parentTaskId"),
  ),
  fault(
    "unknown-channel-ignored",
    "tasks.create.unknown-references",
    "a task for a channel that does not exist is bound to none",
    CREATE,
    () => withoutWhatIsRefused("create-task", "channelId"),
  ),
  fault(
    "unknown-assignee-ignored",
    "tasks.create.unknown-references",
    "a task for an agent that does not exist is made for nobody",
    CREATE,
    () => withoutWhatIsRefused("create-task", "assigneeAgentId"),
  ),
  fault(
    "user-dropped-beside-agent",
    "tasks.create.both-assignees",
    "of an agent and a user as assignees the user is dropped",
    CREATE,
    () =>
      onCall("create-task", (call) =>
        editBody(call, ({ assigneeUserId: user, ...body }) =>
          user === undefined || body.assigneeAgentId !== undefined ? body : { ...body, assigneeUserId: user },
        ),
      ),
  ),
  fault("task-starts-completed", "tasks.create.untouched", "a task in review has a time of completion", CREATE, () =>
    rules({
      tasks: { created: ({ now }, { status }) => (status === "in_review" ? { completedAt: isoInstant(now) } : {}) },
    }),
  ),
  fault("task-starts-archived", "tasks.create.untouched", "a new task has a time of archival", CREATE, () =>
    rules({ tasks: { created: ({ now }) => ({ archivedAt: isoInstant(now) }) } }),
  ),
  fault(
    "list-channel-with-sub-tasks",
    "tasks.list.channel",
    "a channel lists the sub-tasks of its tasks too, bound or not",
    LIST,
    () =>
      knowingTasks((tasks) => ({
        channel: ({ channelId, parentTaskId }, wanted) =>
          [channelId, tasks()?.get(parentTaskId ?? "")?.task.channelId].includes(wanted),
      })),
  ),
  fault("list-text-in-comments", "tasks.list.text-relevant", "the text search looks into comments", LIST, () =>
    knowingTasks((tasks) => ({
      text: (task, wanted) =>
        taskRules.filters.text(task, wanted) ||
        (tasks()
          ?.get(task.id)
          ?.comments.some(({ body }) => body.toLowerCase().includes(wanted.toLowerCase())) ??
          false),
    })),
  ),
  fault("list-text-in-status", "tasks.list.text-relevant", "the text search finds a task by its status", LIST, () =>
    rules({
      tasks: { filters: { text: (task, wanted) => taskRules.filters.text(task, wanted) || task.status === wanted } },
    }),
  ),
  fault(
    "list-text-without-ended",
    "tasks.list.text-title",
    "without a status filter, a text finds no task that is done or cancelled",
    LIST,
    () =>
      editingList("list-tasks", "data", (tasks, { query }) =>
        query.has("status") || !query.has("query")
          ? tasks
          : tasks.filter((task) => !["done", "cancelled"].includes(String(member(task, "status")))),
      ),
  ),
  fault("plan-spares-sub-tasks", "tasks.plan.counts", "a used-up plan lets sub-tasks pass", CREATE, () => {
    let below = false;
    return together(
      onCall("create-task", (call) => {
        below = bodyMember(call, "parentTaskId") !== undefined;
      }),
      rules({ tasks: { withinAllowance: (used, allowance) => below || used < allowance } }),
    );
  }),
];

type Tasks = NonNullable<ReturnType<typeof ownKey>>["workspace"]["tasks"];

/** Filters that look at other tasks of the caller's workspace, and at what belongs to a task. */
function knowingTasks(filters: (tasks: () => Tasks | undefined) => Partial<TaskRules["filters"]>): Change {
  let tasks: Tasks | undefined;
  return together(
    onCall("list-tasks", (call) => {
      tasks = ownKey(call)?.workspace.tasks;
    }),
    rules({ tasks: { filters: filters(() => tasks) } }),
  );
}

/** Text searches that leave identifiers out, while the query asks in some way. */
function identifiersUnless(without: (query: URLSearchParams) => boolean): Change {
  let blind = false;
  return together(
    onCall("list-tasks", ({ query }) => {
      blind = without(query);
    }),
    rules({
      tasks: {
        filters: { text: (task, wanted) => taskRules.filters.text(blind ? { ...task, identifier: "" } : task, wanted) },
      },
    }),
  );
}

function priorityUnless(without: (query: URLSearchParams) => boolean): Change {
  let open = false;
  return together(
    onCall("list-tasks", ({ query }) => {
      open = without(query);
    }),
    rules({
      tasks: { filters: { priority: (task, wanted) => open || taskRules.filters.priority(task, wanted) } },
    }),
  );
}

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
