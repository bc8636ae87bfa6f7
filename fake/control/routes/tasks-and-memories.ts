import { MEMORY_STATUSES, type MemoryStatus } from "../../features/memories/model.ts";
import { MAX_LENGTHS } from "../../http/fields.ts";
import type { Successor } from "../api/memories.ts";
import type { NewComment, TaskChanges, TaskMove } from "../api/tasks.ts";
import { list, object, text } from "../json-schema.ts";
import { listOfNamed, responseOf, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";
import { agentRef, priority, taskStatus, userRef } from "../schemas.ts";

const tasks = "Tasks";
const memories = "Memories";
const orNull = (schema: ReturnType<typeof text>) => ({ ...schema, type: ["string", "null"] });

const move = (name: TaskMove, example: string, summary: string) =>
  route({
    id: `${name}-task`,
    method: name === "delete" ? "DELETE" : "POST",
    path: `/workspaces/:workspace/tasks/:task${name === "delete" ? "" : `/${name}`}`,
    area: tasks,
    summary,
    gives: responseOf("Task", "the task"),
    example: { params: { task: example } },
    handle: ({ fake, params: { workspace, task = "" } }) => fake.control.workspace(workspace).moveTask(task, name),
  });

/** Routes of people's actions on tasks. */
export const taskRoutes = [
  route({
    id: "list-tasks",
    method: "GET",
    path: "/workspaces/:workspace/tasks",
    area: tasks,
    summary: "Lists all tasks, whoever may see them, with their comments and mentions.",
    gives: responseWith({ tasks: listOfNamed("Task") }, "tasks, newest first"),
    handle: ({ fake, params: { workspace } }) => ({ tasks: fake.control.workspace(workspace).tasks() }),
  }),
  route({
    id: "get-task",
    method: "GET",
    path: "/workspaces/:workspace/tasks/:task",
    area: tasks,
    summary: "Shows a task, by its id or identifier.",
    gives: responseOf("Task", "the task, with comments and mentioned"),
    example: { params: { task: "WOR-3" } },
    handle: ({ fake, params: { workspace, task = "" } }) => fake.control.workspace(workspace).task(task),
  }),
  route<TaskChanges>({
    id: "update-task",
    method: "PATCH",
    path: "/workspaces/:workspace/tasks/:task",
    area: tasks,
    summary: "Changes a task as a person does: assigns it, starts it, sends it to review.",
    gives: responseOf("Task", "the task"),
    body: object({
      status: taskStatus,
      priority,
      title: text("Title", { maxLength: 500 }),
      description: orNull(text("Description, Markdown")),
      dueAt: orNull(
        text("ISO 8601", { pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$" }),
      ),
      assigneeAgent: orNull(agentRef),
      assigneeUser: orNull(userRef),
    }),
    example: { params: { task: "WOR-3" }, body: { status: "in_progress", assigneeAgent: "Demo agent" } },
    handle: ({ fake, body, params: { workspace, task = "" } }) =>
      fake.control.workspace(workspace).updateTask(task, body),
  }),
  move("complete", "WOR-3", "Completes a task: it is done, and its channel gets a card."),
  move("cancel", "WOR-4", "Cancels a task; its channel gets a card."),
  move("archive", "WOR-3", "Archives a task; its status stays."),
  move("delete", "WOR-4", "Deletes a task: nobody finds it from then on."),
  route<NewComment>({
    id: "comment-on-task",
    method: "POST",
    path: "/workspaces/:workspace/tasks/:task/comments",
    area: tasks,
    summary: "Comments on a task, as an agent or as a person; agents that are mentioned see the task from then on.",
    gives: responseOf("Task", "the task, with comments and mentioned"),
    status: 201,
    body: object(
      {
        body: text("Text of the comment, Markdown"),
        agent: agentRef,
        user: userRef,
        mentions: list(agentRef, "Agents that it mentions, by id or name"),
      },
      ["body"],
    ),
    example: {
      params: { task: "WOR-5" },
      body: { body: "Can you look at this?", user: "Robin", mentions: ["Demo agent"] },
    },
    handle: ({ fake, body, params: { workspace, task = "" } }) => fake.control.workspace(workspace).comment(task, body),
  }),
];

const stored = responseOf("Memory", "the memory");
const both = responseWith({ memory: stored, by: stored }, "memory and by");
const successor = object({
  by: text("Id of the other memory"),
  content: text("Content of a new memory, in place of by", { maxLength: MAX_LENGTHS.text }),
});

/** Routes of changes of memories in addition to the API. */
export const memoryRoutes = [
  route<Successor>({
    id: "supersede-memory",
    method: "POST",
    path: "/workspaces/:workspace/memories/:memory/supersede",
    area: memories,
    summary: "Supersedes a memory with another one: an existing memory, by id, or a new one, by its content.",
    gives: both,
    body: successor,
    example: {
      params: { memory: "The new importer ships on Friday." },
      body: { content: "The importer ships on Monday." },
    },
    handle: ({ fake, body, params: { workspace, memory = "" } }) =>
      fake.control.workspace(workspace).supersede(memory, body),
  }),
  route<Successor>({
    id: "contest-memory",
    method: "POST",
    path: "/workspaces/:workspace/memories/:memory/contest",
    area: memories,
    summary: "Sets another memory against one, which is contested from then on.",
    gives: both,
    body: successor,
    example: {
      params: { memory: "The importer ships on Monday." },
      body: { content: "The importer never ships." },
    },
    handle: ({ fake, body, params: { workspace, memory = "" } }) =>
      fake.control.workspace(workspace).contest(memory, body),
  }),
  route<{ reason: string; agent?: string }>({
    id: "invalidate-memory",
    method: "POST",
    path: "/workspaces/:workspace/memories/:memory/invalidate",
    area: memories,
    summary: "Declares a memory wrong.",
    gives: responseOf("Memory", "the memory"),
    body: object({ reason: text("Why it is wrong"), agent: agentRef }, ["reason"]),
    example: {
      params: { memory: "JSON files are read line by line." },
      body: { reason: "Measured again: it is two." },
    },
    handle: ({ fake, body, params: { workspace, memory = "" } }) =>
      fake.control.workspace(workspace).invalidate(memory, body),
  }),
  route<{ status: MemoryStatus }>({
    id: "set-memory-status",
    method: "PATCH",
    path: "/workspaces/:workspace/memories/:memory",
    area: memories,
    summary: "Sets a memory's status without further effect.",
    gives: responseOf("Memory", "the memory"),
    body: object({ status: { type: "string", enum: [...MEMORY_STATUSES], description: "Status of a memory" } }, [
      "status",
    ]),
    example: { params: { memory: "The importer never ships." }, body: { status: "proposed" } },
    handle: ({ fake, body, params: { workspace, memory = "" } }) =>
      fake.control.workspace(workspace).setMemoryStatus(memory, body.status),
  }),
];
