import { postCard } from "../cards.ts";
import { isJsonObject, type JsonObject } from "../shape.ts";
import type { World } from "../world.ts";
import {
  type Around,
  forgives,
  goesOn,
  misreads,
  refusesWhen,
  refusesYetDoes,
  spoils,
  spoilsItems,
  withFields,
  without,
} from "./around.ts";

const TASK = ["create-task", "block-task", "release-task"];

const SHAPES: readonly Around[] = [
  spoils("tasks.id-missing", "release-task", (data) => without(data, "id")),
  spoilsItems("tasks.title-empty-in-list", "list-tasks", "list", (item) => ({ ...item, title: "" })),
  spoilsItems("tasks.priority-short", "list-tasks", "list", (item) => ({ ...item, priority: "P2" })),
  spoils("tasks.identifier-number", TASK, (data) => ({ ...data, identifier: 12 })),
  spoils("tasks.created-in-list", "create-task", (task) => [task]),
  spoils("tasks.blocked-in-list", "block-task", (task) => [task]),
  spoils("tasks.released-true", "release-task", () => true),
  spoils("tasks.workspace-same", TASK, (data) => ({ ...data, workspaceId: "main" })),
  spoils("tasks.updated-early", "block-task", (data) => ({ ...data, updatedAt: "2001-01-01T00:00:00Z" })),
  spoils("tasks.identifier-shared", "create-task", (data) => ({ ...data, identifier: "TASK-1" })),
  spoils("tasks.description-plain", "create-task", (data) =>
    typeof data.description === "string" ? { ...data, description: data.description.replace(/[*_`#]/g, "") } : data,
  ),
  spoils("tasks.listed-twice", "list-tasks", ({ list }, { caller }) =>
    (Array.isArray(list) ? list : []).flatMap((item) =>
      isJsonObject(item) && item.assigneeAgentId === caller.id && item.createdByAgentId === caller.id
        ? [item, item]
        : [item],
    ),
  ),
];

/** A fault by which a filter of list-tasks is not looked at. */
function drops(make: typeof misreads | typeof forgives, fault: Around["fault"], role: string): Around {
  return make(fault, "list-tasks", (fields, { choices }) => without(fields, choices.names["list-tasks"]?.[role] ?? ""));
}

const INPUTS: readonly Around[] = [
  drops(forgives, "tasks.limit-word", "limit"),
  drops(forgives, "tasks.filter-priority-unknown", "priority"),
  drops(misreads, "tasks.channel-filter-ignored", "channel"),
  drops(misreads, "tasks.text-ignored", "text"),
  misreads("tasks.channel-lost", "create-task", (fields) =>
    fields.description ? without(fields, "channelId") : fields,
  ),
  misreads("tasks.agent-lost", "create-task", (fields) =>
    fields.status === "in_review" ? without(fields, "assigneeAgentId") : fields,
  ),
  refusesYetDoes("tasks.refused-yet-created", "create-task", ({ title }) => ({ title: String(title).slice(0, 500) })),
  forgives("tasks.reason-object", "block-task", (fields) => ({ ...fields, reason: JSON.stringify(fields.reason) })),
  misreads("tasks.release-id-object", "release-task", ({ taskId }, { world, caller }) => {
    const own = world.tasks.rows().findLast(({ agent }) => agent === caller.id)?.id ?? "";
    return { taskId: isJsonObject(taskId) || Array.isArray(taskId) ? own : (taskId ?? null) };
  }),
  forgives("tasks.release-unknown", "release-task", (fields, { world, caller }) => {
    const own = world.tasks.rows().findLast(({ agent }) => agent === caller.id)?.id ?? "";
    return world.tasks.find(String(fields.taskId)) ? fields : { taskId: own };
  }),
];

const REFUSALS: readonly Around[] = [
  refusesWhen("tasks.create-rich-refused", "create-task", (fields) => fields.description && fields.priority === "high"),
  refusesWhen(
    "tasks.list-cancelled-refused",
    "list-tasks",
    (fields, { choices }) => fields[choices.names["list-tasks"]?.status ?? ""] === "cancelled",
  ),
  refusesWhen(
    "tasks.block-own-refused",
    "block-task",
    ({ taskId }, { world, caller }) => world.tasks.find(String(taskId))?.creator === caller.id,
    "denied",
  ),
  refusesWhen(
    "tasks.release-own-refused",
    "release-task",
    ({ taskId }, { world, caller }) => world.tasks.find(String(taskId))?.creator === caller.id,
    "denied",
  ),
];

const BEHAVIOUR: readonly Around[] = [
  goesOn("tasks.block-parent-too", "block-task", ({ world, fields }) => {
    const parent = world.tasks.find(String(fields.taskId))?.parent;
    if (parent) world.tasks.change(parent, { status: "blocked" });
  }),
  goesOn("tasks.release-clears-priority", "release-task", ({ world, fields }, data) => {
    data.priority = "none";
    world.tasks.change(String(fields.taskId), { priority: "none" });
  }),
  {
    fault: "tasks.release-other-workspace",
    operations: ["release-task"],
    run: (call, proceed) => {
      const task = call.world.tasks.find(String(call.fields.taskId));
      const assignee = call.world.agents.find(task?.agent ?? "");
      return proceed(assignee && assignee.workspace !== call.caller.workspace ? { ...call, caller: assignee } : call);
    },
  },
  {
    fault: "tasks.bind-other-workspace",
    operations: ["create-task"],
    run: async (call, proceed) => {
      const channel = call.world.channels.find(String(call.fields.channelId));
      if (!channel || channel.workspace === call.caller.workspace) return proceed(call);
      const { data } = await proceed(withFields(call, without(call.fields, "channelId")));
      const task = call.world.tasks.change(String((data as JsonObject).id), { channel: channel.id });
      postCard(call, { ...task, workspace: channel.workspace }, channel.id, "created");
      return { data: { ...(data as JsonObject), channelId: channel.id } };
    },
  },
  {
    fault: "tasks.first-agent-creates",
    operations: ["create-task"],
    run: (call, proceed) => {
      const first = call.world.agents.rows().find(({ workspace }) => workspace === call.caller.workspace);
      return proceed({ ...call, caller: first ?? call.caller });
    },
  },
  spoils("tasks.ids-collide", "create-task", (data, { world }) => {
    const last = lastMade.get(world);
    lastMade.set(world, { at: Date.now(), id: data.id ?? "" });
    return last && Date.now() - last.at < 3 ? { ...data, id: last.id } : data;
  }),
];

/** The task that a server made last: identifiers made of the time collide. */
const lastMade = new WeakMap<World, { at: number; id: JsonObject[string] }>();

/** Faults around the operations on tasks. */
export const AROUND_TASKS: readonly Around[] = [...SHAPES, ...INPUTS, ...REFUSALS, ...BEHAVIOUR];
