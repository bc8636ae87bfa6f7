import { type Change, together } from "../../changes/change.ts";
import { onSuccess, rules } from "../../changes/hooks.ts";
import { postAsService } from "../../features/messages/posting.ts";
import type { StoredTask, Task } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Call } from "../../http/call.ts";
import type { Caller } from "../../service.ts";
import { type Fault, fault } from "../fault.ts";
import { breakingOver, member, refusingWhen } from "../tools.ts";

const LIST = ["list-tasks"];
const BLOCK = ["block-task", "list-tasks"];
const CREATE = ["create-task"];

const seeing = (maySee: (caller: Caller, stored: StoredTask) => boolean): Change => rules({ tasks: { maySee } });

/** Searches another text than the description that a task has. */
const searching = (described: (description: string) => string): Change =>
  rules({
    tasks: {
      filters: {
        text: (task, wanted) =>
          taskRules.filters.text({ ...task, description: described(task.description ?? "") }, wanted),
      },
    },
  });

/** Posts a card of a new task that is bound to no channel, where one is found for it. */
const cardOfUnbound = (find: (caller: Caller, task: Task) => string | null | undefined): Change =>
  onSuccess("create-task", ({ body }, { caller }) => {
    const task = caller?.workspace.tasks.get(String(member(body.data ?? null, "id")))?.task;
    if (!caller || !task || task.channelId !== null) return;
    const channelId = find(caller, task);
    if (channelId) postAsService(caller, { channelId, content: `New: ${task.identifier} ${task.title}`, metadata: {} });
  });

/** Lets others than the assignee release a task. */
const releasedBy = (also: (caller: Caller, task: Task) => boolean): Change =>
  rules({ tasks: { mayRelease: (caller, task) => taskRules.mayRelease(caller, task) || also(caller, task) } });

const commentedBy = ({ agent, workspace }: Caller, id: string): boolean =>
  workspace.tasks.get(id)?.comments.some(({ authorAgentId }) => authorAgentId === agent.id) ?? false;

/** Faults of tasks that show in company: behind the comment of another, below a parent, in a channel, beyond a plan. */
export const seldomTaskFaults: readonly Fault[] = [
  fault(
    "commented-by-the-last-alone",
    "tasks.block.comment",
    "a task is listed for who commented on it last, and not for those before",
    BLOCK,
    () => seeing((caller, stored) => taskRules.maySee(caller, { ...stored, comments: stored.comments.slice(-1) })),
  ),
  fault(
    "commented-hidden-in-channels",
    "tasks.block.comment",
    "a task in a channel is listed for none of those outside that commented on it",
    BLOCK,
    () =>
      seeing((caller, stored) =>
        taskRules.maySee(caller, stored.task.channelId === null ? stored : { ...stored, comments: [] }),
      ),
  ),
  fault(
    "block-in-review-without-comment",
    "tasks.block.comment",
    "a block of a task in review leaves no comment",
    BLOCK,
    () => rules({ tasks: { blockComments: ({ status }) => status !== "in_review" } }),
  ),
  fault(
    "non-ascii-reason-is-no-comment",
    "tasks.block.comment",
    "a reason with letters outside ASCII is not kept as a comment",
    BLOCK,
    () => rules({ tasks: { blockComments: (_task, reason) => !/[^\x20-\x7e\n]/.test(reason) } }),
  ),
  fault(
    "reason-of-lines-is-no-comment",
    "tasks.block.comment",
    "a reason of several lines is not kept as a comment",
    BLOCK,
    () => rules({ tasks: { blockComments: (_task, reason) => !reason.includes("\n") } }),
  ),
  fault(
    "sub-task-blocked-without-comment",
    "tasks.block.comment",
    "a block of a sub-task leaves no comment",
    BLOCK,
    () => rules({ tasks: { blockComments: ({ parentTaskId }) => parentTaskId === null } }),
  ),
  fault(
    "former-assignee-listed",
    "tasks.visibility.hidden",
    "a task stays listed for who has released it",
    ["release-task", "list-tasks"],
    formerAssigneesSee,
  ),
  fault(
    "sub-task-card-in-channel-of-parent",
    "events.no-card-unbound",
    "a sub-task without a channel is told of in the channel of its parent",
    CREATE,
    () => cardOfUnbound(({ workspace }, { parentTaskId }) => workspace.tasks.get(parentTaskId ?? "")?.task.channelId),
  ),
  fault(
    "unbound-triage-card",
    "events.no-card-unbound",
    "a task for triage that is bound to no channel is told of in the first of its maker",
    CREATE,
    () =>
      cardOfUnbound(({ workspace: { directory }, agent }, { status }) =>
        status === "triage" ? [...directory.channelsOf(agent.id)][0] : null,
      ),
  ),
  fault("list-channel-without-sub-tasks", "tasks.list.channel", "a channel lists no sub-tasks", LIST, () =>
    rules({
      tasks: {
        filters: {
          channel: (task, wanted) => task.parentTaskId === null && taskRules.filters.channel(task, wanted),
        },
      },
    }),
  ),
  fault("list-count-beyond-32-bits", "tasks.list.max-limit", "a count beyond 32 bits breaks the listing", LIST, () =>
    breakingOver("list-tasks", ({ query }) => Number(query.get("limit")) >= 2 ** 31),
  ),
  fault(
    "list-description-code-not-searched",
    "tasks.list.text-description",
    "blocks of code are not searched",
    LIST,
    () => searching((description) => description.replace(/```[\s\S]*?```/g, "")),
  ),
  fault(
    "list-description-marks-kept-to-words",
    "tasks.list.text-description",
    "a word is not found beside the marks of bold letters",
    LIST,
    () => searching((description) => description.replace(/\*\*\S+?\*\*/g, "")),
  ),
  ...(
    [
      ["list-tasks", "tasks.list.succeeds", "its agents are listed nothing"],
      ["send-message", "messages.send.succeeds", "its agents may send nothing"],
    ] as const
  ).map(([operation, requirement, what]) =>
    fault(`exhausted-plan-refuses-${operation}`, requirement, `once a plan is used up, ${what}`, [operation], () =>
      refusingWhen(operation, isOfExhaustedPlan, 403),
    ),
  ),
  fault(
    "release-by-commenter-accepted",
    "tasks.release.other-assignee",
    "who has commented on a task that is assigned to another agent may release it",
    ["release-task"],
    () => releasedBy((caller, { assigneeAgentId, id }) => assigneeAgentId !== null && commentedBy(caller, id)),
  ),
  fault(
    "release-by-assignee-above-accepted",
    "tasks.release.other-assignee",
    "who has the task above one that is assigned to another agent may release it",
    ["release-task"],
    () =>
      releasedBy(
        (caller, { assigneeAgentId, parentTaskId }) =>
          assigneeAgentId !== null &&
          caller.workspace.tasks.get(parentTaskId ?? "")?.task.assigneeAgentId === caller.agent.id,
      ),
  ),
];

/** Lets who has released a task see it for ever. */
function formerAssigneesSee(): Change {
  const former = new Set<string>();
  return together(
    onSuccess("release-task", ({ body }, { caller }) => {
      former.add(`${member(body.data ?? null, "id")} ${caller?.agent.id}`);
    }),
    seeing((caller, stored) => former.has(`${stored.task.id} ${caller.agent.id}`) || taskRules.maySee(caller, stored)),
  );
}

function isOfExhaustedPlan({ caller }: Call): boolean {
  const plan = caller?.workspace.plan;
  return plan !== undefined && plan.used >= plan.monthlyTasks;
}
