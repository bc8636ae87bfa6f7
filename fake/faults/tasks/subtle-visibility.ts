import { type Change, together } from "../../changes/change.ts";
import { onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { type StoredTask, takesPart } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Caller } from "../../service.ts";
import { type Fault, fault } from "../fault.ts";
import { member } from "../tools.ts";

const LIST = ["list-tasks"];

const seeing = (maySee: (caller: Caller, stored: StoredTask) => boolean): Change => rules({ tasks: { maySee } });

/** Faults of who sees which tasks that show beside some filters or after some steps. */
export const subtleVisibilityFaults: readonly Fault[] = [
  fault(
    "all-tasks-found-by-agent",
    "tasks.visibility.hidden",
    "the filter by agent lists what that agent has, whoever asks",
    LIST,
    () => seeingWith((query) => query.has("assigneeAgentId")),
  ),
  fault(
    "all-tasks-found-by-priority",
    "tasks.visibility.hidden",
    "a priority lists all tasks of the workspace",
    LIST,
    () => seeingWith((query) => query.has("priority")),
  ),
  fault(
    "urgent-tasks-listed-for-all",
    "tasks.visibility.hidden",
    "the most urgent tasks of the workspace are listed, whoever asks",
    LIST,
    () => seeing((caller, stored) => stored.task.priority === "urgent" || taskRules.maySee(caller, stored)),
  ),
  fault(
    "all-tasks-found-by-two-filters",
    "tasks.visibility.hidden",
    "text and status together list all tasks of the workspace",
    LIST,
    () => seeingWith((query) => query.has("query") && query.has("status")),
  ),
  fault(
    "all-tasks-found-by-identifier",
    "tasks.visibility.hidden",
    "a text that is an identifier finds any task of the workspace",
    LIST,
    () => seeingWith((query) => /^[A-Za-z]+-\d+$/.test(query.get("query") ?? "")),
  ),
  fault(
    "all-tasks-found-by-user",
    "tasks.visibility.hidden",
    "the filter by user lists what that user has, whoever asks",
    LIST,
    () => seeingWith((query) => query.has("assigneeUserId")),
  ),
  fault(
    "all-tasks-found-by-user-and-status",
    "tasks.visibility.hidden",
    "user and status together list all tasks of the workspace",
    LIST,
    () => seeingWith((query) => query.has("assigneeUserId") && query.has("status")),
  ),
  fault(
    "all-tasks-found-without-a-count",
    "tasks.visibility.hidden",
    "without a count, all tasks of the workspace are listed",
    LIST,
    () => seeingWith((query) => !query.has("limit")),
  ),
  fault(
    "sub-tasks-of-visible-listed",
    "tasks.visibility.hidden",
    "who sees a task is listed those below it",
    LIST,
    () =>
      seeing((caller, stored) =>
        [stored, above(caller, stored)].some((one) => one !== undefined && taskRules.maySee(caller, one)),
      ),
  ),
  fault(
    "sub-tasks-of-own-listed",
    "tasks.visibility.hidden",
    "what others put below a task is listed for who made that one",
    LIST,
    () =>
      seeing(
        (caller, stored) =>
          above(caller, stored)?.task.createdByAgentId === caller.agent.id || taskRules.maySee(caller, stored),
      ),
  ),
  fault(
    "all-tasks-found-by-title",
    "tasks.visibility.hidden",
    "a text that is a whole title finds any task of the workspace",
    LIST,
    () => seeingWith((query, { task }) => query.get("query") === task.title),
  ),
  fault(
    "all-tasks-found-by-description",
    "tasks.visibility.hidden",
    "a text that is a whole description finds any task of the workspace",
    LIST,
    () => seeingWith((query, { task }) => query.has("query") && query.get("query") === task.description),
  ),
  fault(
    "parents-of-visible-listed",
    "tasks.visibility.hidden",
    "who sees a task is listed the one above it",
    LIST,
    () =>
      seeing(
        (caller, stored) =>
          taskRules.maySee(caller, stored) ||
          [...caller.workspace.tasks.all()].some(
            (one) => above(caller, one) === stored && taskRules.maySee(caller, one),
          ),
      ),
  ),
  ...(["priority", "assigneeAgentId"] as const).map((name) =>
    fault(
      `owned-assigned-hidden-beside-${name.toLowerCase()}`,
      "tasks.visibility.owned-assigned",
      `beside ${name}, tasks of the caller's agents are not listed`,
      LIST,
      () => {
        let narrow = false;
        return together(
          onCall("list-tasks", (call) => {
            narrow = call.query.has(name);
          }),
          seeing((caller, stored) => (narrow ? takesPart(stored, caller.agent.id) : taskRules.maySee(caller, stored))),
        );
      },
    ),
  ),
  fault(
    "unassigned-tasks-listed-for-all",
    "tasks.visibility.hidden",
    "tasks that nobody is assigned to are listed for everyone",
    LIST,
    () => seeing((caller, stored) => stored.task.assigneeAgentId === null || taskRules.maySee(caller, stored)),
  ),
  fault("blocked-tasks-listed-for-all", "tasks.visibility.hidden", "blocked tasks are listed for everyone", LIST, () =>
    seeing((caller, stored) => stored.task.status === "blocked" || taskRules.maySee(caller, stored)),
  ),
  fault("sub-tasks-listed-for-all", "tasks.visibility.hidden", "sub-tasks are listed for everyone", LIST, () =>
    seeing((caller, stored) => stored.task.parentTaskId !== null || taskRules.maySee(caller, stored)),
  ),
  fault(
    "released-hidden-from-creator",
    "tasks.visibility.created",
    "a task that its assignee released is not listed for its creator",
    ["list-tasks", "release-task"],
    () => {
      const released = new Set<string>();
      return together(
        onSuccess("release-task", (reply) => {
          released.add(String(member(reply.body.data ?? null, "id")));
        }),
        seeing((caller, stored) => !released.has(stored.task.id) && taskRules.maySee(caller, stored)),
      );
    },
  ),
  fault(
    "assigned-away-hidden",
    "tasks.visibility.created",
    "a task assigned to another is not listed for its creator",
    LIST,
    () =>
      seeing(
        (caller, stored) =>
          taskRules.maySee(caller, stored) &&
          (stored.task.assigneeAgentId === null ||
            stored.task.createdByAgentId !== caller.agent.id ||
            stored.task.assigneeAgentId === caller.agent.id),
      ),
  ),
  fault(
    "blocked-hidden-from-assignee",
    "tasks.visibility.assigned",
    "a blocked task is not listed for its assignee",
    LIST,
    () =>
      seeing((caller, stored) =>
        stored.task.status === "blocked" && stored.task.createdByAgentId !== caller.agent.id
          ? false
          : taskRules.maySee(caller, stored),
      ),
  ),
  fault(
    "triage-hidden-from-assignee",
    "tasks.visibility.assigned",
    "a task in triage is not listed for its assignee",
    LIST,
    () =>
      seeing((caller, stored) =>
        stored.task.status === "triage" && stored.task.createdByAgentId !== caller.agent.id
          ? false
          : taskRules.maySee(caller, stored),
      ),
  ),
  fault("assigned-hidden-beside-text", "tasks.visibility.assigned", "a text search finds own tasks alone", LIST, () => {
    let narrow = false;
    return together(
      onCall("list-tasks", (call) => {
        narrow = call.query.has("query");
      }),
      seeing((caller, stored) =>
        narrow ? stored.task.createdByAgentId === caller.agent.id : taskRules.maySee(caller, stored),
      ),
    );
  }),
  fault(
    "channel-tasks-of-other-assignees-hidden",
    "tasks.visibility.channel",
    "in its channels an agent is listed no tasks that others make for agents",
    LIST,
    () =>
      together(
        bindingAnywhere,
        seeing(
          (caller, stored) =>
            taskRules.maySee(caller, stored) &&
            (takesPart(stored, caller.agent.id) ||
              stored.task.createdByAgentId === null ||
              stored.task.assigneeAgentId === null),
        ),
      ),
  ),
  fault(
    "channel-tasks-hidden-beside-status",
    "tasks.visibility.channel",
    "beside a status, a task is not listed for its channel",
    LIST,
    () => {
      let narrow = false;
      return together(
        onCall("list-tasks", (call) => {
          narrow = call.query.has("status");
        }),
        seeing((caller, stored) => (narrow ? takesPart(stored, caller.agent.id) : taskRules.maySee(caller, stored))),
      );
    },
  ),
];

/** Lets every agent bind tasks to any channel: without it no other binds one to a channel of the caller's. */
const bindingAnywhere: Change = rules({ tasks: { mayBind: () => true } });

function above({ workspace }: Caller, { task }: StoredTask): StoredTask | undefined {
  return task.parentTaskId === null ? undefined : workspace.tasks.get(task.parentTaskId);
}

/** Lets the caller see every task, or some of all, when it asks in a certain way. */
function seeingWith(holds: (query: URLSearchParams, stored: StoredTask) => boolean): Change {
  let query: URLSearchParams | null = null;
  return together(
    onCall("*", (call) => {
      query = call.operation === "list-tasks" ? call.query : null;
    }),
    seeing((caller, stored) => (query !== null && holds(query, stored)) || taskRules.maySee(caller, stored)),
  );
}
