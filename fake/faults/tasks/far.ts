import type { Json } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import type { Task } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Caller } from "../../service.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member, shownKey } from "../tools.ts";

const LIST = ["list-tasks"];
const CREATE = ["create-task"];

/** Searches other texts than those that a task has. */
const searching = (edit: (task: Task) => Partial<Task>): Change =>
  rules({ tasks: { filters: { text: (task, wanted) => taskRules.filters.text({ ...task, ...edit(task) }, wanted) } } });

/** Leaves some tasks out of listings that no filter narrows. */
const hiddenWithoutFilter = (isHidden: (task: Json) => boolean): Change =>
  editingList("list-tasks", "data", (tasks, { query }) =>
    [...query.keys()].every((name) => name === "limit") ? tasks.filter((task) => !isHidden(task)) : tasks,
  );

/** How many tasks stand above one. */
function depthOf(workspace: Caller["workspace"], { parentTaskId }: Pick<Task, "parentTaskId">): number {
  const parent = parentTaskId === null ? undefined : workspace.tasks.get(parentTaskId);
  return parent === undefined ? 0 : 1 + depthOf(workspace, parent.task);
}

/** Keeps another description than the one that was sent. */
const described = (edit: (text: string) => string): Change =>
  onCall("create-task", (call) => {
    const description = bodyMember(call, "description");
    if (typeof description === "string") editBody(call, (body) => ({ ...body, description: edit(description) }));
  });

/** Faults of tasks that show far into texts and chains, and where nothing narrows what is listed. */
export const farTaskFaults: readonly Fault[] = [
  fault("list-text-null", "tasks.list.text-relevant", "the text null finds tasks without a description", LIST, () =>
    searching(({ description }) => ({ description: description ?? "null" })),
  ),
  fault("list-text-in-ids", "tasks.list.text-relevant", "the text is looked for in ids of others as well", LIST, () =>
    searching(({ description, assigneeAgentId, channelId }) => ({
      description: [description, assigneeAgentId, channelId].filter(Boolean).join(" "),
    })),
  ),
  fault("list-title-searched-to-255", "tasks.list.text-title", "titles are searched to the 255th letter", LIST, () =>
    searching(({ title }) => ({ title: title.slice(0, 255) })),
  ),
  fault(
    "list-description-searched-to-2000",
    "tasks.list.text-description",
    "descriptions are searched to the 2,000th letter",
    LIST,
    () => searching(({ description }) => ({ description: description?.slice(0, 2000) ?? null })),
  ),
  fault(
    "list-description-of-own-tasks-searched",
    "tasks.list.text-description",
    "of tasks that others made the description is not searched",
    LIST,
    ofOwnTasksAlone,
  ),
  fault(
    "released-not-found-by-text",
    "tasks.list.text-title",
    "a task that was released is found by no text",
    ["release-task", "list-tasks"],
    releasedNotFound,
  ),
  fault(
    "list-without-filter-hides-triage",
    "tasks.create.listed",
    "without a filter tasks for triage are left out",
    LIST,
    () => hiddenWithoutFilter((task) => member(task, "status") === "triage"),
  ),
  fault(
    "list-without-filter-hides-sub-tasks",
    "tasks.create.listed",
    "without a filter sub-tasks are left out",
    LIST,
    () => hiddenWithoutFilter((task) => member(task, "parentTaskId") !== null),
  ),
  fault(
    "no-priority-of-sub-task-from-parent",
    "tasks.create.priority",
    "a sub-task that is to have no priority gets that of its parent",
    CREATE,
    () =>
      rules({
        tasks: {
          created: ({ workspace }, { priority, parentTaskId }) => {
            const parent = parentTaskId === undefined ? undefined : workspace.tasks.get(parentTaskId);
            return priority === "none" && parent !== undefined ? { priority: parent.task.priority } : {};
          },
        },
      }),
  ),
  fault(
    "fourth-level-without-parent",
    "tasks.create.parent",
    "a task below three others loses its parent",
    CREATE,
    () =>
      rules({
        tasks: {
          created: ({ workspace }, { parentTaskId }) =>
            depthOf(workspace, { parentTaskId: parentTaskId ?? null }) > 2 ? { parentTaskId: null } : {},
        },
      }),
  ),
  fault(
    "release-of-closed-unassigned-accepted",
    "tasks.release.unassigned",
    "a task that has ended and is nobody's can be released",
    ["release-task"],
    () =>
      rules({
        tasks: {
          mayRelease: (caller, task) =>
            taskRules.mayRelease(caller, task) ||
            (task.assigneeAgentId === null && ["done", "cancelled"].includes(task.status)),
        },
      }),
  ),
  fault(
    "description-task-list-stripped",
    "tasks.create.description",
    "the boxes of a list of things to do are lost",
    CREATE,
    () => described((text) => text.replace(/^- \[[ x]\] /gm, "- ")),
  ),
  fault(
    "description-backslash-unescaped",
    "tasks.create.description",
    "two backslashes in a description become one",
    CREATE,
    () => described((text) => text.replaceAll("\\\\", "\\")),
  ),
];

function releasedNotFound(): Change {
  const released = new Set<unknown>();
  return together(
    onSuccess("release-task", ({ body }) => {
      released.add(member(body.data ?? null, "id"));
    }),
    rules({
      tasks: {
        filters: { text: (task, wanted) => !released.has(task.id) && taskRules.filters.text(task, wanted) },
      },
    }),
  );
}

/** Searches descriptions of the tasks alone that the caller has made. */
function ofOwnTasksAlone(): Change {
  let searcher: string | undefined;
  return together(
    onCall("list-tasks", (call) => {
      searcher = shownKey(call)?.agent.id;
    }),
    searching(({ createdByAgentId, description }) => ({
      description: createdByAgentId === searcher ? description : null,
    })),
  );
}
